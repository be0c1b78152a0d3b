/// A fetch request as a model keeps it: a value that knows no class of objects.
///
/// The names in it are looked up when it is carried out, and checked when the model that
/// holds it is taken into use.
public struct FetchRequestDescription: Sendable, Hashable {
  /// The name of the entity to fetch.
  public var entityName: String

  /// Which objects; nil for all.
  public var predicate: FetchPredicate?

  /// Most significant first; ties end on the primary key.
  public var sortDescriptors: [FetchSortDescriptor]

  /// The greatest number of objects, or 0 for all.
  public var fetchLimit: Int

  /// How many objects to leave out at the start.
  public var fetchOffset: Int

  /// Whether objects of subentities are fetched too.
  public var includesSubentities: Bool

  /// How many objects are fetched at a time as they are asked for, or 0 for all at once.
  public var fetchBatchSize = 0

  /// Whether unsaved changes of the context count.
  public var includesPendingChanges = true

  /// Whether the values come with the objects.
  public var includesPropertyValues = true

  /// Whether the objects come as faults, whose values were not asked for.
  public var returnsObjectsAsFaults = true

  /// Whether results that are equal come once.
  public var returnsDistinctResults = false

  /// In which form the results come.
  public var resultType = FetchRequestResultType.managedObjectResultType

  /// The values to fetch; nil for all.
  public var propertiesToFetch: [FetchedProperty]?

  /// The values by which dictionaries are grouped.
  public var propertiesToGroupBy: [FetchedProperty]?

  /// Which groups; nil for all.
  public var havingPredicate: FetchPredicate?

  /// Makes a request for objects of the entity of that name.
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
}
