import ObjectGraph

/// Searches campers, campsites, reservations, payments by slip number, and everything else that the
/// model makes searchable.
///
///     let found = try finder.find("apple 555", limit: 20)
///     print(found.map(\.name))  // ["Johnny Appleseed"]
public final class FindingService: Service {
  /// Everything that contains all words of the text, each at the beginning of a word: exact matches
  /// first, then matches that begin with the text, then the rest; campers before campsites before
  /// reservations before others.
  ///
  /// - Parameter limit: the most results, or 0 for all.
  public func find(_ text: String, limit: Int = 0) throws -> [Finding] {
    try managedObjectContext.search(request(text, limit: limit)).map { Finding($0) }
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
