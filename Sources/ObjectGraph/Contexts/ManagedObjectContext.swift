import Foundation
import ObjectModel
import ObjectStore

/// A scratch pad of managed objects: it fetches them, keeps one instance of each, tracks their
/// changes and saves them.
///
/// A context and its objects stay on one queue: the main actor for `viewContext` and `mainContext`,
/// or a private queue behind a `BackgroundContext`. It is not `Sendable`, so the compiler refuses
/// to take it elsewhere. Clean objects live for as long as someone holds them; new, changed and
/// deleted ones are held until they are saved or rolled back.
public final class ManagedObjectContext {
  var contextParent: ContextParent
  let queue: ContextQueue
  let coordinator: PersistentStoreCoordinator
  let model: ModelLayout
  let bindings: ModelBinding

  let registry: ObjectRegistry

  /// Keys of faults without a row, per hierarchy, to be read together with the next one that fires.
  var unread: [[Int64]]

  let tracker = ChangeTracker()

  /// When to read the members of relationships again.
  let membershipClocks = MembershipClocks()

  /// The save that is going on; nil at other times.
  var currentSave: ContextSave?
  var isProcessing = false
  var sender = NotificationSender.context
  var selfHandle = Weak<ContextHandle>(nil)
  /// Whether the handle lives for as long as the context.
  var isOwnedByHandle = false
  /// The identities of the coordinator's stores at their numbers, as far as they were needed.
  private var knownStores: [StoreIdentity] = []
  /// The stores that new objects were assigned to, by their temporary references.
  var assignments: [Int64: StoreIdentity] = [:]
  /// How many removals of stores the context has taken notice of.
  var knownRemovals: Int
  /// Where the context waits for what others save; nil while it merges nothing by itself.
  var mergeMembership: MergeMembership?
  /// The children that take over what is saved into this context, and what it saves.
  var childMergers: MergeRegistry?
  private var isProcessingScheduled = false
  var observers: ContextObservers?

  /// Keys that objects got when they were saved, by their temporary references, for children and
  /// rows that still know those.
  var permanentKeys: [Int64: Int64] = [:]

  /// Keys of objects that share unsaved values with the parent context, per hierarchy: it may have
  /// saved them since.
  var shared: [[Int64]]
  var sharesAnything = false

  /// See `stalenessInterval`.
  var staleness: TimeInterval = -1

  /// How relationships are read ahead in this event, by the relationship's layout.
  var readAheads: [ObjectIdentifier: ReadAhead] = [:]

  /// Fetches with a batch size whose objects wait for their rows; nil mostly.
  var fetchBatches: FetchBatches?

  /// Objects that prefetching came past in this event; nil mostly.
  var passedInEvent: [ManagedObject]?

  /// Fetches that go on elsewhere, by their numbers; nil mostly.
  var asynchronousFetches: [Int: any PendingFetch]?

  /// Whether reading a property of an object whose row is gone marks the object as deleted. The
  /// default is true.
  ///
  /// Either way the property reads as empty, and the error is kept in `errors` and thrown by the
  /// next save. With true the object's `isDeleted` is true from then on, and the next
  /// `didChangeObjectsNotification` names it among the deleted; a save has nothing to delete. With
  /// false it stays a fault. In both cases it is asked for again after a refresh. What can throw,
  /// such as `value(forKey:)` and `existingObject(with:)`, throws code 133000 and marks nothing.
  public var shouldDeleteInaccessibleFaults = true

  /// What a save does about conflicts with what others wrote. The default is `MergePolicy.error`.
  ///
  /// In a chain of contexts that of the context whose `save()` or `saveThrough()` was called rules.
  /// A save into a parent context runs into no conflicts: there the child's changes have their way.
  public var mergePolicy = MergePolicy.error

  /// The objects that `detectConflicts(for:)` was called with; nil mostly.
  var watched: [ManagedObject]?

  /// What the parent knows of this context, and this context of its children.
  let link = ChildLink()

  /// A name for debugging.
  public var name: String?

  /// Who makes the changes of the context, such as a clerk's name, for observers of its saves.
  ///
  /// The stores keep no history of changes, and do not write it.
  public var transactionAuthor: String?

  /// Anything that the application wants to keep with the context.
  public var userInfo: [String: Any] = [:]

  /// Errors of properties, which cannot throw; the next `save()` throws them.
  public internal(set) var errors: [ObjectGraphError] = []

  /// Whether deletions reach related objects at the end of the event, or only with the save. The
  /// default is true.
  public var propagatesDeletesAtEndOfEvent = true

  /// - Parameter bindings: nil for those to the classes that the model names.
  init(parent: ContextParent, queue: ContextQueue, bindings: ModelBinding? = nil) {
    contextParent = parent
    self.queue = queue
    coordinator = parent.coordinator
    model = coordinator.layout
    self.bindings = bindings ?? ModelBinding.of(model)
    registry = ObjectRegistry(entityCount: model.entities.count)
    unread = Array(repeating: [], count: model.entities.count)
    shared = unread
    errors = self.bindings.problems
    knownRemovals = coordinator.removalCount
    registry.context = self
    guard case .context(let handle) = parent else { return }
    let link = link
    handle.performAndWait { $0.link.add(link) }
  }

  /// Makes a context on the main queue whose saves go to a coordinator's store.
  @MainActor
  public convenience init(mainQueueFor coordinator: PersistentStoreCoordinator) {
    self.init(parent: .coordinator(coordinator), queue: .main)
  }

  /// Makes a context on the main queue whose saves go to a background context.
  @MainActor
  public convenience init(mainQueueChildOf parent: BackgroundContext) {
    self.init(parent: .context(parent.handle), queue: .main)
  }

  /// Makes a scratch pad on the same queue: saving it moves its changes
  /// here, dropping it drops them.
  public func makeChild() -> ManagedObjectContext {
    ManagedObjectContext(parent: .context(makeHandle()), queue: queue)
  }

  deinit {
    tracker.undoHook?.detach()
    mergeMembership?.end()
    announceDroppedChanges()
    releaseObjects()
    registry.context = nil
  }

  /// Takes all objects out of the context.
  func releaseObjects() {
    registry.leaveAll { $0.state.subtract(.unsaved) }
    fetchBatches = nil
    passedInEvent = nil
  }

  /// The coordinator that the context, directly or over its parents, reads from.
  public var persistentStoreCoordinator: PersistentStoreCoordinator? { coordinator }

  /// The identity of the store that a positive key belongs to.
  func storeIdentity(ofKey key: Int64) -> StoreIdentity? {
    let number = StoreIdentity.number(ofKey: key)
    if number >= knownStores.count { knownStores = coordinator.storeIdentities }
    return number < knownStores.count ? knownStores[number] : nil
  }

  /// The handle through which other queues reach this context.
  func makeHandle() -> ContextHandle {
    if let handle = selfHandle.object { return handle }
    let handle = ContextHandle(queue: queue, context: self)
    selfHandle = Weak(handle)
    return handle
  }

  /// Keeps an error of something that cannot throw.
  func record(_ error: ObjectGraphError) {
    errors.append(error)
    post(Self.didRecordErrorNotification, userInfo: ["error": error])
  }

  // MARK: What is in here

  /// All objects that are registered, in no particular order.
  public var registeredObjects: Set<ManagedObject> {
    Set(registry.objects)
  }

  /// Objects that were inserted and not saved yet.
  public var insertedObjects: Set<ManagedObject> {
    Set(tracker.changes.filter { $0.isInserted && !$0.isDeleted })
  }

  /// Objects that were changed and not saved yet, new and deleted ones left out.
  public var updatedObjects: Set<ManagedObject> { Set(tracker.changes.filter(\.isUpdated)) }

  /// Objects that will be taken from the store with the next save.
  public var deletedObjects: Set<ManagedObject> { Set(tracker.changes.filter(\.isDeleted)) }

  /// Whether anything is new, changed or deleted.
  public var hasChanges: Bool { !tracker.changes.isEmpty }

  // MARK: Entities and classes

  func binding(forClass objectClass: ManagedObject.Type) -> EntityBinding? {
    guard let binding = bindings.binding(of: objectClass) else {
      record(
        ObjectGraphError(
          .invalidArgument, "no entity of the model has the class \(objectClass)",
          repair: "name the class in the model, or register it before the model is used"))
      return nil
    }
    return refuseAbstract(binding) ? nil : binding
  }

  func binding(
    forInsertionOf entity: EntityDescription, as objectClass: ManagedObject.Type
  ) -> EntityBinding? {
    guard let binding = bindings.binding(of: entity) else {
      record(
        ObjectGraphError(
          .invalidArgument, "the entity \(entity.name ?? "") is not in the context's model",
          entityName: entity.name))
      return nil
    }
    guard objectClass.isSubclass(of: binding.objectClass) else {
      record(
        ObjectGraphError(
          .invalidArgument,
          "the entity \(binding.layout.name) has objects of class \(binding.objectClass), not \(objectClass)",
          repair: "use EntityDescription.insertNewObject(forEntityName:into:)",
          entityName: entity.name))
      return nil
    }
    return refuseAbstract(binding) ? nil : binding
  }

  private func refuseAbstract(_ binding: EntityBinding) -> Bool {
    guard binding.layout.isAbstract else { return false }
    record(
      ObjectGraphError(
        .invalidArgument, "the entity \(binding.layout.name) is abstract and has no objects",
        repair: "insert an object of one of its subentities", entityName: binding.layout.name))
    return true
  }

  // MARK: Insertion

  func seedForInsertion(_ binding: EntityBinding) -> ManagedObjectSeed {
    ManagedObjectSeed(
      binding: binding, key: ManagedObjectID.nextTemporaryReference(),
      row: binding.layout.template.copy(extraBytes: 96), state: [.inserted, .ownsRow])
  }

  func didInsert(_ object: ManagedObject) {
    checkQueue("insert(_:)")
    object.row?.identify(key: object.key, version: 0)
    registry.enter(object)
    object.state.insert(.newInEvent)
    didChange(object)
    object.awakeFromInsert()
  }

  /// Puts an object that was made without a context, or has left its context, into this one.
  ///
  /// It is a new object with the attributes that it has; its relationships lead nowhere. One of
  /// another context is refused with an error in `errors`.
  public func insert(_ object: ManagedObject) {
    guard object.contextReference == nil else {
      if object.contextReference !== self {
        record(
          ObjectGraphError(
            .invalidArgument, "\(object) belongs to another context",
            repair: "make the object with init(context:)"))
      }
      return
    }
    guard let binding = binding(forInsertionOf: object.entity, as: type(of: object)) else { return }
    object.becomeNew(binding)
    didInsert(object)
  }

  /// Takes note that an object is new, or is about to be changed or deleted.
  func didChange(_ object: ManagedObject) {
    if object.state.contains(.planned) { currentSave?.separate(object) }
    tracker.noteChange(of: object)
    scheduleProcessing()
  }

  /// Sees to it that a main-queue context processes its changes at the end of the run loop's turn.
  func scheduleProcessing() {
    guard queue.isMain, !isProcessingScheduled else { return }
    isProcessingScheduled = true
    WeakContextReference(self).enqueue { context in
      context.isProcessingScheduled = false
      context.processPendingChanges()
    }
  }
}

/// A context stays on its queue.
@available(*, unavailable)
extension ManagedObjectContext: Sendable {}
