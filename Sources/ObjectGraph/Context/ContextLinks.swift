/// How other queues and contexts reach a context.
struct ContextLinks {
  /// The handle through which other queues reach the context.
  var handle = Weak<ContextHandle>(nil)

  /// Whether the context lives exactly as long as the handle.
  var isOwnedByHandle = false

  /// The registries through which the context merges the saves of others: the coordinator's and, if
  /// its parent is a context, the parent's; empty unless it merges them automatically.
  var mergers: [MergeRegistry] = []

  /// The children that merge what is saved into the context, and what it saves itself.
  lazy var childMergers = MergeRegistry()
}
