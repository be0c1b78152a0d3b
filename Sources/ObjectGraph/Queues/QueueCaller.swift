/// Where a chain enters a queue from.
enum QueueCaller {
  /// From a statement in a block, or a hook.
  case block
  /// From a context's own work, on behalf of its parent.
  case context
  /// From a context that only reads from its parent, even in the middle of the parent's save.
  case reader
}
