import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A store that is made with one version of a model and opened with another.
@MainActor
class MigrationTestCase: XCTestCase {
  private(set) var folder = URL(fileURLWithPath: "/")

  override func setUp() async throws { folder = try makeFolder() }

  override func tearDown() async throws { try FileManager.default.removeItem(at: folder) }

  var file: URL { folder.appendingPathComponent("Store.sqlite") }

  func open(
    _ model: ManagedObjectModel, _ change: (PersistentStoreDescription) -> Void = { _ in }
  ) throws -> PersistentContainer {
    let description = PersistentStoreDescription(url: file)
    change(description)
    let container = try PersistentContainer(
      name: "Store", managedObjectModel: model, descriptions: [description])
    try container.loadPersistentStores()
    return container
  }

  func close(_ container: PersistentContainer) throws {
    container.viewContext.reset()
    for store in container.persistentStoreCoordinator.persistentStores {
      try container.persistentStoreCoordinator.remove(store)
    }
  }

  /// Makes a store of a version with whatever the body inserts, and closes it.
  func make(
    _ model: ManagedObjectModel, _ body: (ManagedObjectContext) throws -> Void
  ) throws {
    let container = try open(model)
    try body(container.viewContext)
    try container.viewContext.save()
    try close(container)
  }

  @discardableResult
  func insert(
    _ entity: String, _ values: [String: Any?] = [:], into context: ManagedObjectContext
  ) throws -> ManagedObject {
    let object = try EntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { try object.setValue(value, forKey: key) }
    return object
  }

  /// All objects of an entity in the order of their keys.
  func all(_ entity: String, _ context: ManagedObjectContext) throws -> [ManagedObject] {
    let request = FetchRequest<ManagedObject>(entityName: entity)
    request.sortDescriptors = [FetchSortDescriptor(key: "self", ascending: true)]
    return try context.fetch(request)
  }

  /// One value of each object, in the order of their keys.
  func values(
    _ key: String, of entity: String, _ container: PersistentContainer
  ) throws -> [AttributeValue] {
    try all(entity, container.viewContext).map {
      AttributeValue(try $0.value(forKey: key)) ?? .null
    }
  }

  func assertWhole(file line: StaticString = #filePath, at place: UInt = #line) throws {
    XCTAssertEqual(try sqlite3(file, "PRAGMA integrity_check"), "ok", file: line, line: place)
  }
}
