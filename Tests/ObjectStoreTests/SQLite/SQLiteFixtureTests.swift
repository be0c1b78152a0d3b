import Foundation
import ObjectModel
import ObjectStore
import XCTest

/// Stores that Apple's Core Data wrote.
final class SQLiteFixtureTests: StoreTestCase {
  /// A copy of a fixture, sidecars included, in the place of the test's store.
  private func copyFixture(_ path: String) throws {
    guard let root = ProcessInfo.processInfo.environment["OBJECTGRAPH_FIXTURES"] else {
      throw XCTSkip("OBJECTGRAPH_FIXTURES is not set")
    }
    for suffix in ["", "-wal", "-shm"] {
      let source = "\(root)/stores/\(path).sqlite\(suffix)"
      guard FileManager.default.fileExists(atPath: source) else { continue }
      try FileManager.default.copyItem(atPath: source, toPath: file.path + suffix)
    }
  }

  private func schemas(_ model: ManagedObjectModel, fixture: String) throws -> (
    ours: [String], theirs: [String]
  ) {
    let query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"
    try open(layout(model)).close()
    let ours = try shell(query).components(separatedBy: "\n")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: file.path + suffix)
    }
    try copyFixture(fixture)
    return (ours, try shell(query).components(separatedBy: "\n"))
  }

  private func booksModel() -> ManagedObjectModel {
    ManagedObjectModel(entities: [
      EntityDescription("Author") {
        AttributeDescription("firstName", .string)
        AttributeDescription("lastName", .string)
        RelationshipDescription("books", toMany: "Book", inverse: "authors")
      },
      EntityDescription("Book") {
        AttributeDescription("title", .string)
        RelationshipDescription("authors", toMany: "Author", inverse: "books")
      },
    ])
  }

  private func carModel() -> ManagedObjectModel {
    let expensive = EntityDescription("ExpensiveSportCar") {
      AttributeDescription("isLimitedEdition", .boolean)
    }
    return ManagedObjectModel(entities: [
      EntityDescription(
        "Car", unique: [["numberPlate"]],
        subentities: [EntityDescription("SportCar", subentities: [expensive]) {}]
      ) {
        AttributeDescription("maker", .string)
        AttributeDescription("model", .string)
        AttributeDescription("numberPlate", .string)
        AttributeDescription("markedForDeletionAsOf", .date)
        AttributeDescription("color", .binaryData)
        RelationshipDescription("owner", toOne: "Person", inverse: "cars")
      },
      EntityDescription("Person", unique: [["firstName", "lastName"]]) {
        AttributeDescription("firstName", .string)
        AttributeDescription("lastName", .string)
        AttributeDescription("updatedAt", .date)
        AttributeDescription("id", .uuid)
        RelationshipDescription("cars", toMany: "Car", inverse: "owner")
      },
    ])
  }

  func testTheSchemaOfAManyToManyModelIsCoreDatas() throws {
    let (ours, theirs) = try schemas(booksModel(), fixture: "bnr/TestModel")
    XCTAssertEqual(ours, theirs)
  }

  func testTheSchemaOfAHierarchyWithConstraintsIsCoreDatas() throws {
    let (ours, theirs) = try schemas(carModel(), fixture: "SampleModel/SampleModel_V1")
    XCTAssertEqual(ours, theirs)
  }

  func testAStoreThatCoreDataWroteIsReadEditedAndKept() throws {
    try copyFixture("SampleModel/SampleModel_V1")
    let identifier = try shell("SELECT Z_UUID FROM Z_METADATA")
    let model = try layout(carModel())
    let store = try open(model)
    XCTAssertEqual(store.identifier, identifier)
    let car = try XCTUnwrap(model.entity(named: "Car"))
    let rows = try store.fetch(FetchPlan(layout: car))
    XCTAssertEqual(rows.count, 125)
    XCTAssertEqual(
      Dictionary(grouping: rows, by: \.entityNumber).mapValues(\.count).sorted { $0.key < $1.key }
        .map { "\($0.key)|\($0.value)" }.joined(separator: "\n"),
      try shell("SELECT Z_ENT, COUNT(*) FROM ZCAR GROUP BY Z_ENT ORDER BY Z_ENT"))

    let first = try XCTUnwrap(rows.first)
    let layout = model[first.entityNumber]
    let changed = first.copy(extraBytes: 100)
    let maker = try XCTUnwrap(layout.property("maker"))
    XCTAssertTrue(changed.set(.string("Übermotor"), for: maker))
    var changes = ChangeSet()
    changes.updates.append(
      .init(
        layout: layout, row: changed, changed: [maker.index], expectedVersion: first.version))
    _ = try store.save(changes)
    let keys = try insert(store, model, "ExpensiveSportCar", [["maker": .string("New")]])
    XCTAssertEqual(keys, [126])
    store.close()
    XCTAssertEqual(
      try shell("SELECT ZMAKER, Z_OPT FROM ZCAR WHERE Z_PK = \(first.key)"),
      "Übermotor|\(first.version + 1)")
    XCTAssertEqual(try shell("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1"), "126")
    XCTAssertEqual(try shell("SELECT Z_UUID FROM Z_METADATA"), identifier)
  }

  func testRowsThatAreInTheLogAloneAreRead() throws {
    try copyFixture("SurfJournal/SurfJournalModel")
    let entry = EntityDescription("JournalEntry") {
      AttributeDescription("date", .date)
      AttributeDescription("height", .string)
      AttributeDescription("location", .string)
      AttributeDescription("period", .string)
      AttributeDescription("rating", .integer16)
      AttributeDescription("wind", .string)
    }
    let model = try layout(ManagedObjectModel(entities: [entry]))
    let layout = try XCTUnwrap(model.entity(named: "JournalEntry"))
    let store = try open(model, readOnly: true)
    let log = try Data(contentsOf: URL(fileURLWithPath: file.path + "-wal"))
    XCTAssertEqual(try store.count(FetchPlan(layout: layout)), 5000)
    store.close()
    XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: file.path + "-wal")), log)
  }

  func testAModelThatLacksAColumnOfCoreDatasStoreIsRefusedByName() throws {
    try copyFixture("bnr/TestModel")
    let model = booksModel()
    let book = try XCTUnwrap(model.entitiesByName["Book"])
    book.properties += [AttributeDescription("pages", .integer32)]
    let error = assertError(.persistentStoreIncompatibleVersionHash) {
      try open(layout(model), migrating: false)
    }
    XCTAssertEqual(error?.details[.entityNames], ["Book"])
  }
}
