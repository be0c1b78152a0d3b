import ObjectModel
import ObjectStore

/// What to fetch: an entity, a predicate, an order, a window, and in which form.
///
///     let request = FetchRequest<Reservation>(entityName: "Reservation")
///     request.predicate = try FetchPredicate(format: "campSite.siteNumber == %@", 15)
///     request.sortDescriptors = [FetchSortDescriptor(key: "dateFrom", ascending: true)]
///     let reservations = try context.fetch(request)
///
/// The type of the results says the form: a class of managed objects, `ManagedObjectID`,
/// `[String: any Sendable]` or `Int`.
public final class FetchRequest<ResultType: FetchRequestResult> {
  /// The name of the entity to fetch; nil stands for the entity whose class is `ResultType`.
  public var entityName: String?

  /// The entity to fetch: the one that was set here, or that a context found when it last carried
  /// the request out; nil before. Setting it sets `entityName`.
  public var entity: EntityDescription? {
    get { knownEntity?.name == entityName || entityName == nil ? knownEntity : nil }
    set {
      knownEntity = newValue
      entityName = newValue?.name
    }
  }

  var knownEntity: EntityDescription?

  /// Which objects; nil for all. A conjunction of no predicates reads as nil.
  ///
  /// A `FetchRequestExpression` in it is carried out first, each time the request is.
  public var predicate: FetchPredicate? {
    didSet {
      if let compound = predicate as? CompoundPredicate, compound.isEmptyConjunction {
        predicate = nil
      }
    }
  }

  /// Most significant first; ties end on the primary key.
  ///
  /// The dictionaries of groups are sorted by the keys that they have; ties
  /// end on the group's values.
  public var sortDescriptors: [FetchSortDescriptor]?

  /// The greatest number of results, or 0 for all. It applies after unsaved changes are laid over.
  public var fetchLimit = 0

  /// How many results to leave out at the start. It applies after unsaved changes are laid over.
  public var fetchOffset = 0

  /// The stores to look into; nil for all that hold the entity. Stores that do not hold it, or were
  /// removed, have nothing to find.
  public var affectedStores: [PersistentStore]?

  /// Whether objects of subentities are fetched too. The default is true.
  public var includesSubentities = true

  /// Whether unsaved changes of the context count. The default is true.
  ///
  /// They never do in dictionaries, which are what the store has. Where they do, deletions reach
  /// related objects before, unless `propagatesDeletesAtEndOfEvent` is false.
  ///
  /// The predicate sees the unsaved values of each object of the entity that has unsaved changes
  /// itself. One that has none is looked for in the store, as it is saved there: what the predicate
  /// reads of related objects are then their saved values.
  public var includesPendingChanges = true

  /// Whether the objects come as faults, whose values are at hand but were not asked for. The
  /// default is true.
  public var returnsObjectsAsFaults = true

  /// In which form the results come. `ResultType` decides; a fetch of any other form throws.
  public var resultType: FetchRequestResultType = ResultType.fetchRequestResultType

  /// Whether the values come with objects and IDs. The default is true.
  public var includesPropertyValues = true

  /// The values to fetch; nil for all.
  ///
  /// A dictionary has them under their names, key paths and the names of expressions; without any
  /// it has all attributes and no relationships. Of objects the names are checked alone: an object
  /// that has values at hand has all of them.
  public var propertiesToFetch: [any FetchableProperty]?

  /// The values by which dictionaries are grouped: one for each combination that there is, nil
  /// being a value like others.
  public var propertiesToGroupBy: [any FetchableProperty]?

  /// Which groups; nil for all.
  ///
  /// It speaks of the dictionaries' keys, as variables or as key paths: `$count > 1`, `count > 1`.
  public var havingPredicate: FetchPredicate?

  /// Whether dictionaries that are equal come once. The default is false.
  public var returnsDistinctResults = false

  /// How many objects are read at a time, as they are asked for; 0 for all at once.
  ///
  /// `fetch(_:)` then gives faults that know nothing but their IDs. The first of a batch that is
  /// asked for a value reads the rows of its batch, the neighbours in the order of the result, in
  /// one statement. `fetchLazily(_:)` does not even make the objects before.
  public var fetchBatchSize = 0

  /// Relationships to read along, by their key paths from the entity, such as
  /// `reservations.camper`: in one go for each step of a path, instead of for each object.
  ///
  /// With a batch size they are read along with each batch. IDs, dictionaries and counts have no
  /// use for them; a key path that leads nowhere is an error there as well.
  public var relationshipKeyPathsForPrefetching: [String]?

  /// Whether objects that were read before take the values that are fetched now, unless they have
  /// unsaved changes. The default is false: they keep the values that they have.
  public var shouldRefreshRefetchedObjects = false

  /// Makes a request for the entity whose class is `ResultType`.
  public init() {}

  /// Makes a request for the entity of that name; it is looked up when the request is executed.
  public init(entityName: String) { self.entityName = entityName }
}

/// A class that can ask for objects of its own.
public protocol Fetchable: ManagedObject {}

extension ManagedObject: Fetchable {}

extension Fetchable {
  /// A request for the objects of this class.
  public static func fetchRequest() -> FetchRequest<Self> { FetchRequest<Self>() }
}
