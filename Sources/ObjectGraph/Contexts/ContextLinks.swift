/// How a context is reached from elsewhere.
struct ContextLinks {
  /// The handle through which other queues reach the context.
  var handle = Weak<ContextHandle>(nil)

  /// Whether the handle lives for as long as the context.
  var isOwnedByHandle = false

  /// Where the context waits for what others save; nil while it merges nothing by itself.
  var membership: MergeMembership?

  /// The children that take over what is saved into the context, and what it saves.
  var childMergers: MergeRegistry?
}
