import Foundation
import ObjectGraph
import XCTest

/// Attributes that are new, gone, renamed or become required, from one version to the next.
@MainActor
final class InferredAttributesTests: MigrationTestCase {
  private func notes(
    @PropertiesBuilder _ properties: () -> [PropertyDescription]
  ) -> ManagedObjectModel {
    let properties = properties()
    return ManagedObjectModel {
      EntityDescription("Note") {
        AttributeDescription("title", .string)
        properties
      }
    }
  }

  private func makeTwo() throws {
    try make(notes { AttributeDescription("stars", .integer16) }) { context in
      try insert("Note", ["title": "first", "stars": 3], into: context)
      try insert("Note", ["title": "second"], into: context)
    }
  }

  func testANewAttributeHasItsDefaultValue() async throws {
    try makeTwo()
    let uuid = try sqlite3(file, "SELECT Z_UUID FROM Z_METADATA")
    let keys = try sqlite3(file, "SELECT Z_PK, Z_OPT FROM ZNOTE ORDER BY 1")
    let container = try open(
      notes {
        AttributeDescription("stars", .integer16)
        AttributeDescription("color", .string, default: .string("it's blue"))
        AttributeDescription("weight", .double, isOptional: false, default: .double(1.5))
        AttributeDescription("body", .string)
      })
    XCTAssertEqual(
      try values("color", of: "Note", container), [.string("it's blue"), .string("it's blue")])
    XCTAssertEqual(try values("weight", of: "Note", container), [.double(1.5), .double(1.5)])
    XCTAssertEqual(try values("body", of: "Note", container), [.null, .null])
    XCTAssertEqual(try values("stars", of: "Note", container), [.integer(3), .null])
    try close(container)
    XCTAssertEqual(try sqlite3(file, "SELECT Z_UUID FROM Z_METADATA"), uuid)
    XCTAssertEqual(try sqlite3(file, "SELECT Z_PK, Z_OPT FROM ZNOTE ORDER BY 1"), keys)
    try assertWhole()
  }

  func testARequiredAttributeGetsItsDefaultValueWhereThereWasNone() async throws {
    try makeTwo()
    let container = try open(
      notes { AttributeDescription("stars", .integer16, isOptional: false, default: .integer(7)) })
    XCTAssertEqual(try values("stars", of: "Note", container), [.integer(3), .integer(7)])
  }

  func testARenamedAttributeKeepsItsValues() async throws {
    try makeTwo()
    let container = try open(
      notes { AttributeDescription("rating", .integer16, renamingIdentifier: "stars") })
    XCTAssertEqual(try values("rating", of: "Note", container), [.integer(3), .null])
    // New objects get keys that were never given.
    try insert("Note", into: container.viewContext)
    try container.viewContext.save()
    try close(container)
    XCTAssertEqual(try sqlite3(file, "SELECT group_concat(Z_PK) FROM ZNOTE"), "1,2,3")
  }

  func testTwoAttributesSwapTheirNames() async throws {
    let old = ManagedObjectModel {
      EntityDescription("Pair") {
        AttributeDescription("a", .string)
        AttributeDescription("b", .string)
      }
    }
    try make(old) { try insert("Pair", ["a": "was a", "b": "was b"], into: $0) }
    let new = ManagedObjectModel {
      EntityDescription("Pair") {
        AttributeDescription("a", .string, renamingIdentifier: "b")
        AttributeDescription("b", .string, renamingIdentifier: "a")
      }
    }
    // Names are all that the version hash tells of the two.
    new.entities[0].versionHashModifier = "swapped"
    let container = try open(new)
    XCTAssertEqual(try values("a", of: "Pair", container), [.string("was b")])
    XCTAssertEqual(try values("b", of: "Pair", container), [.string("was a")])
  }

  func testAnAttributeIsDroppedOnlyFromAVersionThatIsKnownToBeOlder() async throws {
    try makeTwo()
    let before = try Data(contentsOf: file)
    let new = notes {}
    let error = try XCTUnwrap(errorOf { _ = try open(new) })
    XCTAssertEqual(error.code, .migrationMissingSourceModel)
    XCTAssertTrue(error.message.contains("Note.stars"), error.message)
    XCTAssertEqual(try Data(contentsOf: file), before)

    let container = try open(new) {
      $0.modelVersions = [notes { AttributeDescription("stars", .integer16) }]
    }
    XCTAssertEqual(
      try values("title", of: "Note", container), [.string("first"), .string("second")])
    try close(container)
    XCTAssertEqual(
      try sqlite3(file, "SELECT group_concat(name) FROM pragma_table_info('ZNOTE')"),
      "Z_PK,Z_ENT,Z_OPT,ZTITLE")
  }

  func testWithoutMigrationAnotherVersionIsRefused() async throws {
    try makeTwo()
    let error = errorOf {
      _ = try open(notes { AttributeDescription("size", .string) }) {
        $0.shouldMigrateStoreAutomatically = false
      }
    }
    XCTAssertEqual(error?.code, .persistentStoreIncompatibleVersionHash)
    let coordinator = try PersistentStoreCoordinator(
      managedObjectModel: notes {
        AttributeDescription("stars", .integer16)
        AttributeDescription("size", .string)
      })
    XCTAssertEqual(
      errorOf { try coordinator.addPersistentStore(type: .sqlite, at: file) }?.code,
      .persistentStoreIncompatibleVersionHash)
    XCTAssertEqual(
      errorOf {
        try coordinator.addPersistentStore(
          type: .sqlite, at: file, options: [MigratePersistentStoresAutomaticallyOption: true])
      }?.code, .migrationMissingMappingModel)
    XCTAssertEqual(
      errorOf {
        try coordinator.addPersistentStore(type: .sqlite, at: file, options: ["NSMigrate": true])
      }?.code, .invalidArgument)
    try coordinator.addPersistentStore(
      type: .sqlite, at: file,
      options: [
        MigratePersistentStoresAutomaticallyOption: true,
        InferMappingModelAutomaticallyOption: true,
      ])
    XCTAssertEqual(try sqlite3(file, "SELECT count(*) FROM ZNOTE WHERE ZSIZE IS NULL"), "2")
  }

  func testWhatCannotBeInferredIsListed() async throws {
    try makeTwo()
    let before = try Data(contentsOf: file)
    let error = try XCTUnwrap(
      errorOf {
        _ = try open(
          notes {
            AttributeDescription("stars", .string)
            AttributeDescription("size", .double, isOptional: false)
          })
      })
    XCTAssertEqual(error.code, .inferredMappingModel)
    XCTAssertEqual(
      error.underlyingErrors.map(\.message),
      [
        "Note.size is new and required, and has no default value",
        "Note.stars changes its type from Integer 16 to String",
      ])
    XCTAssertEqual(try Data(contentsOf: file), before)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(),
      ["Store.sqlite"])
  }
}
