import ObjectModel
import ObjectStore

/// The unsaved changes of a context, and which of them happened in the current event.
///
/// Invariant: an object has the state `changed` exactly while it is in the list of changes, and one
/// with the state `pending` is part of the current event. Deletions wait in a separate list until
/// they have been propagated to related objects.
final class ChangeTracker {
  /// The new, changed and deleted objects.
  private(set) var changes = ChangeList()

  /// What happened since the last `processPendingChanges`.
  private(set) var pending = PendingEvents()

  /// The event that is being announced.
  private(set) var announced: AnnouncedEvent?

  /// Changes of to-many relationships that have not been delivered to their owners.
  private(set) var inverses = InverseLog()

  /// Objects whose deletion has not been propagated through their relationships; none of them is
  /// new.
  private var deletions = ObjectQueue()

  /// New objects that were deleted and are about to be discarded.
  private var discarded = ObjectQueue()

  /// Registers the context's events with its undo manager; nil without one.
  private(set) var undoRecorder: UndoRecorder?

  /// What the next save has to consider besides the changes.
  var conditions: SaveConditions

  /// The save in progress, if any.
  private var save: ContextSave?

  /// The former states of objects and of these lists, while conflicts are being resolved.
  private var resolution: Resolution?

  /// Whether the end of the event has been scheduled.
  private var isEndScheduled = false

  /// What a failed resolution of conflicts returns to.
  private struct Resolution {
    var journal = ChangeJournal()
    let changes: ChangeList
    let pending: PendingEvents
    let inverses: InverseLog
    let deletions: ObjectQueue
    let conditions: SaveConditions
  }

  /// - Parameter problems: mismatches between the classes and the model.
  init(problems: [ObjectGraphError] = []) { conditions = SaveConditions(errors: problems) }

  /// Replaces what registers the context's events with an undo manager.
  func record(with recorder: UndoRecorder?) {
    undoRecorder?.detach()
    undoRecorder = recorder
  }

  // MARK: Changing

  /// Records that an object is new, or is about to be changed or deleted.
  func recordChange(of object: ManagedObject) {
    recordFormer(of: object)
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

  /// Records that an object is new.
  func recordInsertion(of object: ManagedObject) {
    object.become(.new)
    recordChange(of: object)
  }

  /// Records that the values of an object are about to change without a change to save.
  func recordSettling(of object: ManagedObject) {
    if object.state.isPlanned { save?.separate(object) }
  }

  /// Records that the values of an object with the state `isIndexed` change.
  func noteRewritten(_ object: ManagedObject) { changes.noteRewritten(object) }

  /// Makes a changed object clean, with the given values.
  func settle(_ object: ManagedObject, row: Row?) {
    changes.remove(object)
    object.settle(row: row)
  }

  /// Forgets an object's change; the object itself is unchanged.
  func forget(_ object: ManagedObject) { changes.remove(object) }

  /// Forgets what happened to objects that no longer have a store; the objects are unchanged.
  func forgetEvents(where isGone: (ManagedObject) -> Bool) {
    deletions.removeAll(where: isGone)
    pending.forget(where: isGone)
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

  // MARK: Deleting

  /// Runs an object's hook before its deletion.
  ///
  /// - Returns: false, without calling the hook, if it is running already.
  func prepareForDeletion(of object: ManagedObject) -> Bool {
    guard !object.state.isPreparingDeletion else { return false }
    object.become(.preparingDeletion)
    object.prepareForDeletion()
    object.become(.preparedForDeletion)
    return true
  }

  /// Records a deletion, which is then propagated to related objects.
  ///
  /// - Returns: false if the object is new: its deletion has to be propagated at once, since it is
  ///   unknown elsewhere.
  func recordDeletion(of object: ManagedObject) -> Bool {
    recordChange(of: object)
    object.become(.deleted)
    // A new object in a save in progress is about to be in the store.
    guard !object.isNew || object.state.isInSave else { return false }
    deletions.append(object)
    return true
  }

  /// Records a deletion that has been propagated in another way.
  func recordPropagatedDeletion(of object: ManagedObject) {
    object.recordChange()
    object.become(.deleted)
    object.become(.propagated)
  }

  /// Records that a deletion has reached the related objects, unless a hook has reverted it.
  func recordPropagation(of object: ManagedObject) {
    if object.isDeleted { object.become(.propagated) }
  }

  /// Propagates a deletion again.
  func repeatDeletion(of object: ManagedObject) {
    object.become(.propagating)
    deletions.append(object)
  }

  /// Records that the row of a deleted object is already gone from the store.
  func recordDeletionInStore(of object: ManagedObject) { object.become(.deletedInStore) }

  /// Reverts a deletion.
  ///
  /// - Parameter isInsertion: whether that counts as an insertion in this event.
  func revertDeletion(of object: ManagedObject, isInsertion: Bool = false) {
    object.become(isInsertion ? .undeletedInEvent : .undeleted)
    deletions.removeAll { $0 === object }
  }

  /// Whether deletions have not been propagated to related objects.
  var hasDeletions: Bool { !deletions.isEmpty }

  /// Whether deletions are being propagated.
  var isPropagating: Bool { deletions.isBeingEmptied }

  /// Calls the body with each deleted object that has not been propagated, including those that
  /// arrive in the meantime.
  func emptyDeletions(_ body: (ManagedObject) -> Void) {
    empty(\.deletions) { if !$0.state.isPropagated { body($0) } }
  }

  /// Calls the body with each of the new objects that were deleted, including those that arrive in
  /// the meantime.
  func discard(_ objects: [ManagedObject], _ body: (ManagedObject) -> Void) {
    for object in objects { discarded.append(object) }
    empty(\.discarded, body)
  }

  /// Forgets a new object that was deleted.
  func recordDiscarding(of object: ManagedObject) {
    undoRecorder?.recordDiscarded(object)
    changes.remove(object)
    object.become(.discarded)
  }

  private func empty(
    _ queue: ReferenceWritableKeyPath<ChangeTracker, ObjectQueue>, _ body: (ManagedObject) -> Void
  ) {
    guard self[keyPath: queue].begin() else { return }
    var next = 0
    while next < self[keyPath: queue].objects.count {
      let object = self[keyPath: queue].objects[next]
      next += 1
      body(object)
    }
    self[keyPath: queue].end()
  }

  // MARK: Events

  /// Whether anything happened since the last `processPendingChanges`.
  var hasPendingChanges: Bool { !pending.isEmpty || changes.hasUnreported }

  /// Records objects whose values were read again.
  func recordRefresh(of objects: [ManagedObject]) { pending.refreshed += objects }

  /// Removes and returns the objects whose values were read again.
  func removeRefreshed() -> [ManagedObject] {
    defer { pending.refreshed = [] }
    return pending.refreshed
  }

  /// Records an object whose row was found to be missing, and which is treated as deleted.
  func recordMissing(_ object: ManagedObject) {
    object.become(.deletedElsewhere)
    pending.inaccessible.append(object)
  }

  /// The first state of an object in this event, or in the one that is being announced, if it had
  /// changed before.
  func eventStart(of object: ManagedObject) -> PendingEvents.ChangedAgain? {
    pending.start(of: object)
  }

  func announcedStart(of object: ManagedObject) -> PendingEvents.ChangedAgain? {
    announced?.events.start(of: object)
  }

  /// Whether the end of the event is to be scheduled.
  func scheduleEnd() -> Bool {
    defer { isEndScheduled = true }
    return !isEndScheduled
  }

  func scheduledEndCame() { isEndScheduled = false }

  /// Ends the event.
  ///
  /// - Parameter report: called with each object that changed in it, and whether it was inserted in
  ///   it.
  /// - Returns: the changes of the event, with the places of the objects added to the list of
  ///   changes; nil if nothing changed.
  func endEvent(_ report: (ManagedObject, _ isNew: Bool) -> Void = { _, _ in }) -> AnnouncedEvent? {
    guard hasPendingChanges else { return nil }
    let event = AnnouncedEvent(events: pending, entered: changes.firstUnreported..<changes.end)
    pending = PendingEvents()
    changes.markReported()
    undoRecorder?.record(event.events, entered: event.entered)
    inverses.endEvent()
    func end(_ object: ManagedObject) {
      let isNew = object.state.isNewInEvent
      object.become(.reported)
      object.visitToManys { $0.endEvent() }
      report(object, isNew)
    }
    for index in event.entered {
      if let object = changes[index] { end(object) }
    }
    for again in event.events.changedAgain { end(again.object) }
    return event
  }

  /// Runs a body that announces an event.
  func announce(_ event: AnnouncedEvent, _ body: () -> Void) {
    let outer = announced
    announced = event
    body()
    announced = outer
  }

  // MARK: To-many relationships

  /// Records an addition or removal for delivery to the owner.
  func log(_ entry: InverseLog.Entry) { inverses.append(entry) }

  /// Removes and returns the entries to deliver.
  func removeInverses() -> InverseLog {
    defer { inverses.removeAll() }
    return inverses
  }

  /// Removes and returns the entries that were saved.
  func removeSavedInverses() -> [InverseLog.Entry] { inverses.removePlanned() }

  // MARK: Saving

  var isSaving: Bool { save != nil }

  func beginSave(on queue: ContextQueue) { save = ContextSave(on: queue) }

  /// Marks the point after which only the notifications of the save remain.
  func finishSave() { save?.end() }

  func endSave() { save = nil }

  /// Calls the body with each changed object, which the save is to write.
  func plan(_ body: (_ place: Int, ManagedObject) -> Void) {
    // Reading objects may change others, which the next save writes.
    let planned = changes
    planned.visitPlaces { place, object in
      object.become(.planned)
      body(place, object)
    }
    changes.markPlanned(upTo: planned.end)
    inverses.markPlanned()
  }

  /// After a failed save, returns the rows to the objects, with all changes.
  ///
  /// - Returns: new objects that were deleted since the plan.
  func abandonPlan() -> [ManagedObject] {
    changes.visit { object in
      // A separated object may not have copied the row yet, which no save uses any more.
      object.become(object.state.isInSave ? .unwritten : .unplanned)
      object.visitToManys { $0.unmarkPlanned() }
    }
    inverses.unmarkPlanned()
    changes.unmarkPlanned()
    let gone = (save?.reunite() ?? []).filter { $0.isNew && $0.isDeleted }
    deletions.removeAll { gone.contains($0) }
    return gone
  }

  /// Removes and returns the changes that were saved. Changes made in the middle of the save, by
  /// observers or by other threads that used the context while the save was waiting, belong to the
  /// next one.
  func removeSaved() -> ChangeList {
    let saved = changes.removePlanned(keepingSeparated: save?.hasSeparated ?? false)
    conditions.endSave(changes)
    return saved
  }

  // MARK: Searching

  /// The objects of a hierarchy, in order; those of others cost nothing.
  func objects(ofRoot root: Int) -> some Sequence<ManagedObject> { changes.objects(ofRoot: root) }

  /// The objects that may match a plan's predicate: see `ChangeList`.
  func objects(
    of layout: EntityLayout, passing screen: RowScreen, in model: ModelLayout,
    _ keyOfReference: (Int64) -> Int64?
  ) -> [ManagedObject] {
    changes.objects(of: layout, passing: screen, in: model, keyOfReference)
  }

  // MARK: Resolving conflicts

  /// Begins to record what changes, so that it can be restored.
  func beginResolution() {
    resolution = Resolution(
      changes: changes, pending: pending, inverses: inverses, deletions: deletions,
      conditions: conditions)
  }

  /// Records the state of an object before it changes, while conflicts are being resolved.
  @inline(__always)
  func recordFormer(of object: ManagedObject) {
    if resolution != nil { resolution?.journal.record(object) }
  }

  /// Keeps what changed.
  ///
  /// - Returns: the number of objects that did.
  @discardableResult
  func endResolution() -> Int {
    defer { resolution = nil }
    return resolution?.journal.count ?? 0
  }

  /// Restores what changed.
  func revertResolution(in registry: ObjectRegistry) {
    guard let former = resolution else { return }
    resolution = nil
    changes.removeAll()
    former.journal.restore(in: registry)
    changes = former.changes
    changes.restorePlaces()
    pending = former.pending
    inverses = former.inverses
    deletions = former.deletions
    conditions = former.conditions
  }

  // MARK: Checking
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
