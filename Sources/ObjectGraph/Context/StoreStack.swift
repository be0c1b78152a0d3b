import Foundation
import ObjectModel
import ObjectStore

/// A model, a coordinator with its store, a private-queue root context that writes to the store,
/// and a main-actor child context.
///
/// Use `write(_:)` for work that depends on what is in the store, which no other writer can
/// interrupt. Use a context's `saveThrough()` if its changes must be on disk when the call returns,
/// and `saveContext()` to save without waiting for the store.
open class StoreStack: @unchecked Sendable {
  // Sound: every stored property is a `let` of a Sendable type; the class is not final so that
  // tests can replace its store.

  /// The model.
  public let managedObjectModel: ManagedObjectModel

  /// The coordinator.
  public let persistentStoreCoordinator: PersistentStoreCoordinator

  /// The context that reads from and writes to the store, on its own queue.
  public let rootContext: BackgroundContext

  private let main: MainContext

  /// The write in progress, if any.
  private let writing = Lock<StoreWrite?>(nil)

  var currentWrite: StoreWrite? {
    get { writing.withLock { $0 } }
    set { writing.withLock { $0 = newValue } }
  }

  /// Opens a store.
  ///
  /// - Throws: code 134020 if the model is not valid, and errors of
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
  /// It merges the saves of derived contexts automatically.
  @MainActor public var mainContext: ManagedObjectContext {
    let context = main.context
    if context.name == nil {
      context.name = "main"
      context.automaticallyMergesChangesFromParent = true
    }
    return context
  }

  /// Creates a child of the root context, on a private queue.
  public func newDerivedContext() -> BackgroundContext {
    BackgroundContext(parent: rootContext)
  }

  /// Saves the main context to the root context immediately, and the root context to the store
  /// later.
  ///
  /// - Throws: validation errors of the main context. Changes that the store fails to save stay in
  ///   the root context, whose next save tries again.
  @MainActor
  public func saveContext() throws {
    try mainContext.save()
    rootContext.saveLater()
  }

  /// Checks whether another process has written to the store, and if so, refaults the clean objects
  /// of the root and main contexts.
  ///
  /// - Returns: whether another process has written.
  @MainActor @discardableResult
  public func refreshAfterForeignChanges() throws -> Bool {
    guard try persistentStoreCoordinator.noticeForeignChanges() else { return false }
    rootContext.performAndWait { $0.refreshCleanObjects() }
    mainContext.refreshCleanObjects()
    return true
  }

  /// Waits until all saves of the root context that have been started are complete.
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
  /// Saves on the context's queue without waiting; an error is recorded in the context.
  func saveLater() {
    handle.enqueue { context in
      context.recording(otherwise: .persistentStoreSave) { try context.save() }
    }
  }
}
