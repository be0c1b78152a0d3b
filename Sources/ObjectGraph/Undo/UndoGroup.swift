/// Actions that are taken back at once.
struct UndoGroup {
  var name = ""
  var actions: [UndoAction] = []

  /// Whether the group was opened for an event and is closed with it.
  var isOfEvent = false
}

/// One thing to do when something is taken back.
struct UndoAction {
  let targetID: ObjectIdentifier
  private let body: () throws -> Void

  init<Target: AnyObject>(target: Target, handler: @escaping (Target) throws -> Void) {
    targetID = ObjectIdentifier(target)
    if target is ManagedObject {
      // Nobody else holds a clean object. It does not hold its context, so there is no circle.
      body = { try handler(target) }
    } else if let recorder = (target as? ManagedObjectContext)?.undoRecorder {
      // An object that was ever referred to weakly counts its references the slow way.
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
