/// From where a chain comes to a queue.
enum QueueCaller {
  /// From a statement of a block, or a hook.
  case block
  /// From the own work of a context, for its parent.
  case context
  /// From a context that only reads from its parent, also in the midst of the parent's save.
  case reader
}
