import ObjectModel
import ObjectStore

/// What to fetch: an entity, a predicate, an order, a range, and the form of the results.
///
///     let request = FetchRequest<Reservation>(entityName: "Reservation")
///     request.predicate = try FetchPredicate(format: "campSite.siteNumber == %@", 15)
///     request.sortDescriptors = [FetchSortDescriptor(key: "dateFrom", ascending: true)]
///     let reservations = try context.fetch(request)
///
/// The result type determines the form: a class of managed objects, `ManagedObjectID`, `[String:
/// any Sendable]` or `Int`.
public final class FetchRequest<ResultType: FetchRequestResult> {
  /// The name of the entity to fetch; nil for the entity whose class is `ResultType`.
  public var entityName: String?

  /// The entity to fetch: the one that was set here, or that a context found when it last executed
  /// the request; nil before. Setting it sets `entityName`.
  public var entity: EntityDescription? {
    get { knownEntity?.name == entityName || entityName == nil ? knownEntity : nil }
    set {
      knownEntity = newValue
      entityName = newValue?.name
    }
  }

  var knownEntity: EntityDescription?

  /// Selects the objects; nil for all. A conjunction of no predicates reads as nil.
  ///
  /// A `FetchRequestExpression` in the predicate is executed first, each time the request is.
  public var predicate: FetchPredicate? {
    didSet {
      if let compound = predicate as? CompoundPredicate, compound.isEmptyConjunction {
        predicate = nil
      }
    }
  }

  /// The sort order, most significant first; ties are resolved by the primary key.
  ///
  /// The dictionaries of groups are sorted by the keys they contain, with ties resolved by the
  /// group's values.
  public var sortDescriptors: [FetchSortDescriptor]?

  /// The maximum number of results, or 0 for all. Applied after merging unsaved changes.
  public var fetchLimit = 0

  /// The number of results to skip at the start. Applied after merging unsaved changes.
  public var fetchOffset = 0

  /// The stores to search; nil for all that hold the entity. Stores that do not hold it, or were
  /// removed, are ignored.
  public var affectedStores: [PersistentStore]?

  /// Whether objects of subentities are fetched too. The default is true.
  public var includesSubentities = true

  /// Whether results include the context's unsaved changes. The default is true.
  ///
  /// Dictionaries never include them; they contain the store's values. Before unsaved changes are
  /// included, deletions are propagated to related objects, unless `propagatesDeletesAtEndOfEvent`
  /// is false.
  ///
  /// The predicate sees the unsaved values of each object of the entity that has unsaved changes
  /// itself. Objects without changes are matched in the store, as saved there: the predicate then
  /// sees the saved values of related objects.
  public var includesPendingChanges = true

  /// Whether the objects are returned as faults, whose values have been read but not yet used. The
  /// default is true.
  public var returnsObjectsAsFaults = true

  /// The form of the results. It is determined by `ResultType`; a fetch of any other form throws.
  public var resultType: FetchRequestResultType = ResultType.fetchRequestResultType

  /// Whether values are fetched with objects and IDs. The default is true.
  public var includesPropertyValues = true

  /// The values to fetch; nil for all.
  ///
  /// A dictionary contains them under their names, key paths and expression names; by default, it
  /// contains all attributes and no relationships. For objects, the names are only checked: fetched
  /// objects always have all their values.
  public var propertiesToFetch: [any FetchableProperty]?

  /// The values by which dictionaries are grouped: one dictionary for each existing combination,
  /// with nil treated as a value.
  public var propertiesToGroupBy: [any FetchableProperty]?

  /// Selects the groups; nil for all.
  ///
  /// It refers to the dictionaries' keys, as variables or as key paths: `$count > 1`, `count > 1`.
  public var havingPredicate: FetchPredicate?

  /// Whether equal dictionaries are returned only once. The default is false.
  public var returnsDistinctResults = false

  /// The number of objects read at a time, on demand; 0 for all at once.
  ///
  /// With a batch size, `fetch(_:)` returns faults that have only their IDs. When the first object
  /// of a batch is accessed, the rows of its batch, which are its neighbors in the result, are read
  /// in one statement. `fetchLazily(_:)` also creates the objects on demand.
  public var fetchBatchSize = 0

  /// Relationships to prefetch, as key paths from the entity, such as `reservations.camper`: read
  /// with one statement for each step of a path, instead of one for each object.
  ///
  /// With a batch size, they are read together with each batch. IDs, dictionaries and counts ignore
  /// them, but an invalid key path is an error there as well.
  public var relationshipKeyPathsForPrefetching: [String]?

  /// Whether objects that were read before adopt the values that are fetched now, unless they have
  /// unsaved changes. The default is false: they keep their values.
  public var shouldRefreshRefetchedObjects = false

  /// Creates a request for the entity whose class is `ResultType`.
  public init() {}

  /// Creates a request for an entity by name; the name is looked up when the request is executed.
  public init(entityName: String) { self.entityName = entityName }
}

/// A class that can create fetch requests for its objects.
public protocol Fetchable: ManagedObject {}

extension ManagedObject: Fetchable {}

extension Fetchable {
  /// A request for the objects of this class.
  public static func fetchRequest() -> FetchRequest<Self> { FetchRequest<Self>() }
}
