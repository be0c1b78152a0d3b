import Foundation
import ObjectGraph

/// Manages campers.
public final class CamperService: Service {
  /// Adds a camper. Several campers may have the same name.
  ///
  /// - Parameter isFavorite: whether the camper comes first in lists.
  /// - Throws: `CampgroundError.invalidValue` for a name that is empty or has the form of a code,
  ///   and for a text that is too long or not one line; `.outOfRange`, and store errors.
  public func addCamper(
    _ name: String, phoneNumber: String?, email: String? = nil, isFavorite: Bool = false,
    details: CamperDetails = CamperDetails()
  ) throws -> Camper {
    let name = try NameRule.unlikeCodes(name, of: "camper")
    let phoneNumber = try NameRule.line(phoneNumber, of: "phone number")
    let email = try NameRule.line(email, of: "e-mail address")
    return try scope.write { scratch in
      let camper = Camper(context: scratch)
      camper.fullName = name
      camper.phoneNumber = phoneNumber
      camper.email = email
      camper.isFavorite = isFavorite
      try camper.take(details)
      return camper
    }
  }

  /// Changes a camper; nil leaves a value unchanged, and empty text removes a phone number or an
  /// e-mail address.
  ///
  /// - Parameter isFavorite: whether the camper comes first in lists.
  /// - Throws: `CampgroundError.invalidValue` for a name that is empty or has the form of a code,
  ///   and for a text that is too long or not one line; `.outOfRange`, `.gone`.
  @discardableResult
  public func edit(
    _ camper: Camper, name: String? = nil, phoneNumber: String? = nil, email: String? = nil,
    isFavorite: Bool? = nil, details: CamperDetails = CamperDetails()
  ) throws -> Camper {
    let name = try name.map { try NameRule.unlikeCodes($0, of: "camper") }
    return try scope.edit(camper) { camper, _ in
      if let name { camper.fullName = name }
      if let phoneNumber {
        camper.phoneNumber = try NameRule.line(phoneNumber, of: "phone number")
      }
      if let email { camper.email = try NameRule.line(email, of: "e-mail address") }
      if let isFavorite { camper.isFavorite = isFavorite }
      try camper.take(details)
    }
  }

  /// Deletes a camper without any reservations, past or present.
  ///
  /// - Throws: `CampgroundError.inUse`, which names the reservations; `.gone`.
  public func delete(_ camper: Camper) throws {
    try scope.change { scratch in
      let camper = try scratch.current(camper)
      guard camper.reservations.isEmpty else {
        let codes = camper.reservations.sorted { $0.number < $1.number }.map(\.code)
        throw CampgroundError(
          .inUse,
          about: [.camper(camper.fullName)] + .users(codes),
          "\(camper.fullName) has reservations: \(codes.listed())",
          fix: .advice("a camper with reservations, even past ones, cannot be deleted"))
      }
      scratch.delete(camper)
    }
  }

  /// The campers, favorites first, then by name.
  ///
  /// - Parameters:
  ///   - limit: the most campers to return, or 0 for all.
  ///   - offset: the number of campers to skip.
  public func list(limit: Int = 0, offset: Int = 0) throws -> Page<Camper> {
    try managedObjectContext.page(
      of: FetchRequest<Camper>(nil, by: ["-isFavorite", "fullName"]), limit: limit, offset: offset)
  }

  /// Whether there are any campers. Fetches at most one.
  package func areThereAny() throws -> Bool {
    try !campers(matching: nil, limit: 1).isEmpty
  }

  /// The words that tell each of these campers apart from everyone with the same name.
  package func words(for campers: Page<Camper>) throws -> CamperWords {
    guard campers.rows.count < campers.total else { return CamperWords(among: campers.rows) }
    return try words(for: campers.rows)
  }

  private func words(for campers: [Camper]) throws -> CamperWords {
    let names = Array(Set(campers.map(\.fullName)))
    return CamperWords(
      among: try self.campers(
        matching: try FetchPredicate(format: "fullName IN %@", names), limit: 0))
  }

  /// Suggestions for a word that finds no camper: at most three, the likeliest first.
  ///
  /// The search index finds them, at the same cost however many campers there are.
  package func words(like word: String) throws -> [String] {
    guard CodeWord(word) == nil else { return [] }
    var found = try search(word, limit: Self.mostMeant)
    if found.isEmpty {
      let request = SearchRequest(word, entityNames: ["Camper"])
      for text in try managedObjectContext.searchSuggestions(for: request) {
        let campers = try search(text, limit: Self.mostMeant)
        found += campers.filter { !found.contains($0) }
      }
    }
    let meant = Array(found.prefix(Self.mostMeant))
    return try meant.map(words(for: meant).word)
  }

  private static let mostMeant = 3

  /// The words for campers whose names, numbers or addresses contain words that begin like those of
  /// a text, by name, up to a limit.
  package func words(beginningWith text: String, limit: Int) throws -> [String] {
    let found = try campers(begunWith: text, limit: limit)
    return try found.map(words(for: found).word)
  }

  /// The campers whose names, numbers or addresses contain words that begin like those of a text, by
  /// name, up to a limit.
  package func campers(begunWith text: String, limit: Int) throws -> [Camper] {
    try search(text, limit: limit).sorted { $0.fullName < $1.fullName }
  }

  private func search(_ text: String, limit: Int) throws -> [Camper] {
    try managedObjectContext.search(
      SearchRequest(text, entityNames: ["Camper"], limit: limit)
    ).compactMap { $0.object as? Camper }
  }

  /// All campers, by name.
  public func campers() throws -> [Camper] {
    try campers(matching: nil, limit: 0)
  }

  /// The campers whose names begin with a text, regardless of case and accents, by name.
  ///
  /// - Parameter limit: the most campers to return, or 0 for all.
  public func campers(withPrefix prefix: String, limit: Int = 0) throws -> [Camper] {
    try campers(
      matching: try FetchPredicate(format: "fullName BEGINSWITH[cd] %@", prefix), limit: limit)
  }

  /// The camper with exactly this name, or with this name followed by the phone number, the e-mail
  /// address or the number that `CampgroundError.ambiguous` lists for campers of the same name.
  ///
  /// - Throws: `CampgroundError.unknown`, and `.ambiguous` when several campers have the name, with
  ///   the words that find each of them.
  public func find(_ word: String) throws -> Camper {
    let word = NameRule.optional(word) ?? ""
    let named = try campers(
      matching: try FetchPredicate(format: "fullName == %@", word), limit: 0)
    guard named.isEmpty else {
      if named.count == 1 { return named[0] }
      let words = CamperWords(among: named)
      throw CampgroundError.ambiguousCamper(word, candidates: named.map(words.word))
    }
    let begun = try campers(
      matching: try FetchPredicate(format: "fullName IN %@", Self.beginnings(of: word)), limit: 0)
    let words = CamperWords(among: begun, nowSaved: scope.campersSavedNow)
    let told = begun.filter { words.word(word, means: $0) }
    guard let camper = told.first else {
      throw CampgroundError.unknown(.camper(word), "camper \"\(word)\"", fix: .list(.campers))
    }
    guard told.count == 1 else {
      throw CampgroundError.ambiguousCamper(word, candidates: told.map(words.word))
    }
    return camper
  }

  /// The only camper who matches a name in any case, a part of one, a phone number or an e-mail
  /// address; a match of `find` takes precedence.
  ///
  /// Words with the same beginnings are looked up in the search index; parts within words, and
  /// phone numbers with different spacing or hyphens, require a scan of all campers.
  ///
  /// - Throws: as `find`; `.ambiguous` with at most nine words that find the candidates.
  public func find(byPart text: String) throws -> Camper {
    do {
      return try find(text)
    } catch let error as CampgroundError where error.code == .unknown {
      let found = try campers(byPart: text)
      guard let camper = found.first else { throw error }
      guard found.count > 1 else { return camper }
      throw CampgroundError.ambiguousCamper(text, candidates: try found.map(words(for: found).word))
    }
  }

  /// All campers who match a name, a part of one, a phone number or an e-mail address.
  package func all(byPart text: String) throws -> [Camper] {
    do {
      return [try find(text)]
    } catch let error as CampgroundError where error.code == .unknown || error.code == .ambiguous {
      return try campers(byPart: text)
    }
  }

  /// The camper who is the same as a guest with a phone number or an e-mail address, as an import
  /// knows guests: see `GuestIdentity`.
  ///
  /// - Throws: `CampgroundError.unknown`.
  package func known(_ name: String, phone: String?, email: String?) throws -> Camper {
    let guest = GuestIdentity(name, phone: phone, email: email)
    let named = try campers(
      matching: try FetchPredicate(format: "fullName ==[cd] %@", name), limit: 0)
    let reached = try guest.contacts.flatMap { try search($0, limit: 0) }
      .filter { !named.contains($0) }
    guard let found = guest.known(among: named + reached) else {
      throw CampgroundError.unknown(.camper(name), "camper \"\(name)\"", fix: .list(.campers))
    }
    return found
  }

  /// The other campers with the same name and the same phone number or e-mail address.
  ///
  /// Saved campers are found by phone number and address in the search index, whatever the case and
  /// accents of their names; those in a scratch pad only by a name that is spelled the same.
  @MainActor
  package func twins(of camper: Camper) throws -> [Camper] {
    let guest = GuestIdentity(camper)
    guard !guest.contacts.isEmpty else { return [] }
    let named = try campers(
      matching: try FetchPredicate(format: "fullName == %@", camper.fullName), limit: 0)
    let reached = try guest.contacts.flatMap { contact in
      try scope.storeStack.mainContext.search(contact, in: [Camper.self])
    }.compactMap { (try? managedObjectContext.existingObject(with: $0.object.objectID)) as? Camper }
    var known: Set = [camper]
    return (named + reached).filter { other in
      let twin = GuestIdentity(other)
      guard known.insert(other).inserted, twin.name == guest.name else { return false }
      return guest.phone != nil && twin.phone == guest.phone
        || guest.email != nil && twin.email == guest.email
    }
  }

  /// The most candidates that an ambiguous part of a name lists.
  private static let mostCandidates = 9

  private func campers(byPart text: String) throws -> [Camper] {
    // The form of a code is no part of a name.
    guard let text = NameRule.optional(text), text.count > 1, CodeWord(text) == nil else {
      return []
    }
    let limit = Self.mostCandidates
    let named = try campers(
      matching: try FetchPredicate(format: "fullName ==[cd] %@", text), limit: limit)
    guard named.isEmpty else { return named }
    let begun = try search(text, limit: limit).sorted { $0.fullName < $1.fullName }
    guard begun.isEmpty else {
      let words = Self.words(of: text)
      let whole = begun.filter { words.isSubset(of: Self.words(of: $0.fullName)) }
      return whole.isEmpty ? begun : whole
    }
    let digits = text.filter(\.isNumber)
    if digits.count >= 7, !text.contains(where: \.isLetter) {
      let pattern = "*" + digits.map(String.init).joined(separator: "*") + "*"
      let called = try campers(
        matching: try FetchPredicate(format: "phoneNumber LIKE %@", pattern), limit: 0)
      return Array(
        called.filter { $0.phoneNumber?.filter(\.isNumber).contains(digits) == true }.prefix(limit))
    }
    return try campers(
      matching: try FetchPredicate(format: "fullName CONTAINS[cd] %@", text), limit: limit)
  }

  private static func words(of name: String) -> Set<String> {
    Set(folded(name).split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  private static func folded(_ name: String) -> String {
    name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  /// The beginnings of a text that end at a space and may be a whole name, so that the index of
  /// names can be used.
  private static func beginnings(of word: String) -> [String] {
    // Names are never longer.
    let text = String(String.UnicodeScalarView(word.unicodeScalars.prefix(NameRule.longest + 1)))
    return text.indices.filter { text[$0] == " " }.map { String(text[..<$0]) }
  }

  private func campers(matching predicate: FetchPredicate?, limit: Int) throws -> [Camper] {
    try managedObjectContext.fetch(FetchRequest<Camper>(predicate, by: ["fullName"], limit: limit))
  }
}
