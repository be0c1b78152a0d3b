import ObjectGraph
import XCTest

/// Objects that outlive their context: fact 140.
@MainActor
final class DroppedContextTests: XCTestCase {
  // Fact 140.
  func testObjectsOfADroppedChildKeepWhatTheyHadReadAndTheRestIsEmpty() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let (ann, bob, cyd) = (parent.owner("Ann", age: 41), parent.owner("Bob"), parent.owner("Cyd"))
      try parent.save()
      var child: ManagedObjectContext? = parent.makeChild()
      let read = try XCTUnwrap(child).existingOwner(ann.objectID)
      let edited = try XCTUnwrap(child).existingOwner(bob.objectID)
      edited.age = 55
      let fault = try XCTUnwrap(child?.object(with: cyd.objectID) as? Owner)
      XCTAssertTrue(fault.isFault)
      child = nil
      for owner in [read, edited, fault] {
        XCTAssertNil(owner.managedObjectContext)
        XCTAssertTrue(owner.isFault)
      }
      XCTAssertEqual([read.name, edited.name, fault.name], ["Ann", "Bob", ""])
      XCTAssertEqual([read.age, edited.age, fault.age], [41, 55, 0])
      XCTAssertEqual(try read.value(forKey: "name") as? String, "Ann")
      XCTAssertNil(read.passport)
      read.age = 99
      XCTAssertEqual([ann.age, bob.age, cyd.age], [41, 18, 18])
      XCTAssertFalse(parent.hasChanges)
    }
  }

  // Fact 140.
  func testAnObjectDoesNotKeepItsContext() async throws {
    try await eachStore { container in
      var child: ManagedObjectContext? = container.viewContext.makeChild()
      weak let watched = child
      let ann = try XCTUnwrap(child).owner("Ann")
      XCTAssertNotNil(watched)
      child = nil
      XCTAssertNil(watched)
      XCTAssertEqual(ann.name, "Ann")
    }
  }
}
