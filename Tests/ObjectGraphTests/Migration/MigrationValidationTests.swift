import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The rules of the destination's model, which are off until all is made.
final class MigrationValidationTests: XCTestCase {
  func testObjectsThatAreNotValidAreNamedByTheirSources() throws {
    let stage = try shelves()
    try stage.fill { context in
      _ = try context.insert("Book", ["title": "good", "pages": 1])
      _ = try context.insert("Book", ["pages": 2])
      _ = try context.insert("Book", ["title": "thin", "pages": 0])
    }
    let error = MigrationStage.error {
      try stage.migrate([try ShelvesModel.books(), try ShelvesModel.shelves(), ShelvesModel.tags()])
    }
    XCTAssertEqual(error?.code, .migration)
    XCTAssertEqual(error?.message, "2 migrated objects are not valid")
    XCTAssertEqual(
      error?.underlyingErrors.map(\.code),
      [.validationMissingMandatoryProperty, .validationNumberTooSmall])
    XCTAssertEqual(error?.underlyingErrors.map(\.key), ["title", "pages"])
    XCTAssertEqual(
      error?.underlyingErrors.map { $0.objectID?.uriRepresentation().lastPathComponent },
      ["p2", "p3"])
    XCTAssertEqual(
      error?.underlyingErrors.allSatisfy {
        $0.message.contains("in what the mapping BookToVolume made from x-coredata://")
      }, true)
    XCTAssertFalse(stage.hasDestination)
  }

  func testWhatIsNotValidMayBecomeSoInALaterPass() throws {
    EntityMigrationPolicies.register(MendingPolicy.self)
    let stage = try shelves()
    try stage.fill { context in
      for number in 1...1_500 { _ = try context.insert("Book", ["pages": number]) }
    }
    try stage.migrate([
      EntityMapping(
        name: "B", from: "Book", to: "Volume", attributes: [PropertyMapping(name: "pages")],
        policy: "MendingPolicy")
    ])
    XCTAssertEqual(
      try stage.read { Set(try $0.texts("Volume", "title")) }, ["mended"])
  }

  func testARequiredRelationshipIsCheckedWhenAllAreMade() throws {
    let new = ManagedObjectModel {
      EntityDescription("Shelf") {
        AttributeDescription("name", .string)
        RelationshipDescription("books", toMany: "Book", inverse: "shelf", isOptional: false)
      }
      EntityDescription("Book") {
        AttributeDescription("title", .string)
        RelationshipDescription("shelf", toOne: "Shelf", inverse: "books", isOptional: false)
      }
    }
    let stage = MigrationStage(
      folder: try temporaryFolder(), source: ShelvesModel.old(), destination: new)
    try stage.fill { context in
      let book = try context.insert("Book", ["title": "good"])
      _ = try context.insert("Shelf", ["name": "A", "books": [book]])
      _ = try context.insert("Shelf", ["name": "empty"])
      _ = try context.insert("Book", ["title": "lost"])
    }
    let error = MigrationStage.error {
      try stage.migrate([
        EntityMapping(
          name: "S", from: "Shelf", to: "Shelf", attributes: [PropertyMapping(name: "name")]),
        EntityMapping(
          name: "B", from: "Book", to: "Book", attributes: [PropertyMapping(name: "title")],
          relationships: [PropertyMapping(name: "shelf")]),
      ])
    }
    XCTAssertEqual(error?.underlyingErrors.map(\.entityName), ["Book", "Shelf"])
    XCTAssertEqual(error?.underlyingErrors.map(\.key), ["shelf", "books"])
    XCTAssertEqual(
      error?.underlyingErrors.map { $0.objectID?.uriRepresentation().lastPathComponent },
      ["p2", "p2"])
  }

  func testABrokenConstraintIsToldAsOne() throws {
    let stage = try shelves()
    try stage.fill { context in
      for _ in 1...2 { _ = try context.insert("Book", ["title": "twin", "pages": 5]) }
    }
    let error = MigrationStage.error {
      try stage.migrate([
        EntityMapping(
          name: "B", from: "Book", to: "Volume",
          attributes: [
            PropertyMapping(name: "title"), try PropertyMapping("number", "$source.pages"),
          ])
      ])
    }
    XCTAssertEqual(error?.code, .migrationConstraintViolation)
    XCTAssertFalse(stage.hasDestination)
  }
}

private final class MendingPolicy: EntityMigrationPolicy {
  override func performCustomValidation(
    forMapping mapping: EntityMapping, manager: MigrationManager
  ) throws {
    let made = try manager.destinationInstances(
      forEntityMappingName: mapping.name, sourceInstances: nil)
    for volume in made { try volume.setValue("mended", forKey: "title") }
  }
}
