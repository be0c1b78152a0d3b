import Foundation
import ObjectGraph
import XCTest

/// Blocks of work of a coordinator, and blocks of background contexts that nobody waits for.
@MainActor
final class CoordinatorPerformingTests: XCTestCase {
  private struct Stop: Error {}

  /// Not `async`, as code that has nothing to wait with.
  nonisolated private func add(
    _ numbers: ClosedRange<Int>, to order: Order, in coordinator: PersistentStoreCoordinator
  ) {
    for number in numbers { coordinator.perform { order.add(number) } }
  }

  func testBlocksRunInTheirOrderAndGiveTheirResults() async throws {
    try await eachStore { container in
      let coordinator = container.persistentStoreCoordinator
      let order = Order()
      self.add(1...3, to: order, in: coordinator)
      let count = try await coordinator.perform {
        order.add(4)
        return coordinator.persistentStores.count
      }
      XCTAssertEqual(count, 1)
      coordinator.performAndWait { order.add(5) }
      XCTAssertEqual(order.numbers, [1, 2, 3, 4, 5])
    }
  }

  func testWhatABlockThrowsReachesTheCaller() async throws {
    try await eachStore { container in
      let coordinator = container.persistentStoreCoordinator
      XCTAssertThrowsError(try coordinator.performAndWait { throw Stop() }) {
        XCTAssertTrue($0 is Stop)
      }
      do {
        try await coordinator.perform { throw Stop() }
        XCTFail("nothing was thrown")
      } catch { XCTAssertTrue(error is Stop) }
    }
  }

  func testBlocksNestAlsoThroughAContextThatWaitsForTheCoordinator() async throws {
    try await eachStore { container in
      let coordinator = container.persistentStoreCoordinator
      let background = container.newBackgroundContext()
      let names = coordinator.performAndWait {
        background.performAndWait { context in
          context.owner("Ann")
          return coordinator.performAndWait {
            background.performAndWait { $0.insertedObjects.count }
          }
        }
      }
      XCTAssertEqual(names, 1)
    }
  }

  func testACoordinatorAndAContextThatWaitForEachOtherGoOn() async throws {
    try await eachStore { container in
      let coordinator = container.persistentStoreCoordinator
      let background = container.newBackgroundContext()
      async let first = coordinator.perform {
        (0..<200).reduce(0) { sum, _ in background.performAndWait { _ in sum + 1 } }
      }
      async let second = background.perform { _ in
        (0..<200).reduce(0) { sum, _ in coordinator.performAndWait { sum + 1 } }
      }
      let counts = try await (first, second)
      XCTAssertEqual(counts.0, 200)
      XCTAssertEqual(counts.1, 200)
    }
  }

  /// Not `async`, as code that has nothing to wait with.
  nonisolated private func begin(_ container: PersistentContainer, _ done: XCTestExpectation) {
    container.performBackgroundTask { context in
      let observer = NotificationCenter.default.addObserver(
        forName: ManagedObjectContext.didChangeObjectsNotification, object: nil, queue: nil
      ) { if $0.object is BackgroundContext { done.fulfill() } }
      context.owner("Ann")
      do { try context.save() } catch { XCTFail("\(error)") }
      NotificationCenter.default.removeObserver(observer)
      done.fulfill()
    }
  }

  func testATaskThatNobodyWaitsForIsDoneAndTellsOfItsChanges() async throws {
    try await eachStore { container in
      let done = self.expectation(description: "told of a change, and saved")
      done.expectedFulfillmentCount = 2
      self.begin(container, done)
      await self.fulfillment(of: [done], timeout: 30)
      XCTAssertEqual(try container.viewContext.owners.map(\.name), ["Ann"])
    }
  }

  /// Not `async`, as code that has nothing to wait with.
  nonisolated private func insert(_ name: String, in background: BackgroundContext) {
    background.perform { $0.owner(name) }
  }

  func testABlockThatNobodyWaitsForEndsItsEvent() async throws {
    try await eachStore { container in
      let background = container.newBackgroundContext()
      var changes = background.objectChanges.makeAsyncIterator()
      self.insert("Ann", in: background)
      self.insert("Bob", in: background)
      let counts = [
        await changes.next()?.insertedObjectIDs.count,
        await changes.next()?.insertedObjectIDs.count,
      ]
      XCTAssertEqual(counts, [1, 1])
    }
  }
}

/// Numbers in the order in which they came, from any thread.
private final class Order: @unchecked Sendable {
  // Sound: the list is reached under the lock.
  private let lock = NSLock()
  private var list: [Int] = []

  var numbers: [Int] { lock.withLock { list } }

  func add(_ number: Int) { lock.withLock { list.append(number) } }
}
