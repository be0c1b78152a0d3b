import Foundation
import ObjectModel
import ObjectStore

/// A model, a coordinator with its store, a private-queue root context that writes, and a
/// main-actor context that is its child.
///
/// Work that depends on what is in the store is done with `write(_:)`, which lets nobody else in
/// between. Work that must be on disk when the call returns is saved with `saveThrough()` of the
/// context that it was done in. Work that nobody waits for is saved with `saveContext()`.
open class StoreStack: @unchecked Sendable {
  // Sound: every stored property is a `let` of a Sendable type; the class is not final so that
  // tests can put another store under it.

  /// The model.
  public let managedObjectModel: ManagedObjectModel

  /// The coordinator.
  public let persistentStoreCoordinator: PersistentStoreCoordinator

  /// The context that reads from and writes to the store, on its own queue.
  public let rootContext: BackgroundContext

  private let main: MainContext

  /// The write that is going on; nil at other times.
  private let writing = Lock<StoreWrite?>(nil)

  var currentWrite: StoreWrite? {
    get { writing.withLock { $0 } }
    set { writing.withLock { $0 = newValue } }
  }

  /// Opens a store.
  ///
  /// - Throws: code 134020 when the model is not valid, and as
  ///   `PersistentStoreCoordinator.addPersistentStore(with:)`.
  public init(model: ManagedObjectModel, store: PersistentStoreDescription) throws {
    managedObjectModel = model
    persistentStoreCoordinator = try PersistentStoreCoordinator(managedObjectModel: model)
    try persistentStoreCoordinator.addPersistentStore(with: store)
    rootContext = BackgroundContext(coordinator: persistentStoreCoordinator, name: "root")
    main = MainContext(parent: .child(of: rootContext.handle))
  }

  /// The context for the user interface, a child of the root context; it belongs to the main actor.
  ///
  /// What derived contexts save is taken over here.
  @MainActor public var mainContext: ManagedObjectContext {
    let context = main.context
    if context.name == nil {
      context.name = "main"
      context.automaticallyMergesChangesFromParent = true
    }
    return context
  }

  /// A new child of the root context, on a queue of its own.
  public func newDerivedContext() -> BackgroundContext {
    BackgroundContext(parent: rootContext)
  }

  /// Saves the main context into the root context now, and the root context to the store later.
  ///
  /// - Throws: validation errors of the main context. An error of the store stays in the root
  ///   context, whose next save meets it again.
  @MainActor
  public func saveContext() throws {
    try mainContext.save()
    rootContext.saveLater()
  }

  /// Looks whether another process wrote to the store, and if so lets the clean objects of the root
  /// and main contexts be read again.
  ///
  /// - Returns: whether someone did.
  @MainActor @discardableResult
  public func refreshAfterForeignChanges() throws -> Bool {
    guard try persistentStoreCoordinator.noticeForeignChanges() else { return false }
    rootContext.performAndWait { $0.refreshCleanObjects() }
    mainContext.refreshCleanObjects()
    return true
  }

  /// Waits until the saves of the root context that were begun are done.
  public func waitForSaves() {
    rootContext.performAndWait { _ in }
  }

  /// Closes the store.
  public func close() throws {
    for store in persistentStoreCoordinator.persistentStores {
      try persistentStoreCoordinator.remove(store)
    }
  }
}

extension BackgroundContext {
  /// Saves on the context's queue without anybody waiting; an error is kept in the context.
  func saveLater() {
    handle.enqueue { context in
      do {
        try context.save()
      } catch {
        context.record(ObjectGraphError(error, otherwise: .persistentStoreSave))
      }
    }
  }
}
