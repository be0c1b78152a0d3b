import Foundation
import ObjectGraph
import XCTest

/// Blocks of work for a context that is at hand.
@MainActor
final class PerformingTests: XCTestCase {
  private struct Stop: Error {}

  // Fact 44.
  func testPerformEndsTheEventAndPerformAndWaitDoesNot() async throws {
    try await eachStore { container in
      let context = container.viewContext
      var announcements = 0
      let observation = context.addObjectsDidChangeNotificationObserver { _ in
        announcements += 1
      }
      context.performAndWait { Owner(context: context).name = "Ann" }
      XCTAssertEqual(announcements, 0)
      await context.perform { Owner(context: context).name = "Bob" }
      XCTAssertEqual(announcements, 1)
      XCTAssertEqual(context.insertedObjects.count, 2)
      observation.cancel()
    }
  }

  // Fact 44.
  func testABodyThatThrowsEndsTheEventToo() async throws {
    try await eachStore { container in
      let context = container.viewContext
      var announcements = 0
      let observation = context.addObjectsDidChangeNotificationObserver { _ in
        announcements += 1
      }
      XCTAssertThrowsError(
        try context.perform {
          Owner(context: context).name = "Ann"
          throw Stop()
        }
      ) { XCTAssertTrue($0 is Stop) }
      XCTAssertEqual(announcements, 1)
      observation.cancel()
    }
  }

  func testAnAwaitedPerformRunsOnTheCallersActorAndGivesAnObject() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = try await context.perform {
        MainActor.assertIsolated()
        let owner = Owner(context: context)
        owner.name = "Ann"
        try context.save()
        return owner
      }
      XCTAssertEqual(owner.name, "Ann")
      XCTAssertFalse(context.hasChanges)
    }
  }

  func testBodiesNestInABackgroundContext() async throws {
    try await eachStore { container in
      let count = try await container.newBackgroundContext().perform { context in
        try context.performAndWait {
          try context.perform {
            Owner(context: context).name = "Ann"
            return try context.count(for: Owner.fetchRequest())
          }
        }
      }
      XCTAssertEqual(count, 1)
    }
  }

  func testAChildOnTheSameQueueRunsInline() async throws {
    try await eachStore { container in
      let child = container.viewContext.makeChild()
      let name = try child.performAndWait {
        let owner = Owner(context: child)
        owner.name = "Ann"
        try child.save()
        return owner.name
      }
      XCTAssertEqual(name, "Ann")
      XCTAssertEqual(container.viewContext.insertedObjects.count, 1)
    }
  }
}
