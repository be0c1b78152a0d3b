import Foundation
import ObjectModel
import ObjectStore

/// A model, a coordinator, its stores and a context on the main actor, set up in a few lines.
///
///     let container = try PersistentContainer(name: "Trips", managedObjectModel: model)
///     try container.loadPersistentStores()
///     let trip = Trip(context: container.viewContext)
public final class PersistentContainer: Sendable {
  /// The name of the container and of its store's file.
  public let name: String

  /// The container's model.
  public let managedObjectModel: ManagedObjectModel

  /// The container's coordinator.
  public let persistentStoreCoordinator: PersistentStoreCoordinator

  /// How the stores are opened; changes affect stores that are not open yet.
  ///
  ///     container.persistentStoreDescriptions = [.inMemory()]
  ///     try container.loadPersistentStores()
  public var persistentStoreDescriptions: [PersistentStoreDescription] {
    get { stores.withLock { $0.descriptions } }
    set { stores.withLock { $0 = Stores(descriptions: newValue) } }
  }

  private let main: MainContext

  private struct Stores {
    var descriptions: [PersistentStoreDescription]

    /// The stores that were opened, by the index of their description.
    var loaded: [Int: PersistentStore] = [:]
  }

  private let stores: Lock<Stores>

  /// Creates a container.
  ///
  /// - Parameter descriptions: how the stores are opened; by default, a SQLite file with the
  ///   container's name in `defaultDirectoryURL()`.
  /// - Throws: code 134020 if the model is not valid.
  public init(
    name: String, managedObjectModel model: ManagedObjectModel,
    descriptions: [PersistentStoreDescription]? = nil
  ) throws {
    self.name = name
    managedObjectModel = model
    persistentStoreCoordinator = try PersistentStoreCoordinator(managedObjectModel: model)
    stores = Lock(
      Stores(
        descriptions: descriptions ?? [
          PersistentStoreDescription(
            url: Self.defaultDirectoryURL().appendingPathComponent("\(name).sqlite"))
        ]))
    main = MainContext(parent: .coordinator(persistentStoreCoordinator))
  }

  /// The folder of stores opened by name: `$XDG_DATA_HOME`, or `~/.local/share`.
  public static func defaultDirectoryURL() -> URL {
    let environment = ProcessInfo.processInfo.environment
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
      return URL(fileURLWithPath: folder)
    }
    return FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".local/share")
  }

  /// Opens the stores that are not open yet.
  ///
  /// - Throws: errors of `PersistentStoreCoordinator.addPersistentStore(with:)`.
  public func loadPersistentStores() throws {
    for (place, description) in unloaded { try open(description, at: place) }
  }

  /// Opens the stores that are not open yet, and calls the handler for each with its error, if any.
  public func loadPersistentStores(
    completionHandler: (PersistentStoreDescription, (any Error)?) -> Void
  ) {
    for (place, description) in unloaded {
      do {
        try open(description, at: place)
        completionHandler(description, nil)
      } catch {
        completionHandler(description, error)
      }
    }
  }

  /// The descriptions whose stores are not open, with their indexes.
  private var unloaded: [(place: Int, description: PersistentStoreDescription)] {
    let open = persistentStoreCoordinator.persistentStores
    let known = stores.withLock { $0 }
    return known.descriptions.enumerated().filter { place, description in
      !open.contains { store in
        store === known.loaded[place]
          || (!description.isInMemory && store.type == description.type
            && store.url == description.url)
      }
    }.map { ($0.offset, $0.element) }
  }

  /// Opens a store; creates the default folder if it is missing, but no other folder.
  private func open(_ description: PersistentStoreDescription, at place: Int) throws {
    let folder = description.url.deletingLastPathComponent()
    if description.type == .sqlite, folder.path == Self.defaultDirectoryURL().path {
      try? FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let store = try persistentStoreCoordinator.addPersistentStore(with: description)
    stores.withLock { $0.loaded[place] = store }
  }

  /// The context for the user interface; it belongs to the main actor.
  @MainActor public var viewContext: ManagedObjectContext { main.context }

  /// Creates a context on a private queue whose saves go to the store.
  public func newBackgroundContext() -> BackgroundContext {
    BackgroundContext(coordinator: persistentStoreCoordinator)
  }

  /// Runs the body with a new context on a private queue.
  public func performBackgroundTask<Result>(
    _ body: @escaping @Sendable (ManagedObjectContext) throws -> sending Result
  ) async throws -> sending Result {
    try await newBackgroundContext().perform(body)
  }

  /// Runs the body with a new context on a private queue later, without waiting for it.
  ///
  /// In an `async` function, `await` selects the other overload.
  public func performBackgroundTask(
    _ body: @escaping @Sendable (ManagedObjectContext) -> Void
  ) {
    newBackgroundContext().perform(body)
  }
}

/// Holds a main-queue context for an owner on any queue.
final class MainContext: @unchecked Sendable {
  // Sound: the context is created here, where nothing else refers to it, and is only accessed on
  // the main actor.

  @MainActor var context: ManagedObjectContext { stored }
  private let stored: ManagedObjectContext
  private let handle: ContextHandle

  init(parent: ContextParent) {
    stored = ManagedObjectContext(parent: parent, queue: .main)
    handle = ContextHandle(owning: stored)
  }
}
