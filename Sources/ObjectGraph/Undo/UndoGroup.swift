/// Actions that are undone together.
struct UndoGroup {
  var name = ""
  var actions: [UndoAction] = []

  /// Whether the group was opened for an event and is closed with it.
  var isOfEvent = false
}

/// One action to undo something.
struct UndoAction {
  let targetID: ObjectIdentifier
  private let body: () throws -> Void

  init<Target: AnyObject>(target: Target, handler: @escaping (Target) throws -> Void) {
    targetID = ObjectIdentifier(target)
    if target is ManagedObject {
      // Retained, since a clean object might not be referenced elsewhere. It does not retain its
      // context, so there is no cycle.
      body = { try handler(target) }
    } else if let recorder = (target as? ManagedObjectContext)?.tracker.undoRecorder {
      // Weakly referenced objects count their references the slow way from then on.
      let reference = Weak(recorder)
      body = {
        if let target = reference.object?.context as? Target { try handler(target) }
      }
    } else {
      let reference = Weak(target)
      body = {
        if let target = reference.object { try handler(target) }
      }
    }
  }

  func carryOut() throws { try body() }
}
