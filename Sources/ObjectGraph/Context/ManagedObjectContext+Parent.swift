/// Where a context's saves go, and the queue that it belongs to.
extension ManagedObjectContext {
  /// The context that saves go to, if it is on this context's own queue, such as the one that
  /// `makeChild()` was called on.
  ///
  /// It is nil if saves go to a store, but also if they go to a context on another queue, which
  /// must not be used from here: `hasParent` distinguishes the two. `saveThrough()` saves the whole
  /// chain regardless of its contexts' queues, and `BackgroundContext.parent` gives access to the
  /// parent's queue.
  public var parent: ManagedObjectContext? {
    guard case .context(let handle) = contextParent, handle.queue === queue else { return nil }
    return handle.performAndWait { $0 }
  }

  /// Whether saves go to another context, on any queue, rather than to a store.
  public var hasParent: Bool { contextParent.isContext }

  /// The kind of queue that the context and its objects belong to.
  public var concurrencyType: ManagedObjectContextConcurrencyType {
    queue.isMain ? .mainQueueConcurrencyType : .privateQueueConcurrencyType
  }
}
