import Dispatch
import ObjectGraph
import XCTest

/// The check at each use of a context and its objects, with holes that the compiler was told of.
@MainActor
final class ConcurrencyDebugTests: XCTestCase {
  private var wasEnabled = false

  override func setUp() async throws {
    wasEnabled = ConcurrencyDebug.isEnabled
    ConcurrencyDebug.removeViolations()
    ConcurrencyDebug.isEnabled = true
  }

  override func tearDown() async throws {
    ConcurrencyDebug.isEnabled = wasEnabled
    ConcurrencyDebug.removeViolations()
  }

  private var places: [String] {
    ConcurrencyDebug.violations.map { violation in
      [violation.entityName, violation.key].compactMap { $0 }.joined(separator: ".")
    }
  }

  func testAnObjectAndAContextThatLeakOutOfTheirQueueAreReportedOnceEach() async throws {
    try await eachStore { container in
      ConcurrencyDebug.removeViolations()
      let background = BackgroundContext(
        coordinator: container.persistentStoreCoordinator, name: "import")
      nonisolated(unsafe) var leaked: (context: ManagedObjectContext, owner: Owner)?
      try background.performAndWait { context in
        let owner = Owner(context: context)
        owner.name = "Ann"
        try context.save()
        leaked = (context, owner)
      }
      XCTAssertEqual(self.places, [])
      let (context, owner) = try XCTUnwrap(leaked)
      XCTAssertEqual([owner.name, owner.name], ["Ann", "Ann"])
      owner.age = 7
      _ = owner.pets
      XCTAssertEqual(try owner.value(forKey: "name") as? String, "Ann")
      XCTAssertEqual(self.places, ["Owner.name", "Owner.age", "Owner.pets"])
      let first = try XCTUnwrap(ConcurrencyDebug.violations.first)
      XCTAssertEqual(first.contextName, "import")
      XCTAssertEqual(first.queue, "the queue import")
      XCTAssertEqual(first.callersQueue, "the main queue")
      XCTAssertEqual(
        "\(first)",
        "Owner.name of the context \"import\" was used on the main queue; it belongs to the queue import"
      )
      ConcurrencyDebug.removeViolations()
      _ = try context.count(for: FetchRequest<Owner>())
      context.delete(owner)
      XCTAssertEqual(Array(self.places.prefix(2)), ["count(for:)", "delete(_:)"])
      leaked = nil
    }
  }

  func testAMainContextUsedElsewhereIsReportedWithTheQueueThatItWasUsedOn() async throws {
    try await eachStore { container in
      nonisolated(unsafe) let owner = Owner(context: container.viewContext)
      owner.name = "Ann"
      ConcurrencyDebug.removeViolations()
      BackgroundContext(coordinator: container.persistentStoreCoordinator, name: "other")
        .performAndWait { _ in XCTAssertEqual(owner.name, "Ann") }
      XCTAssertEqual(
        ConcurrencyDebug.violations.map { [$0.queue, $0.callersQueue] }, [])
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "elsewhere").async {
          XCTAssertEqual(owner.name, "Ann")
          continuation.resume()
        }
      }
      XCTAssertEqual(self.places, ["Owner.name"])
      XCTAssertEqual(
        ConcurrencyDebug.violations.map(\.callersQueue), ["a thread that holds no context's queue"])
    }
  }

  func testWhatKeepsToTheRulesIsNotReported() async throws {
    try await eachStore { container in
      ConcurrencyDebug.removeViolations()
      let main = container.viewContext
      main.automaticallyMergesChangesFromParent = true
      let background = container.newBackgroundContext()
      let id = try await background.perform { context in
        let owner = Owner(context: context)
        owner.name = "Ann"
        Pet(context: context).owner = owner
        try context.save()
        return owner.objectID
      }
      let owner = try XCTUnwrap(main.existingObject(with: id) as? Owner)
      let child = main.makeChild()
      let mine = try XCTUnwrap(child.existingObject(with: id) as? Owner)
      mine.age = 8
      try child.saveThrough()
      XCTAssertEqual(owner.age, 8)
      XCTAssertEqual(owner.pets.count, 1)
      XCTAssertEqual(ConcurrencyDebug.violations, [])
    }
  }

  func testNothingIsNotedUnlessItIsAskedFor() async throws {
    try await eachStore { container in
      ConcurrencyDebug.removeViolations()
      ConcurrencyDebug.isEnabled = false
      defer { ConcurrencyDebug.isEnabled = true }
      nonisolated(unsafe) var leaked: Owner?
      let background = container.newBackgroundContext()
      background.performAndWait { leaked = Owner(context: $0) }
      XCTAssertEqual(leaked?.name, "")
      leaked = nil
      XCTAssertEqual(ConcurrencyDebug.violations, [])
    }
  }
}
