import Foundation
import ObjectGraph

/// What is done with campers.
public final class CamperService: Service {
  /// Adds a camper. Another camper of the same name is no obstacle.
  ///
  /// - Parameter isFavorite: whether they stand first in lists.
  /// - Throws: `CampgroundError.emptyName`, `.notOneLine`, `.textTooLong`, `.outOfRange`,
  ///   and what the store reports.
  public func addCamper(
    _ name: String, phoneNumber: String?, email: String? = nil, isFavorite: Bool = false,
    details: CamperDetails = CamperDetails()
  ) throws -> Camper {
    let name = try NameRule.checked(name, of: "camper")
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

  /// Changes a camper; nil leaves a value as it is, empty text takes a phone number or e-mail
  /// address away.
  ///
  /// - Parameter isFavorite: whether they stand first in lists.
  /// - Throws: `CampgroundError.emptyName` for an empty name, `.notOneLine`,
  ///   `.textTooLong`, `.outOfRange`, `.gone`.
  @discardableResult
  public func edit(
    _ camper: Camper, name: String? = nil, phoneNumber: String? = nil, email: String? = nil,
    isFavorite: Bool? = nil, details: CamperDetails = CamperDetails()
  ) throws -> Camper {
    let name = try name.map { try NameRule.checked($0, of: "camper") }
    return try scope.write { scratch in
      let camper = try scratch.current(camper)
      if let name { camper.fullName = name }
      if let phoneNumber {
        camper.phoneNumber = try NameRule.line(phoneNumber, of: "phone number")
      }
      if let email { camper.email = try NameRule.line(email, of: "e-mail address") }
      if let isFavorite { camper.isFavorite = isFavorite }
      try camper.take(details)
      return camper
    }
  }

  /// Deletes a camper who has no reservations, past ones included.
  ///
  /// - Throws: `CampgroundError.inUse`, which names them; `.gone`.
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

  /// The campers, favourites first, then by name.
  ///
  /// - Parameters:
  ///   - limit: the greatest number of campers, or 0 for all.
  ///   - offset: how many are passed over.
  public func list(limit: Int = 0, offset: Int = 0) throws -> Page<Camper> {
    let request = Camper.fetchRequest()
    request.sortDescriptors = [
      FetchSortDescriptor(key: "isFavorite", ascending: false),
      FetchSortDescriptor(key: "fullName", ascending: true),
    ]
    return try managedObjectContext.page(of: request, limit: limit, offset: offset)
  }

  /// Whether there are campers, however many.
  package func areThereAny() throws -> Bool {
    let request = Camper.fetchRequest()
    request.fetchLimit = 1
    return try !managedObjectContext.fetch(request).isEmpty
  }

  /// What tells each of these campers from all namesakes that there are.
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

  /// Words that find campers who may have been meant by one that finds none, at most
  /// three, the likeliest first.
  ///
  /// The search index tells them: it costs the same however many campers there are.
  package func words(like word: String) throws -> [String] {
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

  /// Words that find the campers of whose names, numbers and addresses a text has the beginnings,
  /// by name; those whose names begin with it are among them as far as the limit goes.
  package func words(beginningWith text: String, limit: Int) throws -> [String] {
    let found = try search(text, limit: limit).sorted { $0.fullName < $1.fullName }
    return try found.map(words(for: found).word)
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

  /// The campers whose name begins with the text, capitals and accents aside, by name.
  ///
  /// - Parameter limit: the greatest number of campers, or 0 for all.
  public func campers(withPrefix prefix: String, limit: Int = 0) throws -> [Camper] {
    try campers(
      matching: try FetchPredicate(format: "fullName BEGINSWITH[cd] %@", prefix), limit: limit)
  }

  /// The camper of exactly that name, or of that name followed by the phone number, the e-mail
  /// address or the number that `CampgroundError.ambiguous` gives to namesakes.
  ///
  /// - Throws: `CampgroundError.unknown`, and `.ambiguous` when several
  ///   have the name, with the words that find each of them.
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

  /// The camper who is meant by a name in any capitals, a part of one, a phone number or an e-mail
  /// address, where one alone fits; what `find` finds comes first.
  ///
  /// Words that begin as the text's do are looked up in the search index; parts within words and
  /// phone numbers that are written with other spaces and hyphens take a look at every camper.
  ///
  /// - Throws: as `find`; `.ambiguous` with at most nine words that find those who fit.
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

  /// All campers who are meant by a name, a part of one, a phone number or an e-mail address.
  package func all(byPart text: String) throws -> [Camper] {
    do {
      return [try find(text)]
    } catch let error as CampgroundError where error.code == .unknown || error.code == .ambiguous {
      return try campers(byPart: text)
    }
  }

  /// The camper of a name and a phone number; one of the name alone where no number is known.
  ///
  /// - Throws: `CampgroundError.unknown`.
  package func known(_ name: String, phone: String) throws -> Camper {
    let named = try campers(
      matching: try FetchPredicate(format: "fullName ==[cd] %@", name), limit: 0)
    let digits = phone.filter(\.isNumber)
    let found =
      named.first { $0.phoneNumber?.filter(\.isNumber) == digits }
      ?? named.first { $0.phoneNumber == nil }
    guard let found else {
      throw CampgroundError.unknown(.camper(name), "camper \"\(name)\"", fix: .list(.campers))
    }
    return found
  }

  /// The campers of the same name and of the same phone number or e-mail address as one of them, but
  /// for that one.
  package func twins(of camper: Camper) throws -> [Camper] {
    func digits(_ text: String?) -> String? { text?.filter(\.isNumber) }
    return try campers(
      matching: try FetchPredicate(format: "fullName ==[cd] %@", camper.fullName), limit: 0
    ).filter { other in
      guard other !== camper else { return false }
      let (phone, email) = (digits(camper.phoneNumber), camper.email?.lowercased())
      return phone != nil && phone == digits(other.phoneNumber)
        || email != nil && email == other.email?.lowercased()
    }
  }

  /// The most campers whom a part of a name is asked to choose from.
  private static let mostCandidates = 9

  private func campers(byPart text: String) throws -> [Camper] {
    guard let text = NameRule.optional(text), text.count > 1 else { return [] }
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
    let folded = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    return Set(folded.split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  /// What of a text may be a name that something else follows, so that the index of names serves.
  private static func beginnings(of word: String) -> [String] {
    // No name is longer.
    let text = String(String.UnicodeScalarView(word.unicodeScalars.prefix(NameRule.longest + 1)))
    return text.indices.filter { text[$0] == " " }.map { String(text[..<$0]) }
  }

  private func campers(matching predicate: FetchPredicate?, limit: Int) throws -> [Camper] {
    let request = Camper.fetchRequest()
    request.predicate = predicate
    request.sortDescriptors = [FetchSortDescriptor(key: "fullName", ascending: true)]
    request.fetchLimit = limit
    return try managedObjectContext.fetch(request)
  }
}
