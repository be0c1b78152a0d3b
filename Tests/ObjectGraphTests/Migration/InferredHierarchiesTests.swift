import Foundation
import ObjectGraph
import XCTest

/// Entities that come under others or from under them, and attributes that move with that.
@MainActor
final class InferredHierarchiesTests: MigrationTestCase {
  private func flat() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Image") {
        AttributeDescription("caption", .string)
        AttributeDescription("width", .integer32)
        RelationshipDescription("note", toOne: "Note", inverse: "image")
      }
      EntityDescription("Note") {
        AttributeDescription("title", .string)
        RelationshipDescription("image", toOne: "Image", inverse: "note")
      }
    }
  }

  func testAnEntityComesUnderANewOneThatTakesItsAttributes() async throws {
    try make(flat()) { context in
      let image = try insert("Image", ["caption": "lake", "width": 640], into: context)
      try insert("Note", ["title": "trip", "image": image], into: context)
    }
    let new = ManagedObjectModel {
      EntityDescription(
        "Attachment", isAbstract: true,
        subentities: [
          EntityDescription("Image") { AttributeDescription("width", .integer32) },
          EntityDescription("Sound") { AttributeDescription("length", .double) },
        ]
      ) {
        AttributeDescription("caption", .string)
        RelationshipDescription("note", toOne: "Note", inverse: "attachment")
      }
      EntityDescription("Note") {
        AttributeDescription("title", .string)
        RelationshipDescription(
          "attachment", toOne: "Attachment", inverse: "note", renamingIdentifier: "image")
      }
    }
    let container = try open(new)
    let note = try all("Note", container.viewContext)[0]
    XCTAssertEqual(try note.value(forKeyPath: "attachment.caption") as? String, "lake")
    let image = try XCTUnwrap(try note.value(forKey: "attachment") as? ManagedObject)
    XCTAssertEqual(image.entity.name, "Image")
    XCTAssertEqual(AttributeValue(try image.value(forKey: "width")), .integer(640))
    try insert("Sound", ["caption": "rain", "length": 3.5], into: container.viewContext)
    try container.viewContext.save()
    XCTAssertEqual(
      try values("caption", of: "Attachment", container), [.string("lake"), .string("rain")])
    try close(container)
    // Attachment 1, Image 2, Sound 3, Note 4.
    XCTAssertEqual(try sqlite3(file, "SELECT group_concat(Z_ENT) FROM ZATTACHMENT"), "2,3")
    XCTAssertEqual(try sqlite3(file, "SELECT ZATTACHMENT, Z1_ATTACHMENT FROM ZNOTE"), "1|2")
  }

  func testAttributesOfTwoEntitiesAreJoinedAboveThemAndParted() async throws {
    func model(isAbove: Bool) -> ManagedObjectModel {
      let done = isAbove ? [] : [AttributeDescription("isDone", .boolean)]
      return ManagedObjectModel {
        EntityDescription(
          "Item", isAbstract: true,
          subentities: [
            EntityDescription("Call") {
              AttributeDescription("number", .string)
              done
            },
            EntityDescription("Visit") {
              AttributeDescription("place", .string)
              isAbove ? [] : [AttributeDescription("isDone", .boolean)]
            },
          ]
        ) {
          AttributeDescription("name", .string)
          isAbove ? [AttributeDescription("isDone", .boolean)] : []
        }
      }
    }
    try make(model(isAbove: false)) { context in
      try insert("Call", ["name": "a", "isDone": true, "number": "1"], into: context)
      try insert("Visit", ["name": "b", "isDone": false, "place": "x"], into: context)
      try insert("Visit", ["name": "c"], into: context)
    }
    XCTAssertEqual(
      try sqlite3(
        file, "SELECT group_concat(ifnull(ZISDONE, '-') || ifnull(ZISDONE1, '-')) FROM ZITEM"),
      "1-,-0,--")
    var container = try open(model(isAbove: true))
    XCTAssertEqual(
      try values("isDone", of: "Item", container), [.boolean(true), .boolean(false), .null])
    try close(container)
    XCTAssertEqual(
      try sqlite3(file, "SELECT group_concat(ifnull(ZISDONE, '-')) FROM ZITEM"), "1,0,-")
    container = try open(model(isAbove: false))
    XCTAssertEqual(try values("isDone", of: "Call", container), [.boolean(true)])
    XCTAssertEqual(try values("isDone", of: "Visit", container), [.boolean(false), .null])
    try close(container)
    XCTAssertEqual(
      try sqlite3(
        file, "SELECT group_concat(ifnull(ZISDONE, '-') || ifnull(ZISDONE1, '-')) FROM ZITEM"),
      "1-,-0,--")
  }

  func testAnEntityLeavesItsHierarchyAndKeepsItsKeys() async throws {
    let old = ManagedObjectModel {
      EntityDescription(
        "Person",
        subentities: [EntityDescription("Guest") { AttributeDescription("plate", .string) }]
      ) { AttributeDescription("name", .string) }
    }
    try make(old) { context in
      for name in ["a", "b"] {
        try context.obtainPermanentIDs(for: [insert("Person", ["name": name], into: context)])
      }
      try insert("Guest", ["name": "c", "plate": "X1"], into: context)
    }
    let new = ManagedObjectModel {
      EntityDescription("Guest") {
        AttributeDescription("name", .string)
        AttributeDescription("plate", .string)
      }
      EntityDescription("Person") { AttributeDescription("name", .string) }
    }
    let container = try open(new)
    XCTAssertEqual(try values("name", of: "Guest", container), [.string("c")])
    XCTAssertEqual(try values("name", of: "Person", container), [.string("a"), .string("b")])
    try insert("Guest", ["name": "d"], into: container.viewContext)
    try container.viewContext.save()
    try close(container)
    XCTAssertEqual(try sqlite3(file, "SELECT group_concat(Z_PK) FROM ZGUEST"), "3,4")
    XCTAssertEqual(try sqlite3(file, "SELECT group_concat(Z_MAX) FROM Z_PRIMARYKEY"), "4,3")
  }

  func testTwoHierarchiesDoNotBecomeOne() async throws {
    let new = ManagedObjectModel {
      EntityDescription(
        "Thing", isAbstract: true,
        subentities: [
          EntityDescription("Image") {
            AttributeDescription("caption", .string)
            AttributeDescription("width", .integer32)
            RelationshipDescription("note", toOne: "Note", inverse: "image")
          },
          EntityDescription("Note") {
            AttributeDescription("title", .string)
            RelationshipDescription("image", toOne: "Image", inverse: "note")
          },
        ]
      ) { [] as [PropertyDescription] }
    }
    do {
      _ = try MappingModel.inferredMappingModel(forSourceModel: flat(), destinationModel: new)
      XCTFail("it was inferred")
    } catch {
      XCTAssertEqual(error.code, .inferredMappingModel)
      XCTAssertEqual(
        error.underlyingErrors.map(\.message), ["Thing joins the hierarchies of Image and Note"])
    }
  }

  // Fact 177.
  func testInferredMappingsHaveCoreDatasNames() async throws {
    let new = ManagedObjectModel {
      EntityDescription("Image") {
        AttributeDescription("caption", .string)
        AttributeDescription("width", .integer32)
        AttributeDescription("height", .integer32)
      }
      EntityDescription("Tag") { AttributeDescription("name", .string) }
    }
    let old = ManagedObjectModel {
      EntityDescription("Color") { AttributeDescription("name", .string) }
      EntityDescription("Image") {
        AttributeDescription("caption", .string)
        AttributeDescription("width", .integer32)
      }
    }
    let mapping = try MappingModel.inferredMappingModel(
      forSourceModel: old, destinationModel: new)
    XCTAssertEqual(
      mapping.entityMappings.map(\.name),
      ["IEM_Transform_Image", "IEM_Add_Tag", "IEM_Remove_Color"])
    let image = try XCTUnwrap(mapping.entityMappingsByName["IEM_Transform_Image"])
    XCTAssertEqual(image.mappingType, .transform)
    XCTAssertEqual(
      image.attributeMappings.map { "\($0.name) \($0.valueExpression.map { "\($0)" } ?? "-")" },
      ["caption $source.caption", "height -", "width $source.width"])
    XCTAssertEqual(
      try MappingModel.inferredMappingModel(forSourceModel: old, destinationModel: old)
        .entityMappings.map(\.name), ["IEM_Copy_Color", "IEM_Copy_Image"])
  }
}
