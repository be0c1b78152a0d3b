import ObjectModel
import ObjectStore

/// Registers the events of one context with an undo manager, and undoes them.
///
/// The context retains it; the manager's actions do not.
final class UndoRecorder {
  let manager: UndoManager

  /// Not retained: the context clears it when it is deallocated.
  private(set) unowned(unsafe) var context: ManagedObjectContext?

  /// New objects that were deleted in this event, to which rows may still refer by key, together
  /// with the hierarchy, since keys may occur in several.
  private var discarded: [RowPlace: ManagedObject] = [:]
  private var discardedChanges: [ObjectChange] = []

  /// Objects that were changed by undoing or redoing.
  private var touched: [ManagedObject] = []

  init(manager: UndoManager, context: ManagedObjectContext) {
    self.manager = manager
    self.context = context
    manager.attach(self)
  }

  /// Detaches from the manager, and removes all of the context's actions.
  func detach() {
    manager.detach(self)
    context.map { manager.removeAllActions(withTarget: $0) }
    context = nil
  }

  // MARK: For the manager

  /// Whether nothing can be undone at the moment.
  var isBusy: Bool { context.map { $0.isSaving || $0.tracker.isPropagating } ?? false }

  var hasPendingChanges: Bool { context?.tracker.hasPendingChanges ?? false }

  func flush() { context?.processPendingChanges() }

  func scheduleEndOfEvent() { context?.scheduleProcessing() }

  // MARK: Recording

  /// Records a new object that was deleted, while it still has its relationships.
  func recordDiscarded(_ object: ManagedObject) {
    guard let context, !object.state.isNewInEvent else { return }
    discarded[object.place] = object
    let again = context.tracker.eventStart(of: object)
    ObjectChange(of: object, again: again, in: context, discarded: discarded).map {
      discardedChanges.append($0)
    }
  }

  /// Registers the changes of an event.
  func record(_ events: PendingEvents, entered: Range<Int>) {
    guard let context else { return }
    let (discarded, discardedChanges) = (discarded, discardedChanges)
    forgetEvent()
    let isUndone = manager.isUndoing || manager.isRedoing
    if isUndone {
      touched += events.changedAgain.map(\.object)
      touched += entered.compactMap { context.tracker.changes[$0] }
    }
    guard manager.isUndoRegistrationEnabled else { return manager.endEvent() }
    var changes = discardedChanges
    var seen: Set<ObjectIdentifier> = []
    func add(_ object: ManagedObject, _ again: PendingEvents.ChangedAgain?) {
      guard object.contextReference === context, seen.insert(ObjectIdentifier(object)).inserted
      else { return }
      ObjectChange(of: object, again: again, in: context, discarded: discarded).map {
        changes.append($0)
      }
    }
    for again in events.changedAgain { add(again.object, again) }
    for index in entered { context.tracker.changes[index].map { add($0, nil) } }
    guard changes.contains(where: \.isVisible) else { return manager.endEvent() }
    manager.registerEvent(of: self) { $0.takeBack(changes) }
  }

  /// Discards what was recorded for the current event.
  func forgetEvent() {
    discarded = [:]
    discardedChanges = []
  }

  // MARK: Undoing

  private func takeBack(_ changes: [ObjectChange]) {
    guard let context else { return }
    let restorable = changes.filter { !$0.isAbsent && context.bringBack($0) }
    for change in restorable { context.restoreValues(of: change) }
    for change in changes where change.isAbsent && context.isDeletedHere(change.object) {
      context.restoreValues(of: change)
    }
    for change in restorable where change.existed { context.restorePlaces(of: change) }
    for change in restorable where change.existed { context.restoreOrders(of: change) }
    for change in restorable where !change.existed { context.takeOut(change.object) }
    for change in restorable { change.object.awake(fromSnapshotEvents: change.snapshotEvent) }
    // Each event remains separate, so that redoing takes the same steps.
    context.processPendingChanges()
  }

  /// Makes objects clean that undoing or redoing has restored to the store's values.
  func finishUndoing() {
    let objects = touched
    touched = []
    guard let context else { return }
    for object in objects where object.contextReference === context {
      context.settleIfUnchanged(object)
    }
  }
}
