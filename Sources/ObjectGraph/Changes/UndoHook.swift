import ObjectStore

/// What a context's undo manager learns of its changes.
protocol UndoHook: AnyObject {
  /// Registers what happened in an event.
  func record(_ events: PendingEvents, entered: Range<Int>)

  /// Takes note of a new object that was deleted, while it still has its relationships.
  func recordDiscarded(_ object: ManagedObject)

  /// Ends an event in which nothing happened.
  func endEvent()

  /// Forgets what was noted for the current event.
  func forgetEvent()

  /// Leaves the undo manager, with all actions of the context.
  func detach()
}
