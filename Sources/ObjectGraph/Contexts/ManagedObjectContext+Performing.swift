import ObjectModel

/// Blocks of work for a context that is at hand, whose queue the caller therefore holds.
///
/// A context of another queue is reached through its `BackgroundContext`, or on the main actor.
extension ManagedObjectContext {
  /// Runs the body at once, and processes the pending changes at its end.
  ///
  /// It is never put off: unlike Core Data's, it has run when the call returns. In an `async`
  /// function `await context.perform { … }` does the same.
  ///
  /// - Throws: what the body throws, after the pending changes were processed.
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try performAndWait {
      defer { processPendingChanges() }
      return try body()
    }
  }

  /// Runs the body at once, without processing the pending changes.
  ///
  /// - Throws: what the body throws.
  public func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
    try queue.performAndWait(from: .block, body)
  }
}

/// The same for callers that await it, as they do with Core Data.
extension ManagedObjectContext {
  /// Runs the body at once, on the caller's actor, and processes the pending changes at its end.
  ///
  /// - Throws: what the body throws, after the pending changes were processed.
  public nonisolated(nonsending) func perform<Result>(
    _ body: () throws -> Result
  ) async rethrows -> Result {
    try performAndWait {
      defer { processPendingChanges() }
      return try body()
    }
  }
}
