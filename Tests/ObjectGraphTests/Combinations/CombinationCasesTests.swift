import Foundation
import XCTest

@testable import ObjectGraph

/// What features do to each other, one case at a time.
@MainActor
final class CombinationCasesTests: XCTestCase {
  func testObjectsOfTheSecondStoreThatHaveTheSameMemberReadItUnderItsKey() async throws {
    try await eachPairOfStores(model: GadgetModel.make()) { pair in
      let context = pair.context
      let things = ["a", "b", "c", "d"].map { code in
        let thing = pair.inSecond(Gadget(context: context))
        thing.code = code
        return thing
      }
      for thing in things { thing.friends = [things[0]] }
      try context.save()
      context.reset()
      let read = try context.fetch(FetchRequest<Gadget>())
      XCTAssertEqual(read.count, 4)
      for thing in read { XCTAssertEqual(thing.friends.map(\.code), ["a"], thing.code) }
    }
  }

  func testParentsForgetANewMemberThatAGrandchildLedElsewhere() async throws {
    // Whichever of the two comes first among what is saved.
    for isPartFirst in [false, true] {
      try await eachStore(model: GadgetModel.make()) { container in
        let top = container.viewContext
        let early = isPartFirst ? Part(context: top) : nil
        let (old, new) = (Gadget(context: top), Gadget(context: top))
        (old.code, new.code) = ("old", "new")
        let part = early ?? Part(context: top)
        part.code = "part"
        old.parts = [part]
        let child = top.makeChild()
        let middle = try XCTUnwrap(child.object(with: old.objectID) as? Gadget)
        XCTAssertEqual(middle.parts.map(\.code), ["part"])
        let grandchild = child.makeChild()
        let moved = try XCTUnwrap(grandchild.object(with: part.objectID) as? Part)
        moved.whole = grandchild.object(with: new.objectID) as? Gadget
        try grandchild.saveThrough()
        XCTAssertEqual(old.parts.map(\.code), [])
        XCTAssertEqual(new.parts.map(\.code), ["part"])
        XCTAssertEqual(middle.parts.map(\.code), [])
        XCTAssertEqual(top.checkInvariants() + child.checkInvariants(), [])
      }
    }
  }

  func testAParentThatChangedAMemberLearnsWhereItsChildLedIt() async throws {
    // A new owner gets its key with the same save.
    for isOwnerNew in [false, true] {
      try await eachStore(model: GadgetModel.make()) { container in
        let top = container.viewContext
        let (first, part) = (Gadget(context: top), Part(context: top))
        (first.code, part.code) = ("first", "part")
        let early = isOwnerNew ? nil : Gadget(context: top)
        early?.code = "second"
        try top.save()
        part.whole = first
        let second = early ?? Gadget(context: top)
        second.code = "second"
        XCTAssertEqual(second.parts.map(\.code), [])
        let child = top.makeChild()
        let moved = try XCTUnwrap(child.object(with: part.objectID) as? Part)
        moved.whole = child.object(with: second.objectID) as? Gadget
        try child.saveThrough()
        XCTAssertEqual(part.whole, second)
        XCTAssertEqual(first.parts.map(\.code), [])
        XCTAssertEqual(second.parts.map(\.code), ["part"])
        XCTAssertEqual(top.checkInvariants() + child.checkInvariants(), [])
      }
    }
  }

  func testAParentForgetsANewMemberThatAGrandchildDeleted() async throws {
    try await eachStore(model: GadgetModel.make()) { container in
      let top = container.viewContext
      let (whole, part) = (Gadget(context: top), Part(context: top))
      (whole.code, part.code) = ("whole", "part")
      whole.parts = [part]
      let child = top.makeChild()
      let middle = try XCTUnwrap(child.object(with: whole.objectID) as? Gadget)
      XCTAssertEqual(middle.parts.map(\.code), ["part"])
      let grandchild = child.makeChild()
      grandchild.delete(grandchild.object(with: part.objectID))
      try grandchild.saveThrough()
      XCTAssertEqual(whole.parts.map(\.code), [])
      XCTAssertEqual(middle.parts.map(\.code), [])
      XCTAssertEqual(try child.count(for: FetchRequest<Part>(entityName: "Part")), 0)
      XCTAssertEqual(top.checkInvariants() + child.checkInvariants(), [])
    }
  }

  func testAParentForgetsAMemberThatAChildDeletedThroughIt() async throws {
    try await eachStore(model: GadgetModel.make()) { container in
      let context = container.viewContext
      let (ann, bob) = (Gadget(context: context), Gadget(context: context))
      (ann.code, bob.code) = ("ann", "bob")
      ann.friends = [bob]
      bob.friendOf = [ann]
      try context.save()
      XCTAssertEqual(ann.friends, [bob])
      let child = context.makeChild()
      child.delete(child.object(with: bob.objectID))
      try child.saveThrough()
      XCTAssertEqual(ann.friends, [])
      let second = context.makeChild()
      let other = Gadget(context: context)
      other.code = "other"
      other.friends = [ann]
      try context.save()
      XCTAssertEqual(ann.friendOf, [other])
      second.delete(second.object(with: other.objectID))
      try second.saveThrough()
      XCTAssertEqual(ann.friendOf, [])
    }
  }

  func testAMemberThatAChildLeadsElsewhereThroughItsParentLeavesTheParentsUnsavedList()
    async throws
  {
    try await eachStore(model: GadgetModel.make()) { container in
      let context = container.viewContext
      let (first, second, part) = (
        Gadget(context: context), Gadget(context: context), Part(context: context)
      )
      (first.code, second.code) = ("first", "second")
      try context.save()
      part.whole = first
      XCTAssertEqual(first.parts.elements, [part])
      let child = context.makeChild()
      let theirs = try XCTUnwrap(child.object(with: part.objectID) as? Part)
      theirs.whole = child.object(with: second.objectID) as? Gadget
      try child.saveThrough()
      XCTAssertEqual(part.whole, second)
      XCTAssertEqual(second.parts.elements, [part])
      XCTAssertEqual(first.parts.elements, [])
      XCTAssertEqual([first.partCount, second.partCount], [0, 1])
    }
  }

  func testAChildFollowsReferencesToObjectsThatGotPermanentIDsInItsParent() async throws {
    try await eachStore(model: GadgetModel.make()) { container in
      let context = container.viewContext
      let (thing, part) = (Gadget(context: context), Part(context: context))
      (thing.code, part.code) = ("thing", "part")
      part.whole = thing
      try context.obtainPermanentIDs(for: [thing])
      let child = context.makeChild()
      let mine = try XCTUnwrap(child.fetch(FetchRequest<Gadget>()).first)
      XCTAssertEqual(mine.parts.map(\.code), ["part"])
      XCTAssertEqual(mine.parts.elements.first?.whole, mine)
      XCTAssertEqual(mine.objectID, thing.objectID)
    }
  }

  func testAnOrderThatUndoingLeavesIsAChangeAndNotTheStores() async throws {
    try await eachStore(model: GadgetModel.make()) { container in
      let context = container.viewContext
      let mark = Mark(context: context)
      let things = ["a", "b", "c"].map { code in
        let thing = Gadget(context: context)
        thing.code = code
        return thing
      }
      mark.bearers = OrderedSet(things)
      try context.save()
      context.undoManager = UndoManager()
      context.delete(things[0])
      context.processPendingChanges()
      context.undo()
      XCTAssertEqual(Set(mark.bearers.map(\.code)), ["a", "b", "c"])
      context.rollback()
      XCTAssertEqual(mark.bearers.map(\.code), ["a", "b", "c"])
    }
  }

  func testADeletedMemberStaysAwayFromAnObjectWhoseChangesAreDropped() async throws {
    try await eachStore(model: GadgetModel.make()) { container in
      let context = container.viewContext
      let (ann, bob) = (Gadget(context: context), Gadget(context: context))
      (ann.code, bob.code) = ("ann", "bob")
      try context.save()
      ann.friends = [bob]
      let child = context.makeChild()
      let mine = try XCTUnwrap(child.object(with: ann.objectID) as? Gadget)
      XCTAssertEqual(mine.friends.map(\.code), ["bob"])
      child.delete(child.object(with: bob.objectID))
      child.processPendingChanges()
      child.refresh(mine, mergeChanges: false)
      XCTAssertEqual(mine.friends, [])
      try child.saveThrough()
      XCTAssertEqual(ann.friends, [])
      XCTAssertEqual(try context.fetch(FetchRequest<Gadget>()), [ann])
    }
  }

  func testAChildHasWhatASaveThroughItDerivedForAnObjectThatWasNewInItsParent() async throws {
    try await eachStore(model: GadgetModel.make()) { container in
      let context = container.viewContext
      let (thing, part) = (Gadget(context: context), Part(context: context))
      (thing.code, part.code) = ("thing", "part")
      thing.title = "thing"
      thing.parts = [part]
      let child = context.makeChild()
      let mine = try XCTUnwrap(child.fetch(FetchRequest<Gadget>()).first)
      XCTAssertEqual(mine.partCount, 0)
      try child.saveThrough()
      XCTAssertEqual([thing.partCount, mine.partCount], [1, 1])
      XCTAssertEqual([thing.loudTitle, mine.loudTitle], ["THING", "THING"])
      // The child knows the version too: its next change is no conflict.
      mine.title = "other"
      try child.saveThrough()
      XCTAssertEqual([thing.loudTitle, mine.loudTitle], ["OTHER", "OTHER"])
    }
  }

  func testAChildSavesAnObjectWhoseDerivedValueChangedAfterItsParentSavedIt() async throws {
    try await eachStore(model: GadgetModel.make()) { container in
      let context = container.viewContext
      let (thing, part) = (Gadget(context: context), Part(context: context))
      (thing.code, part.code) = ("thing", "part")
      try context.save()
      let other = Part(context: context)
      other.code = "other"
      other.whole = thing
      let child = context.makeChild()
      let mine = try XCTUnwrap(child.object(with: other.objectID) as? Part)
      XCTAssertNil(mine.wholeTitle)
      try context.save()
      thing.title = "thing"
      try context.save()
      XCTAssertEqual(other.wholeTitle, "thing")
      mine.weight = 2
      try child.saveThrough()
      XCTAssertEqual([other.weight, mine.weight], [2, 2])
      XCTAssertEqual([other.wholeTitle, mine.wholeTitle], ["thing", "thing"])
    }
  }

  func testAChildTakesOverWhatASaveThroughItWroteOfItsParentsPairs() async throws {
    try await eachStore(model: GadgetModel.make()) { container in
      let context = container.viewContext
      let (thing, part) = (Gadget(context: context), Part(context: context))
      (thing.code, part.code) = ("thing", "part")
      try context.save()
      thing.friends = [thing]
      part.whole = thing
      let child = context.makeChild()
      let mine = try XCTUnwrap(child.fetch(FetchRequest<Gadget>()).first)
      XCTAssertEqual(mine.partCount, 0)
      try child.saveThrough()
      XCTAssertEqual([thing.partCount, mine.partCount], [1, 1])
      mine.title = "other"
      try child.saveThrough()
      XCTAssertEqual([thing.title, mine.title], ["other", "other"])
    }
  }

  func testAGrandchildDeletesAnObjectThatItsParentMadeAMemberOfItself() async throws {
    try await eachStore(model: GadgetModel.make()) { container in
      let context = container.viewContext
      let (ann, bob) = (Gadget(context: context), Gadget(context: context))
      (ann.code, bob.code) = ("ann", "bob")
      try context.save()
      let child = context.makeChild()
      let theirs = try XCTUnwrap(child.object(with: bob.objectID) as? Gadget)
      theirs.friends = [theirs, try XCTUnwrap(child.object(with: ann.objectID) as? Gadget)]
      let grandchild = child.makeChild()
      grandchild.delete(grandchild.object(with: bob.objectID))
      try grandchild.saveThrough()
      XCTAssertEqual(ann.friendOf, [])
      XCTAssertEqual(try context.fetch(FetchRequest<Gadget>()).map(\.code), ["ann"])
    }
  }
}
