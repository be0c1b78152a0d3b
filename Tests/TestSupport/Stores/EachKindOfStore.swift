import ObjectGraph
import XCTest

extension XCTestCase {
  /// Runs a test against a fresh store of every kind.
  @MainActor
  public func eachKindOfStore(
    of model: @autoclosure () -> ManagedObjectModel,
    _ body: @MainActor (PersistentContainer) async throws -> Void
  ) async throws {
    let folder = try temporaryFolder("each")
    let stores: [PersistentStoreDescription] = [
      .inMemory(), PersistentStoreDescription(url: folder.file("Store.sqlite")),
    ]
    for store in stores {
      let container = try PersistentContainer(
        name: "Store", managedObjectModel: model(), descriptions: [store])
      try container.loadPersistentStores()
      do {
        try await body(container)
      } catch {
        XCTFail("on the \(store.type.rawValue) store: \(error)")
      }
      for opened in container.persistentStoreCoordinator.persistentStores {
        try container.persistentStoreCoordinator.remove(opened)
      }
    }
  }
}
