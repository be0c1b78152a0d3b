import ObjectModel
import ObjectStore

/// The unsaved changes of a context, and what of them happened in the current event.
///
/// Invariant: an object has the state `changed` exactly as long as it is in the list of changes, and
/// one with the state `pending` is named by the current event. Deletions wait in a list of their own
/// until they have reached related objects.
final class ChangeTracker {
  /// The new, changed and deleted objects.
  var changes = ChangeList()

  /// What happened since the last `processPendingChanges`.
  var pending = PendingEvents()

  /// The event whose end is being announced.
  var announced: AnnouncedEvent?

  /// Changes of to-many relationships that their owners do not know of yet.
  var inverses = InverseLog()

  /// Objects whose deletion has not reached their relationships; none of them is new.
  var deletions = ObjectQueue()

  /// New objects that were deleted and are about to be discarded.
  var discarded = ObjectQueue()

  /// Registers events with the undo manager; nil without one.
  var undoHook: (any UndoHook)?

  /// What the next save has to heed beside the changes.
  var conditions: SaveConditions

  /// The save that is going on; nil at other times.
  var save: ContextSave?

  /// Whether deletions are being carried over to related objects.
  var isPropagating = false

  /// Whether the end of the event is on its way.
  var isEndScheduled = false

  /// - Parameter problems: what is wrong between the classes and the model.
  init(problems: [ObjectGraphError] = []) { conditions = SaveConditions(errors: problems) }

  /// Whether anything happened since the last `processPendingChanges`.
  var hasPendingChanges: Bool { !pending.isEmpty || changes.hasUnreported }

  /// Takes note that an object is new, or is about to be changed or deleted.
  func recordChange(of object: ManagedObject) {
    if object.state.contains(.planned) { save?.separate(object) }
    if !object.state.contains(.changed) {
      // The tail of the list of changes is what happened in this event.
      object.state.insert([.changed, .pending])
      changes.append(object)
    } else if !object.state.contains(.pending) {
      object.state.insert(.pending)
      pending.recordChange(of: object)
    }
  }

  /// Ends the event.
  ///
  /// - Returns: what happened in it, with the places of the objects that entered the list of changes;
  ///   nil when nothing did.
  func endEvent() -> AnnouncedEvent? {
    guard hasPendingChanges else { return nil }
    let event = AnnouncedEvent(events: pending, entered: changes.firstUnreported..<changes.end)
    pending = PendingEvents()
    changes.markReported()
    undoHook?.record(event.events, entered: event.entered)
    inverses.endEvent()
    return event
  }

  /// Forgets all changes; the objects stay as they are.
  ///
  /// - Parameter problems: what is wrong between the classes and the model.
  /// - Returns: the objects.
  @discardableResult
  func forgetAll(problems: [ObjectGraphError] = []) -> [ManagedObject] {
    conditions = SaveConditions(errors: problems)
    let objects = changes.filter { _ in true }
    changes.removeAll()
    pending = PendingEvents()
    inverses.removeAll()
    deletions = ObjectQueue()
    return objects
  }

  /// What breaks the invariant, for tests; empty when nothing does.
  ///
  /// - Parameter objects: the registered ones.
  func checkInvariants(_ objects: [ManagedObject]) -> [String] {
    var problems: [String] = []
    var listed: Set<ManagedObject> = []
    for index in 0..<changes.end {
      guard let object = changes[index] else { continue }
      if !listed.insert(object).inserted { problems.append("\(object) is listed twice") }
      if Int(object.changeIndex) != index { problems.append("\(object) knows another place") }
      if !object.state.contains(.changed) { problems.append("\(object) is listed and unchanged") }
    }
    if listed.count != changes.count { problems.append("the list miscounts its objects") }
    let named = Set(changes.unreported).union(pending.changedAgain.map(\.object))
    for object in objects {
      if object.state.contains(.changed), !listed.contains(object) {
        problems.append("\(object) is changed and not listed")
      }
      if object.state.contains(.pending), !named.contains(object) {
        problems.append("\(object) is pending and not named by the event")
      }
    }
    return problems
  }
}
