import ObjectGraph

/// Finds campers, campsites, reservations, payments by the numbers of their slips, and whatever
/// else the model has something to search of, by what a guest or a clerk says about them.
///
///     let found = try finder.find("apple 555", limit: 20)
///     print(found.map(\.name))  // ["Johnny Appleseed"]
public final class FindingService: Service {
  /// What has all the words of the text, each at the beginning of a word in what is known of it:
  /// exact finds first, then what begins with the text, then the rest; campers before campsites
  /// before reservations before others.
  ///
  /// - Parameter limit: the greatest number of finds, or 0 for all.
  public func find(_ text: String, limit: Int = 0) throws -> [Finding] {
    try managedObjectContext.search(request(text, limit: limit)).map { Finding($0) }
  }

  /// Texts like this one that would find something, at most three, the likeliest first; none where
  /// all words are right.
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
  /// What leads to the campground that an object belongs to; nil where it belongs to none.
  fileprivate var pathToCampground: String? {
    if relationshipsByName["campground"] != nil { return "campground" }
    return name == "FolioEntry" ? "folio.campground" : nil
  }
}
