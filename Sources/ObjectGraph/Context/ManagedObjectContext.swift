import Foundation
import ObjectModel
import ObjectStore

/// A scratch pad of managed objects: it fetches objects, keeps one instance of each, tracks their
/// changes and saves them.
///
/// A context and its objects stay on one queue: the main actor for `viewContext` and `mainContext`,
/// or a private queue for a `BackgroundContext`. It is not `Sendable`, so the compiler prevents it
/// from leaving its queue. Clean objects live only as long as other code references them; new,
/// changed and deleted objects are kept alive until they are saved or rolled back.
public final class ManagedObjectContext {
  /// Where the context reads from and saves to.
  var contextParent: ContextParent

  let queue: ContextQueue
  let model: ModelLayout
  let bindings: ModelBinding

  // The parts, each with its own invariant.

  let registry: ObjectRegistry
  let tracker: ChangeTracker
  let relationships: RelationshipEditor
  let reader: RowReader

  let events = EventCenter()
  var links = ContextLinks()
  var settings = ContextSettings()

  /// - Parameter bindings: nil for the classes named in the model.
  init(parent: ContextParent, queue: ContextQueue, bindings: ModelBinding? = nil) {
    contextParent = parent
    self.queue = queue
    reader = RowReader(parent.coordinator)
    model = reader.coordinator.layout
    self.bindings = bindings ?? ModelBinding.of(model)
    let identities =
      if case .context(let link) = parent { link.identities } else { TemporaryIdentities() }
    registry = ObjectRegistry(entityCount: model.entities.count, identities: identities)
    tracker = ChangeTracker(problems: self.bindings.problems)
    relationships = RelationshipEditor(model, registry, tracker)
    registry.context = self
  }

  /// Creates a context on the main queue whose saves go to a coordinator's store.
  @MainActor
  public convenience init(mainQueueFor coordinator: PersistentStoreCoordinator) {
    self.init(parent: .coordinator(coordinator), queue: .main)
  }

  /// Creates a context on the main queue whose saves go to a background context.
  @MainActor
  public convenience init(mainQueueChildOf parent: BackgroundContext) {
    self.init(parent: .child(of: parent.handle), queue: .main)
  }

  /// Creates a scratch pad on the same queue: saving it moves its changes to this context, and
  /// releasing it discards them.
  public func makeChild() -> ManagedObjectContext {
    ManagedObjectContext(parent: .child(of: makeHandle()), queue: queue)
  }

  deinit {
    tracker.record(with: nil)
    endMerging()
    announceDroppedChanges()
    releaseObjects()
    registry.context = nil
  }

  /// Removes all objects from the context.
  func releaseObjects() {
    registry.leaveAll()
    reader.removeAll()
  }

  var coordinator: PersistentStoreCoordinator { reader.coordinator }

  var identities: TemporaryIdentities { registry.identities }

  /// The coordinator that the context reads from, directly or through its parents.
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

  /// Records an error of an operation that cannot throw.
  func record(_ error: ObjectGraphError) {
    tracker.conditions.errors.append(error)
    post(Self.didRecordErrorNotification, userInfo: ["error": error])
  }

  /// The result of the body, or nil; an error is recorded in `errors`.
  ///
  /// - Parameter code: the code for an error that is not an `ObjectGraphError`.
  @discardableResult
  func recording<Value>(
    otherwise code: ObjectGraphError.Code = .coreData, _ body: () throws -> Value
  ) -> Value? {
    do {
      return try body()
    } catch {
      record(ObjectGraphError(error, otherwise: code))
      return nil
    }
  }

  // MARK: Contents

  /// All objects that are registered, in no particular order.
  public var registeredObjects: Set<ManagedObject> { Set(registry.objects) }

  /// Objects that were inserted and have not been saved.
  public var insertedObjects: Set<ManagedObject> {
    Set(tracker.changes.filter { $0.isInserted && !$0.isDeleted })
  }

  /// Objects that were changed and have not been saved, except new and deleted ones.
  public var updatedObjects: Set<ManagedObject> { Set(tracker.changes.filter(\.isUpdated)) }

  /// Objects that the next save will delete from the store.
  public var deletedObjects: Set<ManagedObject> { Set(tracker.changes.filter(\.isDeleted)) }

  /// Whether anything is new, changed or deleted.
  public var hasChanges: Bool { !tracker.changes.isEmpty }

  /// Records that an object is new, or is about to be changed or deleted.
  func didChange(_ object: ManagedObject) {
    tracker.recordChange(of: object)
    scheduleProcessing()
  }

  /// Schedules the processing of changes at the end of the run loop's turn, in a main-queue
  /// context.
  func scheduleProcessing() {
    guard queue.isMain, tracker.scheduleEnd() else { return }
    WeakContextReference(self).enqueue { context in
      context.tracker.scheduledEndCame()
      context.processPendingChanges()
    }
  }
}

extension ManagedObjectContext {
  /// Violations of the invariants of the context's parts, for tests.
  func checkInvariants() -> [String] {
    registry.checkInvariants() + tracker.checkInvariants(registry.objects)
      + reader.checkInvariants(registry) + checkIdentities()
      + relationships.checkInvariants()
  }
}

/// A context must stay on its queue.
@available(*, unavailable)
extension ManagedObjectContext: Sendable {}
