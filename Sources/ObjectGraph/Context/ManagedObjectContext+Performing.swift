import ObjectModel

/// Blocks of work on a context that the caller can access, and whose queue it therefore holds.
///
/// To reach a context on another queue, use its `BackgroundContext`, or the main actor.
extension ManagedObjectContext {
  /// Runs the body at once, and processes the pending changes when it returns.
  ///
  /// Unlike Core Data's, the body is never deferred: it has run when the call returns. In an
  /// `async` function, `await context.perform { … }` does the same.
  ///
  /// - Throws: errors of the body, after the pending changes have been processed.
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try performAndWait {
      defer { processPendingChanges() }
      return try body()
    }
  }

  /// Runs the body at once, without processing the pending changes.
  ///
  /// - Throws: errors of the body.
  public func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
    try queue.performAndWait(from: .block, body)
  }
}

/// The same for callers that use `await`, as they do with Core Data.
extension ManagedObjectContext {
  /// Runs the body at once, on the caller's actor, and processes the pending changes when it
  /// returns.
  ///
  /// - Throws: errors of the body, after the pending changes have been processed.
  public nonisolated(nonsending) func perform<Result>(
    _ body: () throws -> Result
  ) async rethrows -> Result {
    try performAndWait {
      defer { processPendingChanges() }
      return try body()
    }
  }
}
