import Foundation
import ObjectGraph
import XCTest

/// What a context tells of its place in a chain and of its queue.
@MainActor
final class ContextChainTests: XCTestCase {
  func testAChildOnTheSameQueueKnowsItsParent() async throws {
    try await eachStore { container in
      let context = container.viewContext
      XCTAssertNil(context.parent)
      XCTAssertFalse(context.hasParent)
      let child = context.makeChild()
      let grandchild = child.makeChild()
      XCTAssertTrue(child.parent === context)
      XCTAssertTrue(grandchild.parent === child)
      XCTAssertTrue(grandchild.parent?.parent === context)
      XCTAssertTrue(grandchild.hasParent)
      XCTAssertTrue(
        grandchild.persistentStoreCoordinator === container.persistentStoreCoordinator)
    }
  }

  func testAParentOnAnotherQueueIsToldOfButNotGiven() async throws {
    try await eachStore { container in
      let root = container.newBackgroundContext()
      let derived = BackgroundContext(parent: root)
      let scratch = BackgroundContext(childOf: container.viewContext)
      XCTAssertNil(root.parent)
      XCTAssertTrue(derived.parent === root)
      XCTAssertNil(scratch.parent)
      for (background, hasParent) in [(root, false), (derived, true), (scratch, true)] {
        let told = background.performAndWait { ($0.parent == nil, $0.hasParent) }
        XCTAssertTrue(told.0)
        XCTAssertEqual(told.1, hasParent)
      }
      let main = ManagedObjectContext(mainQueueChildOf: root)
      XCTAssertNil(main.parent)
      XCTAssertTrue(main.hasParent)
      // Within one private queue a parent is given as well.
      XCTAssertTrue(
        derived.performAndWait { context in context.makeChild().parent === context })
    }
  }

  func testADerivedContextKeepsTheHandleThatItsParentsNotificationsCarry() async throws {
    try await eachStore { container in
      var root: BackgroundContext? = container.newBackgroundContext()
      let derived = BackgroundContext(parent: try XCTUnwrap(root))
      let id = ObjectIdentifier(try XCTUnwrap(root))
      root = nil
      XCTAssertEqual(derived.parent.map { ObjectIdentifier($0) }, id)
    }
  }

  func testEachContextTellsItsKindOfQueue() async throws {
    try await eachStore { container in
      typealias Kind = ManagedObjectContext.ConcurrencyType
      XCTAssertEqual(container.viewContext.concurrencyType, .mainQueueConcurrencyType)
      XCTAssertEqual(container.viewContext.makeChild().concurrencyType, Kind.mainQueue)
      let background = container.newBackgroundContext()
      XCTAssertEqual(
        background.performAndWait { $0.concurrencyType }, .privateQueueConcurrencyType)
      XCTAssertEqual(
        background.performAndWait { $0.makeChild().concurrencyType }, Kind.privateQueue)
      XCTAssertEqual([Kind.privateQueue, .mainQueue].map(\.rawValue), [1, 2])
    }
  }

  func testAContextHasItsDefaults() async throws {
    try await eachStore { container in
      let child = container.viewContext.makeChild()
      for context in [container.viewContext, child] {
        XCTAssertTrue(context.mergePolicy === MergePolicy.error)
        XCTAssertNil(context.transactionAuthor)
        XCTAssertNil(context.undoManager)
        XCTAssertNil(context.queryGenerationToken)
        XCTAssertEqual(context.userInfo.count, 0)
        XCTAssertTrue(context.propagatesDeletesAtEndOfEvent)
        XCTAssertTrue(context.shouldDeleteInaccessibleFaults)
        XCTAssertFalse(context.automaticallyMergesChangesFromParent)
        XCTAssertFalse(context.retainsRegisteredObjects)
        XCTAssertLessThan(context.stalenessInterval, 0)
      }
    }
  }

  func testAnObserverOfASaveSeesWhoMadeIt() async throws {
    try await eachStore { container in
      let context = container.viewContext
      context.transactionAuthor = "front desk"
      var authors: [String?] = []
      let observation = context.addContextDidSaveNotificationObserver { saved in
        authors.append(saved.managedObjectContext?.transactionAuthor)
      }
      context.owner("Ann")
      try context.save()
      observation.cancel()
      XCTAssertEqual(authors, ["front desk"])
    }
  }

  func testFaultingStateIsZeroOnlyForAnObjectWithItsValues() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = context.owner("Ann")
      XCTAssertEqual(ann.faultingState, 0)
      try context.save()
      XCTAssertEqual(ann.faultingState, 0)
      context.refresh(ann, mergeChanges: false)
      XCTAssertNotEqual(ann.faultingState, 0)
      XCTAssertTrue(ann.isFault)
      XCTAssertEqual(ann.age, 18)
      XCTAssertEqual(ann.faultingState, 0)
      context.reset()
      XCTAssertNotEqual(ann.faultingState, 0)
    }
  }
}
