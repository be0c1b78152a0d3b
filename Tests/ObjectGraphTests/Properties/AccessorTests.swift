import Foundation
import ObjectGraph
import XCTest

/// An object whose accessors are written as Core Data's books write them.
private final class Monster: ManagedObject {
  var name: String? {
    get {
      willAccessValue(forKey: "name")
      defer { didAccessValue(forKey: "name") }
      return (try? primitiveValue(forKey: "name")) as? String
    }
    set {
      willChangeValue(forKey: "name")
      try? setPrimitiveValue(newValue, forKey: "name")
      didChangeValue(forKey: "name")
    }
  }
}

/// Accessors that are written by hand.
@MainActor
final class AccessorTests: XCTestCase {
  private static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Monster", class: Monster.self) {
        AttributeDescription("name", .string)
        AttributeDescription("age", .integer16)
        CompositeAttributeDescription("place") {
          AttributeDescription("x", .double)
          AttributeDescription("y", .double)
        }
        RelationshipDescription("foes", toMany: "Monster", inverse: "foes")
      }
    }
  }

  /// A monster that is saved, and whose values are not in memory.
  private func savedMonster(_ context: ManagedObjectContext) throws -> Monster {
    let monster = Monster(context: context)
    monster.name = "Grendel"
    try context.save()
    context.refresh(monster, mergeChanges: false)
    return monster
  }

  func testReadingFiresTheFault() async throws {
    try await eachStore(model: Self.model()) { container in
      let monster = try savedMonster(container.viewContext)
      XCTAssertTrue(monster.isFault)
      XCTAssertEqual(monster.name, "Grendel")
      XCTAssertFalse(monster.isFault)
      XCTAssertFalse(monster.hasChanges)
      container.viewContext.refresh(monster, mergeChanges: false)
      monster.willAccessValue(forKey: nil)
      XCTAssertFalse(monster.isFault)
    }
  }

  func testAChangeIsTrackedAndSaved() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      let monster = try savedMonster(context)
      monster.name = "Grendel's mother"
      XCTAssertEqual(context.updatedObjects, [monster])
      XCTAssertEqual(monster.changedValues()["name"] as? String, "Grendel's mother")
      try context.save()
      let names = try await container.newBackgroundContext().perform { context in
        try context.fetch(FetchRequest<ManagedObject>(entityName: "Monster")).map {
          try $0.value(forKey: "name") as? String
        }
      }
      XCTAssertEqual(names, ["Grendel's mother"])
    }
  }

  func testAChangeIsUndoneInItsEvent() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      let monster = try savedMonster(context)
      context.undoManager = UndoManager()
      monster.name = "first"
      context.processPendingChanges()
      monster.name = "second"
      context.processPendingChanges()
      context.undo()
      XCTAssertEqual(monster.name, "first")
      context.undo()
      XCTAssertEqual(monster.name, "Grendel")
      XCTAssertFalse(context.hasChanges)
      context.redo()
      XCTAssertEqual(monster.name, "first")
    }
  }

  func testWritingWhatWasThereSavesNothing() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      let monster = try savedMonster(context)
      monster.name = "Grendel"
      XCTAssertTrue(monster.isUpdated)
      XCTAssertFalse(monster.hasPersistentChangedValues)
    }
  }

  func testMarkingAfterTheFactSavesTheValue() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      let monster = try savedMonster(context)
      try monster.setPrimitiveValue(7, forKey: "age")
      XCTAssertFalse(monster.hasChanges)
      monster.didChangeValue(forKey: "age")
      XCTAssertEqual(monster.changedValues()["age"] as? Int64, 7)
      XCTAssertEqual(context.updatedObjects, [monster])
    }
  }

  func testAPrimitiveWriteToAFaultIsNoChange() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      let monster = try savedMonster(context)
      context.refresh(monster, mergeChanges: false)
      try monster.setPrimitiveValue(7, forKey: "age")
      XCTAssertFalse(monster.hasChanges)
      XCTAssertEqual(try monster.primitiveValue(forKey: "age") as? Int64, 7)
    }
  }

  func testACompositeIsMarkedWithItsElements() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      let monster = try savedMonster(context)
      monster.willChangeValue(forKey: "place")
      try monster.setPrimitiveValue(["x": 1.5], forKey: "place")
      monster.didChangeValue(forKey: "place")
      XCTAssertEqual(monster.changedValues()["place"] as? [String: Double], ["x": 1.5])
      XCTAssertEqual(Array(monster.changedValues().keys), ["place"])
    }
  }

  func testARelationshipIsLeftAloneAndAnUnknownKeyIsKeptAsAnError() async throws {
    try await eachStore(model: Self.model()) { container in
      let context = container.viewContext
      let monster = try savedMonster(context)
      monster.willChangeValue(forKey: "foes")
      monster.didChangeValue(forKey: "foes")
      XCTAssertFalse(monster.hasChanges)
      XCTAssertTrue(context.errors.isEmpty)
      monster.willChangeValue(forKey: "nmae")
      XCTAssertEqual(context.errors.map(\.repair), ["did you mean name?"])
      XCTAssertFalse(monster.hasChanges)
    }
  }
}
