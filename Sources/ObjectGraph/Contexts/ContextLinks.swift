/// How other queues and contexts reach a context.
struct ContextLinks {
  /// The handle through which other queues reach the context.
  var handle = Weak<ContextHandle>(nil)

  /// Whether the context lives exactly as long as the handle.
  var isOwnedByHandle = false

  /// The context's registration for other contexts' saves; nil unless it merges them automatically.
  var membership: MergeMembership?

  /// The children that merge what is saved into the context, and what it saves itself.
  var childMergers: MergeRegistry?
}
