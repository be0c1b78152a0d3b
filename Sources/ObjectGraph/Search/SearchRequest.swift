import ObjectModel
import ObjectStore

/// What to search for, and where.
///
///     let hits = try context.search(SearchRequest("apple 555", in: [Camper.self, CampSite.self]))
///
/// An object is found when each word of the text is the beginning of a word in some value
/// that the model marks with a `searchStyle` or in `searchKeyPaths`; capitals, accents
/// and width do not matter.
public struct SearchRequest {
  /// What somebody typed; without a letter, digit or symbol nothing is found.
  public var text: String

  /// The names of the entities to look through, in the order in which equally good hits come; nil
  /// for all that the model has something to search of, by name. Subentities are included.
  public var entityNames: [String]?

  /// What else objects have to be, by the name of one of the entities.
  public var predicates: [String: FetchPredicate] = [:]

  /// The order of equally good hits of an entity by its name. Ties, and all hits of an entity
  /// without one, come by primary key.
  public var sortDescriptors: [String: [FetchSortDescriptor]] = [:]

  /// The greatest number of hits, or 0 for all.
  public var limit = 0

  /// - Parameters:
  ///   - entityNames: where to look; nil for everywhere.
  ///   - limit: the greatest number of hits, or 0 for all.
  public init(_ text: String, entityNames: [String]? = nil, limit: Int = 0) {
    self.text = text
    self.entityNames = entityNames
    self.limit = limit
  }
}
