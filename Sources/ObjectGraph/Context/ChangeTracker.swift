import ObjectModel
import ObjectStore

/// The unsaved changes of a context, and which of them happened in the current event.
///
/// Invariant: an object has the state `changed` exactly while it is in the list of changes, and one
/// with the state `pending` is part of the current event. Deletions wait in a separate list until
/// they have been propagated to related objects.
final class ChangeTracker {
  /// The new, changed and deleted objects.
  var changes = ChangeList()

  /// What happened since the last `processPendingChanges`.
  var pending = PendingEvents()

  /// The event that is being announced.
  var announced: AnnouncedEvent?

  /// Changes of to-many relationships that have not been delivered to their owners.
  var inverses = InverseLog()

  /// Objects whose deletion has not been propagated through their relationships; none of them is
  /// new.
  var deletions = ObjectQueue()

  /// New objects that were deleted and are about to be discarded.
  var discarded = ObjectQueue()

  /// Registers the context's events with its undo manager; nil without one.
  var undoRecorder: UndoRecorder?

  /// What the next save has to consider besides the changes.
  var conditions: SaveConditions

  /// The save in progress, if any.
  var save: ContextSave?

  /// Whether the end of the event has been scheduled.
  var isEndScheduled = false

  /// - Parameter problems: mismatches between the classes and the model.
  init(problems: [ObjectGraphError] = []) { conditions = SaveConditions(errors: problems) }

  /// Whether anything happened since the last `processPendingChanges`.
  var hasPendingChanges: Bool { !pending.isEmpty || changes.hasUnreported }

  /// Records that an object is new, or is about to be changed or deleted.
  func recordChange(of object: ManagedObject) {
    if object.state.isIndexed { changes.noteRewritten(object) }
    if object.state.isPlanned { save?.separate(object) }
    if !object.state.isChanged {
      // The end of the list of changes belongs to this event.
      object.become(.changed)
      changes.append(object)
    } else if !object.state.isPending {
      object.become(.changedAgain)
      pending.recordChange(of: object)
    }
  }

  /// Ends the event.
  ///
  /// - Returns: the changes of the event, with the places of the objects added to the list of
  ///   changes; nil if nothing changed.
  func endEvent() -> AnnouncedEvent? {
    guard hasPendingChanges else { return nil }
    let event = AnnouncedEvent(events: pending, entered: changes.firstUnreported..<changes.end)
    pending = PendingEvents()
    changes.markReported()
    undoRecorder?.record(event.events, entered: event.entered)
    inverses.endEvent()
    return event
  }

  /// Forgets all changes; the objects themselves are unchanged.
  ///
  /// - Parameter problems: mismatches between the classes and the model.
  /// - Returns: the objects that had changes.
  @discardableResult
  func forgetAll(problems: [ObjectGraphError] = []) -> [ManagedObject] {
    conditions = SaveConditions(errors: problems)
    let objects = changes.filter { _ in true }
    changes.removeAll()
    pending = PendingEvents()
    inverses.removeAll()
    deletions.removeAll { _ in true }
    return objects
  }

  /// Violations of the invariant, for tests.
  ///
  /// - Parameter objects: the registered objects.
  func checkInvariants(_ objects: [ManagedObject]) -> [String] {
    var problems: [String] = []
    var listed: Set<ManagedObject> = []
    for index in 0..<changes.end {
      guard let object = changes[index] else { continue }
      if !listed.insert(object).inserted { problems.append("\(object) is listed twice") }
      if Int(object.changeIndex) != index { problems.append("\(object) has another place") }
      if !object.state.isChanged { problems.append("\(object) is listed and unchanged") }
    }
    if listed.count != changes.count { problems.append("the list miscounts its objects") }
    problems += changes.checkIndex()
    let named = Set(changes.unreported).union(pending.changedAgain.map(\.object))
    for object in objects {
      if object.state.isChanged, !listed.contains(object) {
        problems.append("\(object) is changed and not listed")
      }
      if object.state.isPending, !named.contains(object) {
        problems.append("\(object) is pending and not part of the event")
      }
    }
    return problems
  }
}
