import ObjectGraph
import XCTest

/// Ending what is asked of the stores.
@MainActor
final class InterruptingTests: XCTestCase {
  private func assertInterrupted<Result>(
    _ line: UInt = #line, _ body: () throws -> Result
  ) {
    XCTAssertThrowsError(try body(), line: line) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.code.rawValue, 3072, "\(error)", line: line)
    }
  }

  func testRequestsAreRefusedFromAnInterruptionUntilItIsOver() async throws {
    try await eachStore { container in
      let context = container.viewContext
      Owner(context: context).name = "Ann"
      try context.save()
      let bob = Owner(context: context)
      bob.name = "Bob"
      let coordinator = container.persistentStoreCoordinator
      coordinator.interrupt()
      XCTAssertTrue(coordinator.isInterrupted)
      assertInterrupted { try context.fetch(FetchRequest<Owner>()) }
      assertInterrupted { try context.count(for: FetchRequest<Owner>()) }
      assertInterrupted { try context.save() }
      assertInterrupted { try context.makeChild().save() }
      assertInterrupted { try coordinator.checkInterruption() }
      coordinator.resume()
      XCTAssertFalse(coordinator.isInterrupted)
      try coordinator.checkInterruption()
      XCTAssertEqual(context.insertedObjects, [bob])
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 2)
    }
  }

  func testWorkOnAnotherQueueIsEnded() async throws {
    try await eachStore { container in
      let coordinator = container.persistentStoreCoordinator
      let background = container.newBackgroundContext()
      let rounds = Task.detached {
        try await background.perform { context throws -> Void in
          while true { _ = try context.fetch(FetchRequest<Owner>()) }
        }
      }
      coordinator.interrupt()
      do {
        try await rounds.value
        XCTFail("it went on")
      } catch {
        XCTAssertEqual((error as? ObjectGraphError)?.code.rawValue, 3072)
      }
      coordinator.resume()
    }
  }

  func testAPropertyReadMeanwhileIsEmptyAndTheErrorCanBeForgotten() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      try context.save()
      context.refresh(ann, mergeChanges: false)
      let coordinator = container.persistentStoreCoordinator
      context.stalenessInterval = 0
      coordinator.interrupt()
      XCTAssertEqual(ann.name, "")
      XCTAssertEqual(context.errors.map(\.code.rawValue), [3072])
      XCTAssertFalse(ann.isDeleted)
      coordinator.resume()
      XCTAssertEqual(ann.name, "Ann")
      context.forgetInterruption()
      XCTAssertTrue(context.errors.isEmpty)
    }
  }
}
