import Foundation
import ObjectGraph
import XCTest

/// Objects that lost their context or their row: they keep their attributes for whoever inserts
/// them again, their relationships are empty, and what is done to them reaches no context.
@MainActor
final class LostObjectTests: XCTestCase {
  /// Does all that can be done to an object that kept its attributes and belongs to no context.
  private func useEverything(_ thing: Thing, beside other: Thing) throws {
    XCTAssertNil(thing.managedObjectContext)
    XCTAssertTrue(thing.isFault)
    try edit(thing)
    for object in [thing, other] { try link(thing, to: object) }
    for key in ["name", "photo", "address", "one", "many", "ordered", "ranked"] {
      XCTAssertNoThrow(try thing.value(forKey: key), key)
      XCTAssertNoThrow(try thing.primitiveValue(forKey: key), key)
      thing.willAccessValue(forKey: key)
      thing.willChangeValue(forKey: key)
      thing.didChangeValue(forKey: key)
    }
    _ = try? thing.committedValues(forKeys: nil)
    _ = thing.changedValues()
    _ = (thing.isInserted, thing.isUpdated, thing.isDeleted, thing.hasChanges)
    _ = thing.hasPersistentChangedValues
    XCTAssertTrue(thing.changedValuesForCurrentEvent().isEmpty)
    XCTAssertTrue(thing.description.contains("Thing"))
    XCTAssertEqual(thing.entity.name, "Thing")
    XCTAssertFalse(thing.objectID.uriRepresentation().absoluteString.isEmpty)
    _ = try? thing.hasFault(forRelationshipNamed: "many")
    _ = try? thing.objectIDs(forRelationshipNamed: "many")
    _ = try? thing.validateForUpdate()
    let context = try XCTUnwrap(other.managedObjectContext)
    context.refresh(thing, mergeChanges: true)
    context.refresh(thing, mergeChanges: false)
    context.delete(thing)
    XCTAssertThrowsError(try context.obtainPermanentIDs(for: [thing]))
  }

  private func edit(_ thing: Thing) throws {
    thing.name = "lost"
    thing.photo = Data(count: 300_000)
    XCTAssertEqual(thing.name, "lost")
    try thing.setValue("lost too", forKey: "name")
    try thing.setPrimitiveValue("lost again", forKey: "name")
    try thing.setValue(["street": "lost"], forKey: "address")
    XCTAssertThrowsError(try thing.setValue(7, forKey: "name"))
    XCTAssertThrowsError(try thing.setValue("x", forKey: "nmae"))
  }

  private func link(_ thing: Thing, to object: Thing) throws {
    thing.one = object
    thing.mate = object
    thing.many = [object]
    thing.ordered = [object]
    thing.peers.insert(object)
    thing.ranked = [object]
    for key in ["one", "many", "ranked"] {
      let value: Any = key == "one" ? object : [object]
      XCTAssertThrowsError(try thing.setValue(value, forKey: key), key)
    }
    XCTAssertThrowsError(try thing.add(object, to: "peers"))
    XCTAssertThrowsError(try thing.insert(object, into: "ordered", at: 0))
    let peers = try thing.mutableSetValue(forKey: "peers")
    peers.add(object)
    peers.setSet([object])
    XCTAssertEqual(peers.count, 0)
    let ranked = try thing.mutableOrderedSetValue(forKey: "ranked")
    ranked.insert(object, at: 0)
    ranked.setArray([object])
    ranked.removeObject(at: 0)
    XCTAssertEqual(ranked.array, [])
    XCTAssertNil(thing.one)
    XCTAssertNil(thing.mate)
    XCTAssertEqual(thing.many, [])
    XCTAssertEqual(thing.ordered, [])
    XCTAssertEqual(thing.peers, [])
    XCTAssertEqual(thing.ranked, [])
  }

  private func use(
    _ name: String, _ lose: @MainActor (Thing, ManagedObjectContext) throws -> Void
  ) async throws {
    try await eachStore(model: ThingModel.make()) { container in
      let context = container.viewContext
      context.undoManager = UndoManager()
      let thing = try context.fullThing()
      try lose(thing, context)
      let other = context.thing("other")
      try? context.save()
      let before = try context.contents()
      XCTAssertNil(thing.managedObjectContext, name)
      try self.useEverything(thing, beside: other)
      XCTAssertFalse(context.hasChanges, name)
      XCTAssertEqual(try context.contents(), before, name)
      try? context.save()
      other.name = "again"
      try context.save()
      let fresh = container.newBackgroundContext()
      let after = try await fresh.perform { try $0.contents() }
      XCTAssertEqual(after.count, before.count, name)
    }
  }

  func testAnObjectThatLostItsContextHasNothingToSave() async throws {
    try await eachStore(model: ThingModel.make()) { container in
      let main = container.viewContext
      let names = ["changed", "deleted", "new"]
      let saved = [main.thing("changed"), main.thing("deleted")]
      try main.save()
      for isReset in [true, false] {
        var context: ManagedObjectContext? = main.makeChild()
        var things: [Thing] = []
        if let context {
          let own = saved.compactMap { context.object(with: $0.objectID) as? Thing }
          own[0].name = "other"
          context.delete(own[1])
          things = own + [context.thing("new")]
          XCTAssertEqual(things.map(\.hasChanges), [true, true, true])
        }
        if isReset { context?.reset() } else { context = nil }
        for (thing, name) in zip(things, names) {
          XCTAssertNil(thing.managedObjectContext, name)
          XCTAssertFalse(thing.isInserted, name)
          XCTAssertFalse(thing.isUpdated, name)
          XCTAssertFalse(thing.isDeleted, name)
          XCTAssertFalse(thing.hasChanges, name)
        }
      }
    }
  }

  func testAnObjectOfAContextThatWasResetIsHarmless() async throws {
    try await use("reset") { _, context in context.reset() }
  }

  func testAnObjectWhoseDeletionWasSavedIsHarmless() async throws {
    try await use("deleted") { thing, context in
      context.delete(thing)
      try context.save()
    }
  }

  func testAnObjectWhoseInsertionWasRolledBackIsHarmless() async throws {
    try await eachStore(model: ThingModel.make()) { container in
      let context = container.viewContext
      let other = try context.fullThing()
      let thing = context.thing("new")
      thing.one = other
      thing.ranked = [other]
      context.rollback()
      let before = try context.contents()
      XCTAssertNil(thing.managedObjectContext)
      try self.useEverything(thing, beside: other)
      XCTAssertFalse(context.hasChanges)
      XCTAssertEqual(try context.contents(), before)
    }
  }

  func testAnObjectWhoseContextIsGoneIsHarmless() async throws {
    try await eachStore(model: ThingModel.make()) { container in
      let other = try container.viewContext.fullThing()
      var child: ManagedObjectContext? = container.viewContext.makeChild()
      let new = try XCTUnwrap(child?.thing("new"))
      let read = try XCTUnwrap(child?.object(with: other.objectID) as? Thing)
      XCTAssertEqual(read.name, "full")
      new.one = read
      child = nil
      for thing in [new, read] {
        XCTAssertNil(thing.managedObjectContext)
        try self.useEverything(thing, beside: other)
      }
      XCTAssertFalse(container.viewContext.hasChanges)
    }
  }
}
