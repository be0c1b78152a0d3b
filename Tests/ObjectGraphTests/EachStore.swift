import Foundation
import ObjectGraph
import XCTest

extension XCTestCase {
  /// Runs a test against a fresh store of every kind.
  @MainActor
  func eachStore(
    model: @autoclosure () -> ManagedObjectModel = TestModel.pets(),
    _ body: @MainActor (PersistentContainer) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("contract-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let stores: [PersistentStoreDescription] = [
      .inMemory(),
      PersistentStoreDescription(url: folder.appendingPathComponent("Pets.sqlite")),
    ]
    for store in stores {
      let container = try PersistentContainer(
        name: "Pets", managedObjectModel: model(), descriptions: [store])
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
