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
  /// Where the context reads from and saves to.
  var contextParent: ContextParent

  let queue: ContextQueue
  let model: ModelLayout
  let bindings: ModelBinding

  // The parts, each with an invariant of its own.

  let registry: ObjectRegistry
  let tracker: ChangeTracker
  let reader: RowReader
  let identities: TemporaryIdentities

  /// When to read the members of relationships again.
  let membershipClocks = MembershipClocks()

  let events = EventCenter()
  var links = ContextLinks()
  var settings = ContextSettings()

  /// - Parameter bindings: nil for those to the classes that the model names.
  init(parent: ContextParent, queue: ContextQueue, bindings: ModelBinding? = nil) {
    contextParent = parent
    self.queue = queue
    reader = RowReader(parent.coordinator)
    model = reader.coordinator.layout
    self.bindings = bindings ?? ModelBinding.of(model)
    registry = ObjectRegistry(entityCount: model.entities.count)
    tracker = ChangeTracker(problems: self.bindings.problems)
    identities =
      if case .context(let link) = parent { link.identities } else { TemporaryIdentities() }
    registry.context = self
  }

  /// Makes a context on the main queue whose saves go to a coordinator's store.
  @MainActor
  public convenience init(mainQueueFor coordinator: PersistentStoreCoordinator) {
    self.init(parent: .coordinator(coordinator), queue: .main)
  }

  /// Makes a context on the main queue whose saves go to a background context.
  @MainActor
  public convenience init(mainQueueChildOf parent: BackgroundContext) {
    self.init(parent: .child(of: parent.handle), queue: .main)
  }

  /// Makes a scratch pad on the same queue: saving it moves its changes
  /// here, dropping it drops them.
  public func makeChild() -> ManagedObjectContext {
    ManagedObjectContext(parent: .child(of: makeHandle()), queue: queue)
  }

  deinit {
    tracker.undoHook?.detach()
    links.membership?.end()
    announceDroppedChanges()
    releaseObjects()
    registry.context = nil
  }

  /// Takes all objects out of the context.
  func releaseObjects() {
    registry.leaveAll { $0.state.subtract(.unsaved) }
    reader.removeAll()
  }

  var coordinator: PersistentStoreCoordinator { reader.coordinator }

  /// The coordinator that the context, directly or over its parents, reads from.
  public var persistentStoreCoordinator: PersistentStoreCoordinator? { coordinator }

  /// The identity of the store that a positive key belongs to.
  func storeIdentity(ofKey key: Int64) -> StoreIdentity? { reader.storeIdentity(ofKey: key) }

  /// The handle through which other queues reach this context.
  func makeHandle() -> ContextHandle {
    if let handle = links.handle.object { return handle }
    let handle = ContextHandle(queue: queue, context: self)
    links.handle = Weak(handle)
    return handle
  }

  /// Keeps an error of something that cannot throw.
  func record(_ error: ObjectGraphError) {
    tracker.conditions.errors.append(error)
    post(Self.didRecordErrorNotification, userInfo: ["error": error])
  }

  // MARK: What is in here

  /// All objects that are registered, in no particular order.
  public var registeredObjects: Set<ManagedObject> { Set(registry.objects) }

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

  /// Takes note that an object is new, or is about to be changed or deleted.
  func didChange(_ object: ManagedObject) {
    tracker.recordChange(of: object)
    scheduleProcessing()
  }

  /// Sees to it that a main-queue context processes its changes at the end of the run loop's turn.
  func scheduleProcessing() {
    guard queue.isMain, !tracker.isEndScheduled else { return }
    tracker.isEndScheduled = true
    WeakContextReference(self).enqueue { context in
      context.tracker.isEndScheduled = false
      context.processPendingChanges()
    }
  }
}

extension ManagedObjectContext {
  /// What breaks an invariant of the context's parts, for tests; empty when nothing does.
  func checkInvariants() -> [String] {
    registry.checkInvariants() + tracker.checkInvariants(registry.objects)
      + reader.checkInvariants(registry) + checkIdentities() + checkRelationships()
  }
}

/// A context stays on its queue.
@available(*, unavailable)
extension ManagedObjectContext: Sendable {}
