import ObjectModel

/// Saving all or nothing, for changes that are discarded if they cannot be saved.
extension ManagedObjectContext {
  /// Saves the context, and discards its unsaved changes if that fails.
  ///
  /// The error is posted as `didRecordErrorNotification`; it is not added to `errors`, because its
  /// cause is gone.
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

  /// Saves the context, and discards its unsaved changes if that fails.
  ///
  /// - Throws: errors of `save()`. If the error is 132001, for a call during a save of this
  ///   context, the changes are kept, because they belong to the save in progress.
  public func saveRollingBackOnError() throws { try performChanges {} }

  /// Changes objects and saves the context; if either fails, discards all unsaved changes of the
  /// context, including earlier ones.
  ///
  /// The closure runs immediately, because the caller is already on the context's queue.
  ///
  ///     try context.performChanges {
  ///       let mood: Mood = try context.insertObject()
  ///       mood.country = iceland
  ///     }
  ///
  /// - Throws: errors of the closure and of `saveRollingBackOnError()`.
  @discardableResult
  public func performChanges<Result>(_ changes: () throws -> Result) throws -> Result {
    do {
      let result = try changes()
      try save()
      return result
    } catch {
      if !isSaving { rollback() }
      throw error
    }
  }

  /// Saves the context later on its queue, without waiting, as `saveOrRollback()` does.
  ///
  /// The context stays alive until then.
  public func performSaveOrRollback() { makeHandle().enqueue { $0.saveOrRollback() } }
}

extension BackgroundContext {
  /// Changes objects on the context's queue and saves the context; if either fails, discards all
  /// unsaved changes of the context, including earlier ones.
  ///
  ///     let id = try await background.performChanges { context in
  ///       try context.insertObject(Mood.self).objectID
  ///     }
  ///
  /// - Throws: errors of the closure and of `ManagedObjectContext.saveRollingBackOnError()`.
  @discardableResult
  public func performChanges<Result>(
    _ changes: @escaping @Sendable (ManagedObjectContext) throws -> sending Result
  ) async throws -> sending Result {
    try await perform { context in
      try context.performChanges { Transfer(try changes(context)) }.value
    }
  }

  /// Saves the context later on its queue, without waiting, as
  /// `ManagedObjectContext.saveOrRollback()` does.
  public func performSaveOrRollback() { handle.enqueue { $0.saveOrRollback() } }
}
