import ObjectModel

/// Records how to undo changes, and how to redo them.
///
/// A context with a manager automatically registers each of its events as a group; an application
/// can add its own actions, even to a context's manager. A manager must stay on the queue of its
/// contexts.
///
///     context.undoManager = UndoManager()
///     camper.fullName = "Johnny Appleseed"
///     context.undoManager?.setActionName("Rename")
///     context.undo()
///
/// Where Foundation's undo manager raises an exception, this one records an error in `errors` and
/// changes nothing.
public final class UndoManager {
  /// Whether an action that is registered outside of any group opens one for the rest of the event.
  /// The default is true; otherwise, the action forms its own group.
  ///
  /// An event ends when a context of this manager processes its pending changes, which a main-queue
  /// context does at the end of the run loop's turn, and with `undo()` and `redo()`.
  public var groupsByEvent = true

  /// The maximum number of groups to undo, and of groups to redo; 0, the default, for no limit.
  public var levelsOfUndo = 0 {
    didSet { trim() }
  }

  /// Whether actions are being undone; actions registered in the meantime can be redone.
  public private(set) var isUndoing = false

  /// Whether actions are being redone; actions registered in the meantime can be undone.
  public private(set) var isRedoing = false

  /// Unbalanced calls, actions that threw, and objects that could not be restored, oldest first;
  /// `removeAllActions()` clears them.
  public private(set) var errors: [ObjectGraphError] = []

  private var undoStack: [UndoGroup] = []
  private var redoStack: [UndoGroup] = []
  private var openGroups: [UndoGroup] = []
  private var disablings = 0
  private var recorders: [Weak<UndoRecorder>] = []

  /// Creates a manager with nothing to undo.
  public init() {}

  // MARK: Registering

  /// Whether actions are recorded.
  public var isUndoRegistrationEnabled: Bool { disablings == 0 }

  /// Stops recording actions until `enableUndoRegistration()` has been called as many times.
  ///
  /// A context registers its changes at the end of an event: process its pending changes before
  /// this and before registration is enabled again.
  public func disableUndoRegistration() { disablings += 1 }

  /// Reverts one `disableUndoRegistration()`; an extra call is recorded in `errors`.
  public func enableUndoRegistration() {
    guard disablings > 0 else {
      return report(
        "enableUndoRegistration() was called without disableUndoRegistration()",
        repair: "call the two in pairs")
    }
    disablings -= 1
  }

  /// Adds an action to the innermost open group, and discards the groups to redo.
  ///
  /// An action registered while undoing is used to redo, and vice versa.
  ///
  /// - Parameters:
  ///   - target: not retained, unless it is a managed object; the action is dropped when the target
  ///     is deallocated.
  ///   - handler: an error that it throws is recorded in `errors`; the following actions are still
  ///     executed.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping (Target) throws -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    let action = UndoAction(target: target, handler: handler)
    if openGroups.isEmpty {
      // The stack was cleared by an action that is being undone, so nothing of it is needed any
      // more.
      if isUndoing || isRedoing { return }
      if groupsByEvent {
        openEventGroup()
      } else {
        push(UndoGroup(actions: [action]))
        redoStack = []
        return
      }
    }
    openGroups[openGroups.count - 1].actions.append(action)
    if !isUndoing, !isRedoing { redoStack = [] }
  }

  // MARK: Grouping

  /// The number of open groups.
  public var groupingLevel: Int { openGroups.count }

  /// Opens a group: everything registered until it is closed is undone together.
  ///
  /// Pending changes of contexts are processed first, and stay outside of the group.
  public func beginUndoGrouping() {
    flush()
    openGroups.append(UndoGroup())
  }

  /// Closes the innermost group, after adding the pending changes of contexts to it; an extra call
  /// is recorded in `errors`. A group without actions leaves nothing to undo.
  public func endUndoGrouping() {
    flush()
    guard openGroups.count > (isUndoing || isRedoing ? 1 : 0) else {
      return report(
        "endUndoGrouping() was called without beginUndoGrouping()", repair: "call the two in pairs")
    }
    closeGroup(downTo: openGroups.count - 1)
  }

  private func openEventGroup() {
    openGroups.append(UndoGroup(isOfEvent: true))
    for recorder in recorders { recorder.object?.scheduleEndOfEvent() }
  }

  private func push(_ group: UndoGroup) {
    guard !group.actions.isEmpty else { return }
    undoStack.append(group)
    trim()
  }

  private func trim() {
    guard levelsOfUndo > 0 else { return }
    undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
    redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
  }

  // MARK: Names

  /// Names the current action: the outermost open group, the event with its pending changes, or the
  /// last group. An empty string removes the name.
  public func setActionName(_ name: String) {
    if openGroups.isEmpty, isUndoRegistrationEnabled, hasPendingChanges { openEventGroup() }
    if !openGroups.isEmpty {
      openGroups[0].name = name
    } else if !undoStack.isEmpty {
      undoStack[undoStack.count - 1].name = name
    }
  }

  /// The name of the group that `undo()` would undo, or an empty string.
  public var undoActionName: String { (openGroups.first ?? undoStack.last)?.name ?? "" }

  /// The name of the group that `redo()` would redo, or an empty string.
  public var redoActionName: String { redoStack.last?.name ?? "" }

  // MARK: Undoing

  /// Whether there is anything to undo, including changes of the current event.
  public var canUndo: Bool {
    !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty }
      || (isUndoRegistrationEnabled && hasPendingChanges)
  }

  /// Whether there is anything to redo.
  public var canRedo: Bool { !redoStack.isEmpty }

  /// Undoes the last group; does nothing if there is none.
  ///
  /// Refused, with an error in `errors`, while a group is open, a context of this manager is
  /// saving, or actions are being undone.
  public func undo() {
    guard isReady(for: "undo()"), let group = undoStack.popLast() else { return }
    isUndoing = true
    let reverse = carryOut(group)
    isUndoing = false
    if let reverse { redoStack.append(reverse) }
    trim()
  }

  /// Redoes the last undone group; does nothing if there is none. Refused in the same cases as
  /// `undo()`.
  public func redo() {
    guard isReady(for: "redo()"), let group = redoStack.popLast() else { return }
    isRedoing = true
    let reverse = carryOut(group)
    isRedoing = false
    if let reverse { undoStack.append(reverse) }
    trim()
  }

  private func isReady(for call: String) -> Bool {
    guard !isUndoing, !isRedoing else {
      report("\(call) was called by an action that is being undone or redone")
      return false
    }
    guard !recorders.contains(where: { $0.object?.isBusy == true }) else {
      report(
        "\(call) was called while a context is saving or deleting",
        repair: "call it after the save")
      return false
    }
    flush()
    endEvent()
    guard openGroups.isEmpty else {
      report(
        "\(call) was called while \(openGroups.count) groups are open",
        repair: "call endUndoGrouping() first")
      return false
    }
    return true
  }

  /// Executes the actions of a group, the last one first.
  ///
  /// - Returns: the group that reverts them, or nil if nothing was registered.
  private func carryOut(_ group: UndoGroup) -> UndoGroup? {
    openGroups = [UndoGroup(name: group.name)]
    for action in group.actions.reversed() {
      do {
        try action.carryOut()
      } catch {
        report(
          error as? ObjectGraphError
            ?? ObjectGraphError(.coreData, "an undo action failed: \(error)"))
      }
    }
    flush()
    for recorder in recorders { recorder.object?.finishUndoing() }
    if openGroups.count > 1 {
      report("an undo action left a group open", repair: "close it with endUndoGrouping()")
      closeGroup(downTo: 1)
    }
    guard var reverse = openGroups.popLast(), !reverse.actions.isEmpty else { return nil }
    reverse.name = group.name
    return reverse
  }

  // MARK: Removing actions

  /// Removes all actions, open groups and errors, and enables registration again.
  public func removeAllActions() {
    clear()
    disablings = 0
    errors = []
  }

  /// Removes the actions of one target.
  public func removeAllActions(withTarget target: AnyObject) {
    let id = ObjectIdentifier(target)
    for index in undoStack.indices { undoStack[index].actions.removeAll { $0.targetID == id } }
    for index in redoStack.indices { redoStack[index].actions.removeAll { $0.targetID == id } }
    for index in openGroups.indices { openGroups[index].actions.removeAll { $0.targetID == id } }
    undoStack.removeAll { $0.actions.isEmpty }
    redoStack.removeAll { $0.actions.isEmpty }
  }

  private func report(_ message: String, repair: String? = nil) {
    errors.append(ObjectGraphError(.invalidArgument, message, repair: repair))
  }
}

/// A manager must stay on the queue of its contexts.
@available(*, unavailable)
extension UndoManager: Sendable {}

/// The interface for contexts.
extension UndoManager {
  func attach(_ recorder: UndoRecorder) { recorders.append(Weak(recorder)) }

  /// Removes a context and its actions.
  func detach(_ recorder: UndoRecorder) {
    recorders.removeAll { $0.object == nil || $0.object === recorder }
    removeAllActions(withTarget: recorder)
  }

  /// Adds an action of a context to the open group, or as a separate group, and ends the event.
  func registerEvent(of recorder: UndoRecorder, handler: @escaping (UndoRecorder) -> Void) {
    if openGroups.isEmpty, !isUndoing, !isRedoing { openGroups.append(UndoGroup(isOfEvent: true)) }
    registerUndo(withTarget: recorder, handler: handler)
    endEvent()
  }

  /// Closes the group that was opened for the event, unless another one is open inside it.
  func endEvent() {
    guard openGroups.count == 1, openGroups[0].isOfEvent else { return }
    closeGroup(downTo: 0)
  }

  /// Opens a group for the following actions.
  ///
  /// - Returns: the argument for `closeGroup(downTo:)`.
  func openGroup() -> Int {
    openGroups.append(UndoGroup())
    return openGroups.count - 1
  }

  /// Closes groups until the given number is open; their actions are added to the enclosing group.
  func closeGroup(downTo level: Int) {
    while openGroups.count > level, let group = openGroups.popLast() {
      if openGroups.isEmpty {
        push(group)
      } else {
        openGroups[openGroups.count - 1].actions += group.actions
      }
    }
  }

  /// Removes all actions and open groups.
  func clear() {
    undoStack = []
    redoStack = []
    openGroups = []
  }

  func report(_ error: ObjectGraphError) { errors.append(error) }

  private func flush() {
    for recorder in recorders { recorder.object?.flush() }
  }

  private var hasPendingChanges: Bool {
    recorders.contains { $0.object?.hasPendingChanges == true }
  }
}
