import ObjectGraph
import XCTest

/// To-many relationships by name, one object at a time and as live collections.
@MainActor
final class ToManyCodingTests: XCTestCase {
  func testOneObjectEntersAndLeavesWithoutReadingTheOthers() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      _ = context.walker("Rex", walks: ["a", "b"])
      try context.save()
      context.reset()
      let rex = try context.storedWalker()
      let walk = context.walk("c")
      try rex.add(walk, to: "walks")
      try rex.add(walk, to: "walks")
      XCTAssertTrue(walk.walker === rex)
      XCTAssertEqual(context.registeredObjects, [rex, walk])
      try rex.insert(context.walk("x"), into: "walks", at: 1)
      XCTAssertEqual(rex.walks.names, "axbc")
      try rex.remove(walk, from: "walks")
      XCTAssertNil(walk.walker)
      try rex.remove(walk, from: "walks")
      try rex.add([walk, context.walk("d")], to: "walks")
      XCTAssertEqual(rex.walks.names, "axbcd")
      try rex.remove([walk, rex.walks[0]], from: "walks")
      XCTAssertEqual(rex.walks.names, "xbd")
    }
  }

  func testWrongNamesObjectsAndPlacesAreRefused() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a"])
      let foreign = context.makeChild().walk("f")
      func assertRefused(_ body: () throws -> Void, line: UInt = #line) {
        XCTAssertThrowsError(try body(), line: line) { error in
          XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument, line: line)
        }
      }
      assertRefused { try rex.add(context.walk("b"), to: "walk") }
      assertRefused { try rex.add(context.walk("b"), to: "name") }
      assertRefused { try rex.add(context.park("p"), to: "walks") }
      assertRefused { try rex.add([context.walk("b"), foreign], to: "walks") }
      assertRefused { try rex.insert(context.walk("b"), into: "walks", at: 2) }
      assertRefused { try rex.insert(context.walk("b"), into: "walks", at: -1) }
      assertRefused { try rex.insert(rex.walks[0], into: "walks", at: 1) }
      assertRefused { _ = try rex.mutableSetValue(forKey: "walks") }
      assertRefused { _ = try rex.mutableOrderedSetValue(forKey: "name") }
      assertRefused { try rex.setValue(Set(rex.walks), forKey: "walks") }
      XCTAssertEqual(rex.walks.names, "a")
    }
  }

  func testAnOrderedRelationshipIsReadAndWrittenByName() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b"])
      let walks = rex.walks
      XCTAssertEqual(
        try rex.value(forKey: "walks") as? OrderedSet<ManagedObject>, [walks[0], walks[1]])
      try rex.setValue([walks[1], walks[0]], forKey: "walks")
      XCTAssertEqual(rex.walks.names, "ba")
      try rex.setValue(walks, forKey: "walks")
      XCTAssertEqual(rex.walks.names, "ab")
      XCTAssertEqual(try rex.value(forKeyPath: "walks.name") as? [String], ["a", "b"])
      try rex.setValue(nil, forKey: "walks")
      XCTAssertEqual(rex.walks, [])
    }
  }

  func testAMutableSetShowsAndChangesTheRelationship() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      let pets = try ann.mutableSetValue(forKey: "pets")
      let (rex, tom) = (Pet(context: context), Pet(context: context))
      pets.add(rex)
      XCTAssertTrue(rex.owner === ann)
      tom.owner = ann
      XCTAssertEqual(pets.count, 2)
      XCTAssertTrue(pets.contains(tom))
      pets.remove(rex)
      XCTAssertEqual(ann.pets, [tom])
      pets.union([rex, tom])
      XCTAssertEqual(pets.set, [rex, tom])
      for pet in pets { pets.remove(pet) }
      XCTAssertTrue(pets.isEmpty)
      pets.setSet([rex, tom])
      pets.intersect([rex])
      XCTAssertEqual(pets.allObjects, [rex])
      pets.minus([rex])
      pets.add(tom)
      pets.removeAllObjects()
      XCTAssertNil(tom.owner)
      XCTAssertEqual(context.errors.count, 0)
    }
  }

  func testAMutableOrderedSetShowsAndChangesTheRelationship() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b", "c"])
      let walks = try rex.mutableOrderedSetValue(forKey: "walks")
      walks.insert(context.walk("x"), at: 1)
      XCTAssertEqual(rex.walks.names, "axbc")
      walks.exchangeObject(at: 0, withObjectAt: 3)
      XCTAssertEqual(rex.walks.names, "cxba")
      walks.replaceObject(at: 1, with: context.walk("y"))
      XCTAssertEqual(rex.walks.names, "cyba")
      walks.removeObject(at: 0)
      walks.moveObject(rex.walks[2], to: 0)
      XCTAssertEqual(rex.walks.names, "ayb")
      walks.sort { left, right in
        (left as? Walk)?.name ?? "" < (right as? Walk)?.name ?? ""
      }
      XCTAssertEqual(rex.walks.names, "aby")
      XCTAssertEqual(walks.index(of: rex.walks[2]), 2)
      XCTAssertTrue(walks.firstObject === rex.walks[0])
      XCTAssertTrue(walks.lastObject === rex.walks[2])
      try context.save()
      context.walk("late").walker = rex
      XCTAssertEqual(walks.count, 4)
      for walk in walks { walks.remove(walk) }
      XCTAssertEqual(rex.walks, [])
      XCTAssertEqual(context.errors.count, 0)
    }
  }

  func testBadEditsOfALiveSetLeaveAnErrorAndChangeNothing() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a"])
      let walks = try rex.mutableOrderedSetValue(forKey: "walks")
      XCTAssertNil(walks.object(at: 1))
      walks.insert(context.walk("b"), at: 5)
      walks.removeObject(at: -1)
      walks.exchangeObject(at: 0, withObjectAt: 1)
      walks.moveObject(rex.walks[0], to: 1)
      walks.add(context.park("p"))
      walks.add(context.makeChild().walk("f"))
      XCTAssertEqual(context.errors.map(\.code), Array(repeating: .invalidArgument, count: 7))
      XCTAssertEqual(rex.walks.names, "a")
    }
  }

  func testTheLiveSetOfAnObjectThatIsGoneIsEmptyAndSaysSo() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a"])
      try context.save()
      let walks = try rex.mutableOrderedSetValue(forKey: "walks")
      context.delete(rex)
      try context.save()
      XCTAssertEqual(walks.count, 0)
      XCTAssertEqual(context.errors.map(\.code), [.managedObjectReferentialIntegrity])
      walks.add(context.walk("b"))
      walks.removeAllObjects()
      XCTAssertEqual(walks.array, [])
      XCTAssertEqual(context.errors.count, 4)
      XCTAssertEqual(rex.walks, [])
    }
  }
}
