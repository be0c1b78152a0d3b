import ObjectStore

/// Receives a context's changes for its undo manager.
protocol UndoHook: AnyObject {
  /// Registers the changes of an event.
  func record(_ events: PendingEvents, entered: Range<Int>)

  /// Records a new object that was deleted, while it still has its relationships.
  func recordDiscarded(_ object: ManagedObject)

  /// Ends an event without changes.
  func endEvent()

  /// Discards what was recorded for the current event.
  func forgetEvent()

  /// Detaches from the undo manager, and removes all of the context's actions.
  func detach()
}
