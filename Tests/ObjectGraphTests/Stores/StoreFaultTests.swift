import Foundation
import ObjectGraph
import ObjectStore
import XCTest

/// What is found in stores that were damaged with another program.
@MainActor
final class StoreFaultTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUp() async throws { folder = try makeFolder() }

  override func tearDown() async throws { try FileManager.default.removeItem(at: folder) }

  private var file: URL { folder.appendingPathComponent("Pets.sqlite") }

  /// The faults of a store with an owner and a pet, after a statement of another program.
  private func faults(after sql: String) throws -> [StoreFault] {
    let model = TestModel.pets()
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: model,
      descriptions: [PersistentStoreDescription(url: file)])
    try container.loadPersistentStores()
    let owner = Owner(context: container.viewContext)
    owner.name = "Ann"
    let pet = Pet(context: container.viewContext)
    pet.owner = owner
    try container.viewContext.save()
    let coordinator = container.persistentStoreCoordinator
    let store = try XCTUnwrap(coordinator.persistentStores.first)
    XCTAssertEqual(try coordinator.faults(in: store), [])
    XCTAssertEqual(try sqlite3(file, sql), "")
    let found = try coordinator.faults(in: store)
    try container.closeStores()
    return found
  }

  func testAReferenceToAMissingObjectIsFound() async throws {
    let found = try faults(after: "UPDATE ZPET SET ZOWNER = 99")
    XCTAssertEqual(found.map(\.kind), [.missingDestination("owner")])
    XCTAssertEqual(found.first?.entityName, "Pet")
    XCTAssertEqual(found.first?.objectID?.uriRepresentation().lastPathComponent, "p1")
  }

  func testAKeyThatWouldBeGivenTwiceIsFound() async throws {
    let found = try faults(after: "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'Owner'")
    XCTAssertEqual(found.map(\.kind), [.primaryKey])
    XCTAssertEqual(found.first?.entityName, "Owner")
  }

  func testADamagedIndexIsFound() async throws {
    let found = try faults(
      after: """
        CREATE INDEX damaged ON ZOWNER (ZNAME); PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = 'CREATE INDEX damaged ON ZOWNER (Z_OPT)'
        WHERE name = 'damaged'
        """)
    XCTAssertEqual(Set(found.map(\.kind)), [.database])
  }

  func testExternalFilesAreFoundThatAreMissingOrUnused() async throws {
    let store = try StoreCopy()
    defer { store.remove() }
    let container = try store.container(TypesModel.make())
    let coordinator = container.persistentStoreCoordinator
    let open = try XCTUnwrap(coordinator.persistentStores.first)
    let site = Site(context: container.viewContext)
    site.photo = Data(repeating: 1, count: 200_000)
    try container.viewContext.save()
    XCTAssertEqual(try coordinator.faults(in: open), [])
    let name = try XCTUnwrap(store.externalFiles.first)
    let path = store.externalFolder.appendingPathComponent(name)
    let other = store.externalFolder.appendingPathComponent(UUID().uuidString)
    try FileManager.default.moveItem(at: path, to: other)
    XCTAssertEqual(
      try coordinator.faults(in: open).map(\.kind),
      [.missingFile("photo", path: path.path), .unusedFile(path: other.path)])
    try container.closeStores()
  }
}
