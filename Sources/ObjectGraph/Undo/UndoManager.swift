import ObjectModel

/// Remembers how to take back what was done, and how to do it again.
///
/// A context with one registers each of its events as a group by itself; an application may add
/// actions of its own, also to a context's manager. A manager stays on the queue of its contexts.
///
///     context.undoManager = UndoManager()
///     camper.fullName = "Johnny Appleseed"
///     context.undoManager?.setActionName("Rename")
///     context.undo()
///
/// Where Foundation's raises, this one keeps an error in `errors` and changes nothing.
public final class UndoManager {
  /// Whether an action that is registered outside any group opens one for the rest of the event.
  /// The default is true; otherwise it is a group by itself.
  ///
  /// An event ends when a context of this manager processes its pending changes, which one on the
  /// main queue does at the end of the run loop's turn, and with `undo()` and `redo()`.
  public var groupsByEvent = true

  /// How many groups are kept to be undone, and as many to be redone; 0 for no limit. The default
  /// is 0.
  public var levelsOfUndo = 0 {
    didSet { trim() }
  }

  /// Whether actions are being undone; what is registered meanwhile can be redone.
  public private(set) var isUndoing = false

  /// Whether actions are being redone; what is registered meanwhile can be undone.
  public private(set) var isRedoing = false

  /// Unbalanced calls, actions that threw, and objects that could not be restored, oldest first;
  /// `removeAllActions()` clears them.
  public private(set) var errors: [ObjectGraphError] = []

  private var undoStack: [UndoGroup] = []
  private var redoStack: [UndoGroup] = []
  private var openGroups: [UndoGroup] = []
  private var disablings = 0
  private var recorders: [Weak<UndoRecorder>] = []

  /// Makes a manager with nothing to undo.
  public init() {}

  // MARK: Registering

  /// Whether actions are kept.
  public var isUndoRegistrationEnabled: Bool { disablings == 0 }

  /// Stops keeping actions until `enableUndoRegistration()` was called as often.
  ///
  /// A context registers its changes at the end of an event: process its pending changes before
  /// this and before registration is enabled again.
  public func disableUndoRegistration() { disablings += 1 }

  /// Takes back one `disableUndoRegistration()`; one too many is kept in `errors`.
  public func enableUndoRegistration() {
    guard disablings > 0 else {
      return report(
        "enableUndoRegistration() was called without disableUndoRegistration()",
        repair: "call the two in pairs")
    }
    disablings -= 1
  }

  /// Adds an action to the innermost open group; what could be redone is forgotten.
  ///
  /// An action registered while actions are undone is one to redo, and the other way round.
  ///
  /// - Parameters:
  ///   - target: not kept alive, unless it is a managed object; the action is
  ///     dropped when it is gone.
  ///   - handler: an error that it throws is kept in `errors`; the actions
  ///     after it are carried out.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping (Target) throws -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    add(UndoAction(target: target, handler: handler))
  }

  private func add(_ action: UndoAction) {
    if openGroups.isEmpty {
      // The stack was cleared by an action that is being undone: nothing of it is wanted any more.
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

  /// How many groups are open.
  public var groupingLevel: Int { openGroups.count }

  /// Opens a group: all that is registered until it is closed is undone at once.
  ///
  /// Pending changes of contexts are processed first and stay outside.
  public func beginUndoGrouping() {
    flush()
    openGroups.append(UndoGroup())
  }

  /// Closes the innermost group, which pending changes of contexts still enter; one too many is
  /// kept in `errors`. A group without actions leaves nothing to undo.
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

  /// Names what is being done: the outermost open group, the event with its pending changes, or the
  /// last group. An empty name removes one.
  public func setActionName(_ name: String) {
    if openGroups.isEmpty, isUndoRegistrationEnabled, hasPendingChanges { openEventGroup() }
    if !openGroups.isEmpty {
      openGroups[0].name = name
    } else if !undoStack.isEmpty {
      undoStack[undoStack.count - 1].name = name
    }
  }

  /// The name of what `undo()` would take back, or an empty text.
  public var undoActionName: String { (openGroups.first ?? undoStack.last)?.name ?? "" }

  /// The name of what `redo()` would do again, or an empty text.
  public var redoActionName: String { redoStack.last?.name ?? "" }

  // MARK: Undoing

  /// Whether there is anything to undo, changes of the current event included.
  public var canUndo: Bool {
    !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty }
      || (isUndoRegistrationEnabled && hasPendingChanges)
  }

  /// Whether there is anything to redo.
  public var canRedo: Bool { !redoStack.isEmpty }

  /// Takes back the last group; does nothing when there is none.
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

  /// Does again what was undone last; does nothing when there is none. Refused as `undo()`.
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

  /// Carries out the actions of a group, the last one first.
  ///
  /// - Returns: the group that takes them back, or nil when nothing was registered.
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

  // MARK: Forgetting

  /// Forgets all actions, open groups and errors, and enables registration again.
  public func removeAllActions() {
    clear()
    disablings = 0
    errors = []
  }

  /// Forgets the actions of one target.
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

/// A manager stays on the queue of its contexts.
@available(*, unavailable)
extension UndoManager: Sendable {}

/// What contexts need.
extension UndoManager {
  func attach(_ recorder: UndoRecorder) { recorders.append(Weak(recorder)) }

  /// Forgets a context and its actions.
  func detach(_ recorder: UndoRecorder) {
    recorders.removeAll { $0.object == nil || $0.object === recorder }
    removeAllActions(withTarget: recorder)
  }

  /// Adds an action of a context to the open group, or as a group by itself, and ends the event.
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

  /// Opens a group around what follows.
  ///
  /// - Returns: what `closeGroup(downTo:)` takes.
  func openGroup() -> Int {
    openGroups.append(UndoGroup())
    return openGroups.count - 1
  }

  /// Closes groups until that many are open; their actions go to the group around them.
  func closeGroup(downTo level: Int) {
    while openGroups.count > level, let group = openGroups.popLast() {
      if openGroups.isEmpty {
        push(group)
      } else {
        openGroups[openGroups.count - 1].actions += group.actions
      }
    }
  }

  /// Forgets all actions and open groups.
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
