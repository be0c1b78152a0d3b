import Foundation
import ObjectGraph
import XCTest

/// Ordered to-many relationships whose other side is to-one.
@MainActor
final class OrderedRelationshipTests: XCTestCase {
  private let keys =
    "SELECT group_concat(x, ' ') FROM (SELECT ZNAME || Z_FOK_WALKER || ':' || Z_OPT AS x "
    + "FROM ZWALK WHERE ZWALKER IS NOT NULL ORDER BY Z_FOK_WALKER)"

  private func assertKeys(
    _ container: PersistentContainer, _ expected: String, line: UInt = #line
  ) throws {
    guard let found = try container.shell(keys) else { return }
    XCTAssertEqual(found, expected, line: line)
  }

  func testMembersAreKeptInTheOrderInWhichTheyWereGiven() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["c", "a", "b"])
      XCTAssertEqual(rex.walks.names, "cab")
      try context.save()
      XCTAssertEqual(rex.walks.names, "cab")
      context.reset()
      XCTAssertEqual(try context.storedWalker().walks.names, "cab")
      try assertKeys(container, "c2048:1 a3072:1 b4096:1")
    }
  }

  func testAnObjectThatGetsAnOwnerComesToTheEndAlsoOfAnUnreadRelationship() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      _ = context.walker("Rex", walks: ["b", "a"])
      try context.save()
      context.reset()
      let rex = try context.storedWalker()
      let late = context.walk("c")
      late.walker = rex
      context.walk("d").walker = rex
      XCTAssertEqual(rex.walks.names, "bacd")
      try context.save()
      try assertKeys(container, "b2048:1 a3072:1 c4096:1 d5120:1")
      late.walker = nil
      XCTAssertEqual(rex.walks.names, "bad")
      late.walker = rex
      XCTAssertEqual(rex.walks.names, "badc")
      try context.save()
      context.reset()
      XCTAssertEqual(try context.storedWalker().walks.names, "badc")
    }
  }

  func testOnlyAMovedMemberIsWrittenAndGetsANewVersion() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b", "c", "d"])
      try context.save()
      rex.walks.move(rex.walks[3], to: 1)
      XCTAssertEqual(rex.walks.names, "adbc")
      try context.save()
      // Half way between 2048 and 3072; the owner and the other walks are not written.
      try assertKeys(container, "a2048:1 d2560:2 b3072:1 c4096:1")
      if let version = try container.shell("SELECT Z_OPT FROM ZWALKER") {
        XCTAssertEqual(version, "1")
      }
    }
  }

  func testMembersGoIntoGapsUntilAGapIsUsedUpAndAllAreNumberedAgain() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b"])
      try context.save()
      // 1024 halves ten times: 2560, 2304, … 2049.
      for index in 0..<10 {
        rex.walks.insert(context.walk("\(index)"), at: 1)
        try context.save()
      }
      try assertKeys(
        container,
        "a2048:1 92049:1 82050:1 72052:1 62056:1 52064:1 42080:1 32112:1 22176:1 12304:1 02560:1 "
          + "b3072:1")
      rex.walks.insert(context.walk("x"), at: 1)
      XCTAssertEqual(rex.walks.names, "ax9876543210b")
      try context.save()
      try assertKeys(
        container,
        "a2048:1 x3072:1 94096:2 85120:2 76144:2 67168:2 58192:2 49216:2 310240:2 211264:2 "
          + "112288:2 013312:2 b14336:2")
      context.reset()
      XCTAssertEqual(try context.storedWalker().walks.names, "ax9876543210b")
    }
  }

  func testAMemberGoesToTheFrontWithoutMovingOthers() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b"])
      try context.save()
      rex.walks.insert(context.walk("x"), at: 0)
      try context.save()
      try assertKeys(container, "x1024:1 a2048:1 b3072:1")
      // 512, 256, … 1: there is nothing below 1, and all are numbered again.
      for index in 1...10 {
        rex.walks.insert(context.walk("\(index % 10)"), at: 0)
        try context.save()
      }
      rex.walks.insert(context.walk("y"), at: 0)
      try context.save()
      XCTAssertEqual(rex.walks.names, "y0987654321xab")
      try assertKeys(
        container,
        "y2048:1 03072:2 94096:2 85120:2 76144:2 67168:2 58192:2 49216:2 310240:2 211264:2 "
          + "112288:2 x13312:2 a14336:2 b15360:2")
    }
  }

  func testMembersAreMovedAmongOnesThatWereNeverSaved() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b", "c"])
      rex.walks.insert(context.walk("x"), at: 1)
      rex.walks.move(rex.walks[3], to: 0)
      XCTAssertEqual(rex.walks.names, "caxb")
      try context.save()
      context.reset()
      XCTAssertEqual(try context.storedWalker().walks.names, "caxb")
      try assertKeys(container, "c2048:1 a3072:1 x4096:1 b5120:1")
    }
  }

  func testAssigningAnotherOrderWritesAsFewMembersAsPossible() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b", "c", "d", "e"])
      try context.save()
      let walks = rex.walks
      rex.walks = [walks[4], walks[0], walks[1], walks[3], walks[2]]
      XCTAssertEqual(rex.walks.names, "eabdc")
      XCTAssertEqual(context.updatedObjects.count, 3)
      try context.save()
      context.reset()
      XCTAssertEqual(try context.storedWalker().walks.names, "eabdc")
    }
  }

  func testAMoveIsAChangeOfTheOwnerAndOfTheMovedMember() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b", "c"])
      try context.save()
      XCTAssertFalse(rex.hasChanges)
      let walks = rex.walks
      let last = walks[2]
      rex.walks.move(last, to: 0)
      XCTAssertTrue(rex.hasChanges)
      XCTAssertTrue(rex.isUpdated)
      XCTAssertTrue(last.hasPersistentChangedValues)
      XCTAssertEqual(context.updatedObjects, [rex, last])
      let changed = try XCTUnwrap(rex.changedValues()["walks"] as? OrderedSet<ManagedObject>)
      XCTAssertEqual(changed.elements, [last, walks[0], walks[1]])
      XCTAssertEqual(last.changedValues().count, 0)
      let committed = try rex.committedValues(forKeys: ["walks"])
      XCTAssertEqual(committed["walks"] as? OrderedSet<ManagedObject>, OrderedSet(walks.map { $0 }))
    }
  }

  // Fact 39.
  func testTheValuesOfAnEventHaveOrderedSetsAndNoPlaces() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b"])
      try context.save()
      let (first, second) = (rex.walks[0], rex.walks[1])
      let new = context.walk("c")
      new.walker = rex
      first.walker = nil
      XCTAssertEqual(Array(first.changedValuesForCurrentEvent().keys), ["walker"])
      XCTAssertTrue(first.changedValuesForCurrentEvent()["walker"] as? Walker === rex)
      XCTAssertEqual(
        rex.changedValuesForCurrentEvent()["walks"] as? OrderedSet<ManagedObject>, [second, first])
    }
  }

  func testAMoveBackToWhereItWasChangesNothing() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b", "c"])
      try context.save()
      let first = rex.walks[0]
      rex.walks.move(first, to: 2)
      rex.walks.move(first, to: 0)
      XCTAssertEqual(rex.walks.names, "abc")
      XCTAssertEqual(rex.changedValues().count, 0)
    }
  }

  func testRollbackBringsTheOrderBack() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b", "c"])
      try context.save()
      rex.walks.reverse()
      rex.walks.append(context.walk("d"))
      rex.walks.remove(at: 1)
      XCTAssertEqual(rex.walks.names, "cad")
      context.rollback()
      XCTAssertEqual(rex.walks.names, "abc")
      XCTAssertFalse(context.hasChanges)
    }
  }

  func testRefreshingWithMergeKeepsTheMoveOnTopOfWhatOthersAdded() async throws {
    try await eachPairOfWriters(model: OrderedModel.make) { pair in
      let context = pair.container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b", "c"])
      try context.save()
      rex.walks.move(rex.walks[2], to: 0)
      try pair.elsewhere.performAndWait { other in
        let request = FetchRequest<Walker>()
        let rex = try XCTUnwrap(try other.fetch(request).first)
        other.walk("d").walker = rex
        try other.save()
      }
      context.refresh(rex, mergeChanges: true)
      XCTAssertEqual(rex.walks.names, "cabd")
      try context.save()
      context.reset()
      XCTAssertEqual(try context.storedWalker().walks.names, "cabd")
    }
  }

  func testAChildSavesItsOrderIntoItsParentAndOn() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      for isThrough in [true, false] {
        let context = container.viewContext
        for object in try context.fetch(FetchRequest<ManagedObject>(entityName: "Walker")) {
          context.delete(object)
        }
        let rex = context.walker("Rex", walks: ["a", "b", "c"])
        try context.save()
        let child = context.makeChild()
        let mine = try XCTUnwrap(child.object(with: rex.objectID) as? Walker)
        mine.walks.reverse()
        mine.walks.insert(child.walk("x"), at: 1)
        mine.walks.append(child.walk("y"))
        XCTAssertEqual(mine.walks.names, "cxbay")
        XCTAssertEqual(rex.walks.names, "abc")
        if isThrough {
          try child.saveThrough()
        } else {
          try child.save()
          XCTAssertEqual(rex.walks.names, "cxbay")
          XCTAssertTrue(rex.hasChanges)
          try context.save()
        }
        XCTAssertEqual(rex.walks.names, "cxbay")
        XCTAssertEqual(mine.walks.names, "cxbay")
        context.reset()
        XCTAssertEqual(try context.storedWalker().walks.names, "cxbay")
      }
    }
  }

  func testAChildReadsTheUnsavedOrderOfItsParent() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b", "c"])
      try context.save()
      rex.walks.reverse()
      rex.walks.insert(context.walk("x"), at: 1)
      let child = context.makeChild()
      let mine = try XCTUnwrap(child.object(with: rex.objectID) as? Walker)
      XCTAssertEqual(mine.walks.names, "cxba")
    }
  }

  func testTwoWritersWhoAppendDoNotConflictAndOneWhoMovesTheSameMemberDoes() async throws {
    try await eachPairOfWriters(model: OrderedModel.make) { pair in
      let context = pair.container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b", "c"])
      try context.save()
      func elsewhere(_ body: @escaping @Sendable (Walker) -> Void) throws {
        try pair.elsewhere.performAndWait { other in
          other.refreshAllObjects()
          let rex = try XCTUnwrap(try other.fetch(FetchRequest<Walker>()).first)
          body(rex)
          try other.save()
        }
      }
      rex.walks.append(context.walk("d"))
      try elsewhere { rex in
        guard let context = rex.managedObjectContext else { return }
        rex.walks.append(context.walk("e"))
      }
      try context.save()
      context.reset()
      XCTAssertEqual(try context.storedWalker().walks.names, "abced")

      let again = try context.storedWalker()
      try again.insert(again.walks[0], into: "walks", at: 1)
      try elsewhere { rex in
        try? rex.insert(rex.walks[0], into: "walks", at: 2)
      }
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectMerge)
      }
    }
  }

  func testAFailedSaveLeavesTheOrderAsItWasAndTheNextOneWritesIt() async throws {
    try await eachStore(model: OrderedModel.walks(rule: .denyDeleteRule)) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a"])
      try context.save()
      rex.walks.append(context.walk("b"))
      rex.walks.append(context.walk("c"))
      let (lost, other) = (context.walker("Tom"), container.newBackgroundContext())
      try context.save()
      rex.walks.append(context.walk("d"))
      let stray = context.walk("s")
      let id = lost.objectID
      try other.performAndWait { other in
        other.delete(other.object(with: id))
        try other.save()
      }
      stray.walker = lost
      XCTAssertThrowsError(try context.save())
      rex.walks.append(context.walk("e"))
      stray.walker = rex
      try context.save()
      XCTAssertEqual(rex.walks.names, "abcdes")
      context.reset()
      let stored = try context.storedWalker()
      XCTAssertEqual(stored.walks.names, "abcdes")
    }
  }

  func testDeletingAMemberTakesItOutAndAnOwnersDeletionCascadesInOrder() async throws {
    try await eachStore(model: OrderedModel.walks(rule: .cascadeDeleteRule)) { container in
      let context = container.viewContext
      let rex = context.walker("Rex", walks: ["a", "b", "c"])
      try context.save()
      context.delete(rex.walks[1])
      context.processPendingChanges()
      XCTAssertEqual(rex.walks.names, "ac")
      try context.save()
      context.delete(rex)
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Walk>()), 0)
    }
  }

  func testASelfReferenceIsOrdered() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let whole = context.park("w")
      whole.parts = [context.park("b"), context.park("a")]
      whole.parts[1].parts = [context.park("y"), context.park("x")]
      try context.save()
      whole.parts.reverse()
      try context.save()
      let id = whole.objectID
      context.reset()
      let stored = try XCTUnwrap(context.object(with: id) as? Park)
      XCTAssertEqual(stored.parts.names, "ab")
      XCTAssertEqual(stored.parts[0].parts.names, "yx")
      XCTAssertTrue(stored.parts[0].whole === stored)
    }
  }

  func testMembersWithoutAKeyComeFirstByTheirPrimaryKey() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      _ = context.walker("Rex", walks: ["a", "b", "c"])
      try context.save()
      // What in-place migration from an unordered relationship leaves behind.
      guard
        try container.shell("UPDATE ZWALK SET Z_FOK_WALKER = NULL WHERE ZNAME <> 'a'") != nil
      else { return }
      context.reset()
      container.persistentStoreCoordinator.forgetRows()
      let rex = try context.storedWalker()
      XCTAssertEqual(rex.walks.names, "bca")
      rex.walks.append(context.walk("d"))
      rex.walks.move(rex.walks[0], to: 1)
      XCTAssertEqual(rex.walks.names, "cbad")
      try context.save()
      context.reset()
      XCTAssertEqual(try context.storedWalker().walks.names, "cbad")
    }
  }
}
