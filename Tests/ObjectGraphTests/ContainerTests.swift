import Foundation
import ObjectGraph
import XCTest

/// What a container sets up by itself.
@MainActor
final class ContainerTests: XCTestCase {
  func testTheDefaultStoreIsMadeWithItsFolder() async throws {
    let home = FileManager.default.temporaryDirectory
      .appendingPathComponent("container-\(UUID().uuidString)")
    let before = ProcessInfo.processInfo.environment["XDG_DATA_HOME"]
    setenv("XDG_DATA_HOME", home.appendingPathComponent("share").path, 1)
    defer {
      if let before { setenv("XDG_DATA_HOME", before, 1) } else { unsetenv("XDG_DATA_HOME") }
      try? FileManager.default.removeItem(at: home)
    }
    let container = try PersistentContainer(name: "Pets", managedObjectModel: TestModel.pets())
    try container.loadPersistentStores()
    Owner(context: container.viewContext).name = "Ann"
    try container.viewContext.save()
    let file = home.appendingPathComponent("share/Pets.sqlite")
    XCTAssertEqual(container.persistentStoreDescriptions.map(\.url), [file])
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
  }

  func testLoadingTellsOfEachStoreWhetherItOpened() async throws {
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(),
      descriptions: [PersistentStoreDescription(url: URL(fileURLWithPath: "/"))])
    var codes: [ObjectGraphError.Code?] = []
    container.loadPersistentStores { _, error in codes.append((error as? ObjectGraphError)?.code) }
    XCTAssertEqual(codes, [.persistentStoreOpen])
  }

  func testDescriptionsMayBeSetUntilTheirStoresAreOpened() async throws {
    let container = try PersistentContainer(name: "Pets", managedObjectModel: TestModel.pets())
    container.persistentStoreDescriptions = [.inMemory()]
    try container.loadPersistentStores()
    try container.loadPersistentStores()
    let stores = container.persistentStoreCoordinator.persistentStores
    XCTAssertEqual(stores.map(\.type), [.inMemory])
    container.persistentStoreDescriptions[0].isReadOnly = true
    XCTAssertEqual(container.persistentStoreDescriptions.map(\.isReadOnly), [true])
  }
}
