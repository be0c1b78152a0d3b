/// A fetch request as stored in a model: a value that does not refer to a class of objects.
///
/// Its names are looked up when it is executed, and checked when a coordinator adopts the model.
public struct FetchRequestDescription: Sendable, Hashable {
  /// The name of the entity to fetch.
  public var entityName: String

  /// Selects the objects; nil for all.
  public var predicate: FetchPredicate?

  /// Most significant first; ties are broken by the primary key.
  public var sortDescriptors: [FetchSortDescriptor]

  /// The maximum number of objects, or 0 for all.
  public var fetchLimit: Int

  /// The number of objects to skip at the start.
  public var fetchOffset: Int

  /// Whether objects of subentities are also fetched.
  public var includesSubentities: Bool

  /// The number of objects fetched at a time, on demand, or 0 for all at once.
  public var fetchBatchSize = 0

  /// Whether the context's unsaved changes are included.
  public var includesPendingChanges = true

  /// Whether property values are fetched along with the objects.
  public var includesPropertyValues = true

  /// Whether the objects are returned as faults.
  public var returnsObjectsAsFaults = true

  /// Whether duplicate results are removed.
  public var returnsDistinctResults = false

  /// The form of the results.
  public var resultType = FetchRequestResultType.managedObjectResultType

  /// The values to fetch; nil for all.
  public var propertiesToFetch: [FetchedProperty]?

  /// The values by which dictionaries are grouped.
  public var propertiesToGroupBy: [FetchedProperty]?

  /// Selects the groups; nil for all.
  public var havingPredicate: FetchPredicate?

  /// Creates a request for objects of the entity with a name.
  public init(
    entityName: String, predicate: FetchPredicate? = nil,
    sortDescriptors: [FetchSortDescriptor] = [], fetchLimit: Int = 0, fetchOffset: Int = 0,
    includesSubentities: Bool = true
  ) {
    self.entityName = entityName
    self.predicate = predicate
    self.sortDescriptors = sortDescriptors
    self.fetchLimit = fetchLimit
    self.fetchOffset = fetchOffset
    self.includesSubentities = includesSubentities
  }

  /// The number of levels in the deepest of its predicates and expressions.
  var depth: Int {
    let properties = (propertiesToFetch ?? []) + (propertiesToGroupBy ?? [])
    let expressions = properties.map { property in
      if case .expression(_, let expression, _) = property { expression.depth } else { 0 }
    }
    let predicates = [predicate, havingPredicate].map { $0?.depth ?? 0 }
    return (expressions + predicates).max() ?? 0
  }
}
