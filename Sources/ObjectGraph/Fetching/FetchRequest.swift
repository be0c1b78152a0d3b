import ObjectModel
import ObjectStore

/// What to fetch: an entity, a predicate, an order, a window.
///
///     let request = FetchRequest<Reservation>(entityName: "Reservation")
///     request.predicate = try FetchPredicate(format: "campSite.siteNumber == %@", 15)
///     request.sortDescriptors = [FetchSortDescriptor(key: "dateFrom", ascending: true)]
///     let reservations = try context.fetch(request)
public final class FetchRequest<ResultType: ManagedObject> {
  /// The name of the entity to fetch; nil stands for the entity whose class is `ResultType`.
  public var entityName: String?

  /// Which objects; nil for all.
  public var predicate: FetchPredicate?

  /// Most significant first; ties end on the primary key.
  public var sortDescriptors: [FetchSortDescriptor]?

  /// The greatest number of objects, or 0 for all. It applies after unsaved changes are laid over.
  public var fetchLimit = 0

  /// How many objects to leave out at the start. It applies after unsaved changes are laid over.
  public var fetchOffset = 0

  /// The stores to look into; nil for all that hold the entity. Stores that do not hold it, or were
  /// removed, have nothing to find.
  public var affectedStores: [PersistentStore]?

  /// Whether objects of subentities are fetched too. The default is true.
  public var includesSubentities = true

  /// Whether unsaved changes of the context count. The default is true.
  public var includesPendingChanges = true

  /// Whether the objects come as faults, whose values are at hand but were not asked for. The
  /// default is true.
  public var returnsObjectsAsFaults = true

  /// Whether the values come with objects and IDs. The default is true.
  public var includesPropertyValues = true

  /// How many objects are read at a time, as they are asked for; 0 for all at once.
  ///
  /// `fetch(_:)` then gives faults that know nothing but their IDs. The first of a batch that is asked
  /// for a value reads the rows of its batch, the neighbours in the order of the result, in one
  /// statement. `fetchLazily(_:)` does not even make the objects before.
  public var fetchBatchSize = 0

  /// Relationships to read along, by their key paths from the entity, such as `reservations.camper`:
  /// in one go for each step of a path, instead of for each object.
  ///
  /// With a batch size they are read along with each batch.
  public var relationshipKeyPathsForPrefetching: [String]?

  /// Whether objects that were read before take the values that are fetched now, unless they have
  /// unsaved changes. The default is false: they keep the values that they have.
  public var shouldRefreshRefetchedObjects = false

  /// Makes a request for the entity whose class is `ResultType`.
  public init() {}

  /// Makes a request for the entity of that name; it is looked up when the request is executed.
  public init(entityName: String) {
    self.entityName = entityName
  }
}

/// A class that can ask for objects of its own.
public protocol Fetchable: ManagedObject {}

extension ManagedObject: Fetchable {}

extension Fetchable {
  /// A request for the objects of this class.
  public static func fetchRequest() -> FetchRequest<Self> {
    FetchRequest<Self>()
  }
}
