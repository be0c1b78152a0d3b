import ObjectGraph

/// Searches campers, campsites, reservations, payments by slip number, and everything else that the
/// model makes searchable.
///
///     let found = try finder.find("apple 555", limit: 20)
///     print(found.map(\.name))  // ["Johnny Appleseed"]
public final class FindingService: Service {
  /// Everything that contains all words of the text, each at the beginning of a word: exact matches
  /// first, then matches that begin with the text, then the rest; campers before campsites before
  /// groups before reservations before others. A camper's stays are found along with the camper.
  ///
  /// The form of a code, `R-1`, only finds what has that code, and payments with that reference.
  /// Only its code finds a booking that was undone.
  ///
  /// - Parameter limit: the most results, or 0 for all.
  /// - Complexity: linear in the number of groups, and in that of the stays of the campers found.
  public func find(_ text: String, limit: Int = 0) throws -> [Finding] {
    let found: [Finding]
    if let word = CodeWord(NameRule.optional(text) ?? "") {
      let coded = try object(with: word).map { [Finding($0, foundIn: [("code", word.code)])] } ?? []
      let hits = try managedObjectContext.search(request(text, limit: 0))
      found = coded + hits.filter { $0.object is FolioEntry }.map { Finding($0) }
    } else {
      let hits = try managedObjectContext.search(request(text, limit: limit)).filter { hit in
        (hit.object as? Reservation)?.isTakenBack != true
      }.map { Finding($0) }
      found = try withStays(of: hits, and: groups(matching: text))
    }
    return limit > 0 ? Array(found.prefix(limit)) : found
  }

  /// Search results with the groups found and the stays of the campers among them, the present and
  /// coming ones first.
  private func withStays(of hits: [Finding], and groups: [Finding]) throws -> [Finding] {
    let today = try scope.today(at: scope.campground(in: managedObjectContext))
    let known = Set(hits.map(\.object.objectID))
    let more = hits.compactMap { $0.object as? Camper }.flatMap { camper in
      camper.reservations.filter { !known.contains($0.objectID) && !$0.isTakenBack }.map { stay in
        (stay: stay, isOver: stay.isOver(on: today), camper: camper)
      }
    }.sorted { left, right in
      guard left.isOver == right.isOver else { return right.isOver }
      return left.isOver
        ? left.stay.arrival > right.stay.arrival : left.stay.arrival < right.stay.arrival
    }
    let places = hits.prefix { $0.object is Camper || $0.object is CampSite }
    let stays = hits.dropFirst(places.count).prefix { $0.object is Reservation }
    return places + groups + stays
      + more.map { Finding($0.stay, foundIn: [("guest", $0.camper.fullName)]) }
      + hits.dropFirst(places.count + stays.count)
  }

  /// The groups whose names contain all words of a text, each at the beginning of a word, by name.
  private func groups(matching text: String) throws -> [Finding] {
    func words(_ text: String) -> [String] {
      text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
    let wanted = words(text)
    guard !wanted.isEmpty, let campground = try scope.campground(in: managedObjectContext) else {
      return []
    }
    return try managedObjectContext.fetch(
      ReservationGroup.self, where: "campground == %@", campground, by: ["name"]
    ).filter { group in
      let known = words(group.name)
      return wanted.allSatisfy { word in known.contains { $0.hasPrefix(word) } }
    }.map { Finding($0, foundIn: [("name", $0.name)]) }
  }

  /// The object with a code at the campground: a reservation, a sale, a waitlist entry, a folio, a
  /// voucher or a message; nil where there is none.
  public func object(with word: CodeWord) throws -> ManagedObject? {
    let context = managedObjectContext
    guard let campground = try scope.campground(in: context) else { return nil }
    switch word.kind {
    case .reservation: return try scope.object(coded: word.code, in: context) as Reservation?
    case .sale:
      let sale: Sale? = try scope.object(coded: word.code, in: context)
      return sale?.campground === campground ? sale : nil
    case .message:
      let message: Message? = try scope.object(coded: word.code, in: context)
      return message?.campground === campground ? message : nil
    case .waitlistEntry: return try scope.object(coded: word.code, in: context) as WaitlistEntry?
    case .folio:
      return try context.fetch(
        Folio.self, where: "campground == %@ AND number == %@", campground,
        Int64(word.code.dropFirst(2)) ?? 0, limit: 1
      ).first
    case .voucher:
      return try context.fetch(
        Voucher.self, where: "campground == %@ AND code == %@", campground, word.code, limit: 1
      ).first
    }
  }

  /// Similar texts that would find something: at most three, the likeliest first; none where every
  /// word is known.
  public func suggestions(for text: String) throws -> [String] {
    try managedObjectContext.searchSuggestions(for: request(text, limit: 1))
  }

  private func request(_ text: String, limit: Int) throws -> SearchRequest {
    let searched = storeStack.managedObjectModel.entities.filter(\.isSearched)
    let (known, others) = (Self.order, searched.compactMap(\.name).sorted())
    let campground = try scope.campground(in: managedObjectContext)
    var request = SearchRequest(text, entityNames: [], limit: limit)
    for name in known.filter(others.contains) + others.filter({ !known.contains($0) }) {
      if let path = searched.first(where: { $0.name == name })?.pathToCampground {
        guard let campground else { continue }
        request.predicates[name] = try FetchPredicate(format: "\(path) == %@", campground)
      }
      request.entityNames?.append(name)
    }
    return request
  }

  private static let order = ["Camper", "CampSite", "Reservation"]
}

extension EntityDescription {
  /// The key path to the campground of an object; nil where it belongs to none.
  fileprivate var pathToCampground: String? {
    if relationshipsByName["campground"] != nil { return "campground" }
    return name == "FolioEntry" ? "folio.campground" : nil
  }
}
