import Foundation
import ObjectModel
import ObjectStore
import XCTest

/// A folder for each test, a model with every kind of property, and rows made of values by name.
class StoreTestCase: XCTestCase {
  private(set) var directory = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("store-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: directory)
  }

  var file: URL { directory.appendingPathComponent("store.sqlite") }

  static func campModel() -> ManagedObjectModel {
    let campsite = EntityDescription("Campsite", unique: [["siteNumber"]]) {
      AttributeDescription("siteNumber", .integer32)
      AttributeDescription("name", .string)
      AttributeDescription("area", .double)
      RelationshipDescription("reservations", toMany: "Reservation", inverse: "campsite")
      RelationshipDescription("tags", toMany: "Tag", inverse: "campsites")
    }
    let number = AttributeDescription("number", .integer32)
    number.isSequence = true
    let draft = AttributeDescription("draft", .string, isTransient: true)
    let reservation = EntityDescription(
      "Reservation", unique: [["code"], ["campsite", "arrival"]],
      indexes: [
        FetchIndexDescription(
          name: "byStatus",
          elements: [
            FetchIndexElementDescription("status"),
            FetchIndexElementDescription("arrival", isAscending: false),
          ])
      ]
    ) {
      AttributeDescription("arrival", .date)
      AttributeDescription("code", .string)
      AttributeDescription("status", .integer16, default: .integer(1))
      AttributeDescription("price", .decimal)
      AttributeDescription("isPaid", .boolean)
      AttributeDescription("photo", .binaryData)
      AttributeDescription("token", .uuid)
      AttributeDescription("page", .uri)
      AttributeDescription("weight", .float)
      AttributeDescription("serial", .integer64)
      number
      draft
      RelationshipDescription("campsite", toOne: "Campsite", inverse: "reservations")
      RelationshipDescription("guest", toOne: "Person", inverse: "stays")
    }
    let person = EntityDescription(
      "Person",
      subentities: [
        EntityDescription("Guest") {
          AttributeDescription("nickname", .string)
          RelationshipDescription("friends", toMany: "Guest", inverse: "friends")
        },
        EntityDescription("Ranger", subentities: [EntityDescription("ChiefRanger") {}]) {
          AttributeDescription("badge", .integer32)
          AttributeDescription("nickname", .string)
        },
      ]
    ) {
      AttributeDescription("name", .string)
      RelationshipDescription("stays", toMany: "Reservation", inverse: "guest")
    }
    let tag = EntityDescription("Tag") {
      AttributeDescription("label", .string)
      RelationshipDescription("campsites", toMany: "Campsite", inverse: "tags")
    }
    return ManagedObjectModel(entities: [campsite, reservation, person, tag])
  }

  func layout(_ model: ManagedObjectModel = campModel()) throws -> ModelLayout {
    try ModelLayout(model: model)
  }

  func open(
    _ model: ModelLayout, readOnly: Bool = false, timeout: TimeInterval = 10,
    pragmas: [String: String] = [:], migrating: Bool = true
  ) throws -> PersistentStore {
    let description = PersistentStoreDescription(
      url: file, isReadOnly: readOnly, timeout: timeout, pragmas: pragmas)
    description.shouldMigrateStoreAutomatically = migrating
    return try PersistentStore(settings: description.settings, model: model)
  }

  /// A row of an entity; a to-one relationship's value is the destination's key.
  func row(
    _ layout: EntityLayout, key: Int64, version: Int64 = 0, _ values: [String: AttributeValue],
    entities: [String: Int] = [:]
  ) throws -> Row {
    let row = layout.template.copy(extraBytes: 100_000)
    row.identify(key: key, version: version)
    for (name, value) in values {
      let property = try XCTUnwrap(layout.property(name), name)
      XCTAssertTrue(row.set(value, for: property), name)
    }
    for (name, number) in entities {
      let property = try XCTUnwrap(layout.property(name), name)
      row.setExtra(slot: property.slot + 1, integer: Int64(number))
    }
    return row
  }

  /// Saves new rows and returns their keys.
  @discardableResult
  func insert(
    _ store: PersistentStore, _ model: ModelLayout, _ entity: String,
    _ rows: [[String: AttributeValue]]
  ) throws -> [Int64] {
    let layout = try XCTUnwrap(model.entity(named: entity))
    var changes = ChangeSet()
    for (index, values) in rows.enumerated() {
      changes.inserts.append(
        .init(layout: layout, row: try row(layout, key: -1 - Int64(index), values)))
    }
    return try store.save(changes).keys
  }

  /// What the sqlite3 shell answers; the store's file is opened by another process.
  func shell(_ sql: String, in file: URL? = nil) throws -> String {
    let executable = "/usr/bin/sqlite3"
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw XCTSkip("the sqlite3 shell is not installed")
    }
    return try run(executable, [(file ?? self.file).path, sql])
  }

  func run(_ executable: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// The error that the body throws, of the given code.
  @discardableResult
  func assertError<Result>(
    _ code: ObjectGraphError.Code, line: UInt = #line, _ body: () throws -> Result
  ) -> ObjectGraphError? {
    do {
      _ = try body()
      XCTFail("nothing was thrown", line: line)
    } catch let error as ObjectGraphError {
      XCTAssertEqual(error.code.rawValue, code.rawValue, "\(error)", line: line)
      return error
    } catch {
      XCTFail("\(error)", line: line)
    }
    return nil
  }
}
