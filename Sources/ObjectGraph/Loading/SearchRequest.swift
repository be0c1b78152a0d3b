import ObjectModel
import ObjectStore

/// What to search for, and where.
///
///     let hits = try context.search(SearchRequest("apple 555", in: [Camper.self, CampSite.self]))
///
/// An object is found if each word of the search string is the prefix of a word in some value that
/// the model marks with a `searchStyle` or in `searchKeyPaths`; case, accents and width are
/// ignored.
public struct SearchRequest {
  /// The search string, as typed by the user; without a letter, digit or symbol, nothing is found.
  public var text: String

  /// The names of the entities to search, in the order of equally good hits; nil for all searchable
  /// entities of the model, by name. Subentities are included.
  public var entityNames: [String]?

  /// Additional conditions on the objects, by the name of one of the entities.
  public var predicates: [String: FetchPredicate] = [:]

  /// The order of equally good hits of an entity, by its name. Ties, and all hits of an entity
  /// without an order, are sorted by primary key.
  public var sortDescriptors: [String: [FetchSortDescriptor]] = [:]

  /// The maximum number of hits, or 0 for all.
  public var limit = 0

  /// - Parameters:
  ///   - entityNames: the entities to search; nil for all.
  ///   - limit: the maximum number of hits, or 0 for all.
  public init(_ text: String, entityNames: [String]? = nil, limit: Int = 0) {
    self.text = text
    self.entityNames = entityNames
    self.limit = limit
  }
}
