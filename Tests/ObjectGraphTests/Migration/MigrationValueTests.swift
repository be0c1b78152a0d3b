import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What value expressions come to.
final class MigrationValueTests: XCTestCase {
  private static func model(_ name: String) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription(name) {
        AttributeDescription("text", .string)
        AttributeDescription("number", .integer32, default: .integer(9))
        AttributeDescription("amount", .double)
        AttributeDescription("price", .decimal)
        AttributeDescription("flag", .boolean)
        AttributeDescription("day", .date)
        AttributeDescription("bytes", .binaryData, allowsExternalBinaryDataStorage: true)
        AttributeDescription("id", .uuid)
        AttributeDescription("link", .uri)
        AttributeDescription("list", .transformable)
        CompositeAttributeDescription("place") {
          AttributeDescription("city", .string)
          AttributeDescription("zip", .integer32)
        }
        RelationshipDescription("other", toOne: name, inverse: "others")
        RelationshipDescription("others", toMany: name, inverse: "other")
      }
    }
  }

  private func stage() throws -> MigrationStage {
    MigrationStage(
      folder: try temporaryFolder(), source: Self.model("Old"), destination: Self.model("New"))
  }

  private static let large = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
  private static let id = UUID()

  private func fill(_ stage: MigrationStage) throws {
    try stage.fill { context in
      let full = try context.insert(
        "Old",
        [
          "text": "full", "number": 5, "amount": 2.5, "price": Decimal(string: "1.10"),
          "flag": true, "day": Date(timeIntervalSinceReferenceDate: 10), "bytes": Self.large,
          "id": Self.id, "link": URL(string: "a:b"), "list": ["x", "y"],
          "place": ["city": "Ulm", "zip": 89_073],
        ])
      _ = try context.insert("Old", ["text": "empty", "number": nil, "other": full])
    }
  }

  private static let keys = [
    "text", "number", "amount", "price", "flag", "day", "bytes", "id", "link", "list", "place",
  ]

  func testValuesOfEveryTypeAreTheSameInTheDestination() throws {
    let stage = try stage()
    try fill(stage)
    try stage.migrate([
      EntityMapping(
        name: "A", from: "Old", to: "New", attributes: Self.keys.map { PropertyMapping(name: $0) })
    ])
    try stage.read { context in
      let objects = try context.all("New", by: "text")
      XCTAssertEqual(objects.count, 2)
      for key in Self.keys where key != "text" {
        // Nothing takes the place of the default value too.
        XCTAssertNil(try objects[0].value(forKey: key), key)
      }
      let full = objects[1]
      XCTAssertEqual(try full.value(forKey: "number") as? Int64, 5)
      XCTAssertEqual(try full.value(forKey: "amount") as? Double, 2.5)
      XCTAssertEqual(try full.value(forKey: "price") as? Decimal, Decimal(string: "1.10"))
      XCTAssertEqual(try full.value(forKey: "flag") as? Bool, true)
      XCTAssertEqual(
        try full.value(forKey: "day") as? Date, Date(timeIntervalSinceReferenceDate: 10))
      XCTAssertEqual(try full.value(forKey: "bytes") as? Data, Self.large)
      XCTAssertEqual(try full.value(forKey: "id") as? UUID, Self.id)
      XCTAssertEqual(try full.value(forKey: "link") as? URL, URL(string: "a:b"))
      XCTAssertEqual(try full.value(forKey: "list") as? [String], ["x", "y"])
      XCTAssertEqual(try full.value(forKeyPath: "place.city") as? String, "Ulm")
      XCTAssertEqual(try full.value(forKeyPath: "place.zip") as? Int64, 89_073)
    }
  }

  func testExpressionsAreWorkedOut() throws {
    let stage = try stage()
    try fill(stage)
    try stage.migrate([
      EntityMapping(
        name: "A", from: "Old", to: "New",
        attributes: [
          try PropertyMapping("text", "uppercase($source.text)"),
          try PropertyMapping("number", "$source.other.number + 1"),
          try PropertyMapping("amount", "$source.others.@count"),
          try PropertyMapping("flag", "TERNARY($source.number == nil, NO, YES)"),
          try PropertyMapping("list", "FUNCTION($source, \"valueForKeyPath:\", 'others.text')"),
        ])
    ])
    try stage.read { context in
      let objects = try context.all("New", by: "text")
      XCTAssertEqual(try context.texts("New", "text"), ["EMPTY", "FULL"])
      XCTAssertEqual(try objects.map { try $0.value(forKey: "number") as? Int64 }, [6, nil])
      XCTAssertEqual(try objects.map { try $0.value(forKey: "amount") as? Double }, [0, 1])
      XCTAssertEqual(try objects.map { try $0.value(forKey: "flag") as? Bool }, [false, true])
      XCTAssertEqual(
        try objects.map { try $0.value(forKey: "list") as? [String] }, [[], ["empty"]])
    }
  }

  func testAValueOfTheWrongTypeNamesTheObjectAndTheProperty() throws {
    let stage = try stage()
    try fill(stage)
    let error = MigrationStage.error {
      try stage.migrate([
        EntityMapping(
          name: "A", from: "Old", to: "New",
          attributes: [try PropertyMapping("day", "$source.text")])
      ])
    }
    XCTAssertEqual(error?.code, .entityMigrationPolicy)
    XCTAssertEqual(error?.key, "day")
    XCTAssertEqual(error?.objectID?.uriRepresentation().lastPathComponent, "p1")
  }

  func testASourceObjectIsNoDestination() throws {
    let stage = try stage()
    try fill(stage)
    let error = MigrationStage.error {
      try stage.migrate([
        EntityMapping(
          name: "A", from: "Old", to: "New",
          relationships: [try PropertyMapping("other", "$source.other")])
      ])
    }
    XCTAssertEqual(
      error?.underlyingErrors.first?.repair,
      "ask $manager for the destination instances of source objects")
  }

  func testASourceExpressionChoosesTheObjects() throws {
    let stage = try stage()
    try fill(stage)
    let mapping = EntityMapping(
      name: "A", from: "Old", to: "New", attributes: [PropertyMapping(name: "text")])
    mapping.sourceExpression = FetchRequestExpression.expression(
      forFetch: try FetchExpression(
        format:
          "FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\", 'Old', \"flag == YES\")"
      ), context: FetchExpression(forVariable: "manager.sourceContext"), countOnly: false)
    try stage.migrate([mapping])
    XCTAssertEqual(try stage.read { try $0.texts("New", "text") }, ["full"])
  }

  func testTheManagerAnswersForAnyMapping() throws {
    let stage = try stage()
    try fill(stage)
    try stage.migrate([
      EntityMapping(
        name: "A", from: "Old", to: "New", attributes: [PropertyMapping(name: "text")],
        relationships: [
          PropertyMapping(
            name: "others",
            valueExpression: .destinationInstances(
              ofSources: FetchExpression(forVariable: "source.others")))
        ])
    ])
    XCTAssertEqual(
      try stage.read { context in
        try context.all("New", by: "text").map { try $0.value(forKeyPath: "other.text") as? String }
      }, ["full", nil])
  }
}
