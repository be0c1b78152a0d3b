/// Where a context's saves go, and the queue that it lives on.
extension ManagedObjectContext {
  /// The context that saves go to, where it is on this context's own queue, as the one that
  /// `makeChild()` was called on.
  ///
  /// It is nil where saves go to a store, and also where they go to a context of another
  /// queue, which must not be used from here: `hasParent` tells these apart.
  /// `saveThrough()` saves the whole chain wherever its contexts are, and
  /// `BackgroundContext.parent` leads to the parent's queue.
  public var parent: ManagedObjectContext? {
    guard case .context(let handle) = contextParent, handle.queue === queue else { return nil }
    return handle.performAndWait { $0 }
  }

  /// Whether saves go to another context, on whichever queue, and not to a store.
  public var hasParent: Bool { contextParent.isContext }

  /// The kind of queue that the context and its objects belong to.
  public var concurrencyType: ManagedObjectContextConcurrencyType {
    queue.isMain ? .mainQueueConcurrencyType : .privateQueueConcurrencyType
  }
}
