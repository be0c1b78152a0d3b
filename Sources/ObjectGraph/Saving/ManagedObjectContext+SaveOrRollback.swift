import ObjectModel

/// Saving whole or not at all, for changes that nobody mends when they are refused.
extension ManagedObjectContext {
  /// Saves the context, and drops its unsaved changes when that fails.
  ///
  /// The error is not kept, since its cause is gone; it is posted as `didRecordErrorNotification`.
  ///
  /// - Returns: whether the changes were saved.
  @discardableResult
  public func saveOrRollback() -> Bool {
    do {
      try saveRollingBackOnError()
      return true
    } catch {
      let error = ObjectGraphError(error, otherwise: .persistentStoreSave)
      post(Self.didRecordErrorNotification, userInfo: ["error": error])
      return false
    }
  }

  /// Saves the context, and drops its unsaved changes when that fails.
  ///
  /// - Throws: as `save()`. When the error is 132001, for a call within a save of this context, the
  ///   changes stay: they belong to the save that goes on.
  public func saveRollingBackOnError() throws { try performChanges {} }

  /// Changes objects and saves the context; when either fails, the context's unsaved changes are
  /// dropped, those from before the call included.
  ///
  /// It runs at once: who has the context is on its queue.
  ///
  ///     try context.performChanges {
  ///       let mood: Mood = try context.insertObject()
  ///       mood.country = iceland
  ///     }
  ///
  /// - Throws: what the closure throws, and as `saveRollingBackOnError()`.
  @discardableResult
  public func performChanges<Result>(_ changes: () throws -> Result) throws -> Result {
    do {
      let result = try changes()
      try save()
      return result
    } catch {
      rollbackOutsideOfSave()
      throw error
    }
  }

  /// Saves the context later on its queue, without anybody waiting, as `saveOrRollback()` does.
  ///
  /// The context lives until then.
  public func performSaveOrRollback() { makeHandle().enqueue { $0.saveOrRollback() } }

  fileprivate func rollbackOutsideOfSave() {
    if !isSaving { rollback() }
  }
}

extension BackgroundContext {
  /// Changes objects on the context's queue and saves the context; when either fails, the context's
  /// unsaved changes are dropped, those from before the call included.
  ///
  ///     let id = try await background.performChanges { context in
  ///       try context.insertObject(Mood.self).objectID
  ///     }
  ///
  /// - Throws: what the closure throws, and as `ManagedObjectContext.saveRollingBackOnError()`.
  @discardableResult
  public func performChanges<Result>(
    _ changes: @escaping @Sendable (ManagedObjectContext) throws -> sending Result
  ) async throws -> sending Result {
    try await perform { context in
      do {
        let result = try changes(context)
        try context.save()
        return result
      } catch {
        context.rollbackOutsideOfSave()
        throw error
      }
    }
  }

  /// Saves the context later on its queue, without anybody waiting, as
  /// `ManagedObjectContext.saveOrRollback()` does.
  public func performSaveOrRollback() { handle.enqueue { $0.saveOrRollback() } }
}
