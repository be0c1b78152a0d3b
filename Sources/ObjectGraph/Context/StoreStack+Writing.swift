import Foundation
import ObjectModel
import ObjectStore

/// Transactions that read, decide and write.
extension StoreStack {
  /// Reads, decides and writes in one transaction, while nobody else writes to the store.
  ///
  ///     try stack.write { context in
  ///       guard try context.count(for: nights(of: site)) == 0 else { throw SiteTaken(site) }
  ///       Night(context: context).site = context.object(with: site) as? CampSite
  ///     }
  ///
  /// The write lock is acquired first, so that what the body reads is still true at the commit, and
  /// nothing has to be retried. The body's context belongs to the transaction: it sees committed
  /// data and its own changes, but no unsaved changes of the root and main contexts. It is saved at
  /// the end; the body may save it earlier. Others do not see its changes before the commit. If the
  /// body throws, nothing is written.
  ///
  /// After the commit, with the lock released, the root context merges the result, and so does the
  /// main context: before the call returns if it was made on the main thread, and asynchronously
  /// otherwise. Their unsaved changes are kept, and conflict as with any merge. The root context
  /// posts `didSaveObjectsNotification`, as for its own saves.
  ///
  /// A nested `write` joins the outer one and shares its context. If it throws, the outer one fails
  /// too, even if the body catches the error. The body must not wait for a context that may be
  /// saving: the two would deadlock, and the log names them.
  ///
  /// - Throws: errors of the body and of `ManagedObjectContext.save()`; code 134090 if another
  ///   process holds the lock for longer than the store's timeout; 134030 if the store cannot be
  ///   written to; 134070 if there is more than one store.
  public func write<Result>(
    _ body: @Sendable (ManagedObjectContext) throws -> sending Result
  ) throws -> sending Result {
    if let outer = currentWrite, outer.context.handle.queue.isHeld { return try outer.join(body) }
    let lock = persistentStoreCoordinator.writeLock
    let (result, messages) = try lock.performAndWait(from: .block) {
      lock.beginSave()
      defer { lock.endSave() }
      return try persistentStoreCoordinator.write { transaction in
        let write = StoreWrite(in: transaction)
        currentWrite = write
        defer { currentWrite = nil }
        return try write.run(body)
      }
    }
    send(messages)
    return result.value
  }

  /// Sends what was written to the contexts.
  private func send(_ messages: [any MergeMessage]) {
    guard !messages.isEmpty else { return }
    rootContext.handle.performAndWait(from: .block) { root in
      root.takeOver(messages)
    }
    var told = [rootContext.contextIdentifier]
    if Thread.isMainThread {
      MainActor.assumeIsolated {
        let main = mainContext
        for message in messages { message.merge(into: main) }
        told.append(ObjectIdentifier(main))
      }
    }
    let registry = MergeRegistry.of(persistentStoreCoordinator)
    for message in messages { registry.send(except: told, message) }
  }
}

extension ManagedObjectContext {
  /// Merges what was written on behalf of this context, and announces it as saved.
  fileprivate func takeOver(_ messages: [any MergeMessage]) {
    var ids = ChangedObjectIDs(inserted: [], updated: [], deleted: [])
    var lists = ObjectLists()
    if isSaveWanted {
      for message in messages { ids.insert(message.changes(in: self)) }
      // Merging removes the deleted objects.
      lists.deleted = ids.deletedObjectIDs.compactMap { registeredObject(for: $0) }
    }
    for message in messages { message.merge(into: self) }
    guard ids.namesAny else { return }
    lists.inserted = ids.insertedObjectIDs.map { object(with: $0) }
    lists.updated = ids.updatedObjectIDs.map { object(with: $0) }
    if isWanted(.didSave) { post(NotificationInterest.didSave.name, userInfo: lists.userInfo) }
    if isWanted(.didSaveIDs) {
      post(NotificationInterest.didSaveIDs.name, userInfo: ids.userInfo)
    }
  }
}

/// One write transaction of a stack, with its context.
final class StoreWrite: Sendable {
  let context: BackgroundContext

  /// The first error of a nested write.
  private let failure = Lock<(any Error)?>(nil)

  init(in transaction: PersistentStoreCoordinator) {
    context = BackgroundContext(coordinator: transaction, name: "write")
    MergeRegistry.of(transaction).holdMessages()
  }

  /// Runs the body and saves its changes.
  ///
  /// - Returns: the body's result, and the messages that describe what was written.
  func run<Result>(
    _ body: @Sendable (ManagedObjectContext) throws -> sending Result
  ) throws -> (Transfer<Result>, [any MergeMessage]) {
    let result = try context.handle.performAndWait(from: .block) { context in
      let result = Transfer(try body(context))
      if let failure = failure.withLock({ $0 }) { throw failure }
      try context.save()
      return result
    }
    return (result, MergeRegistry.of(context.coordinator).removeMessages())
  }

  /// Runs the body of a write nested in this one.
  func join<Result>(
    _ body: @Sendable (ManagedObjectContext) throws -> sending Result
  ) throws -> sending Result {
    do {
      return try context.performAndWait(body)
    } catch {
      failure.withLock { $0 = $0 ?? error }
      throw error
    }
  }
}
