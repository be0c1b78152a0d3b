import Foundation
import ObjectGraph
import ObjectStore
import TestSupport
import XCTest

/// Fetches that let the context's queue do other work.
@MainActor
final class AsynchronousFetchTests: XCTestCase {
  /// Executes a request and waits for its completion.
  private func complete<Object: ManagedObject>(
    _ request: FetchRequest<Object>, in context: ManagedObjectContext,
    afterwards: (AsynchronousFetchResult<Object>) throws -> Void = { _ in }
  ) async throws -> AsynchronousFetchResult<Object> {
    let done = expectation(description: "completion")
    var delivered: AsynchronousFetchResult<Object>?
    let result = try context.execute(
      AsynchronousFetchRequest(fetchRequest: request) { result in
        MainActor.assertIsolated()
        delivered = result
        done.fulfill()
      })
    XCTAssertNil(result.finalResult)
    XCTAssertNil(result.operationError)
    try afterwards(result)
    await fulfillment(of: [done], timeout: 60)
    XCTAssertTrue(delivered === result)
    return result
  }

  // Fact 104.
  func testItReturnsAtOnceAndCompletesOnTheContextsQueue() async throws {
    try await eachStore { container in
      try container.saveOwners(5)
      let context = container.viewContext
      let request = ownersByName()
      request.predicate = try FetchPredicate(format: "age > 1")
      let result = try await self.complete(request, in: context)
      XCTAssertEqual(result.finalResult?.map(\.name), ["Owner 002", "Owner 003", "Owner 004"])
      XCTAssertTrue(result.finalResult?.first?.managedObjectContext === context)
      XCTAssertNil(result.operationError)
      XCTAssertEqual(result.progress.completedUnitCount, 3)
      XCTAssertTrue(result.managedObjectContext === context)
      XCTAssertTrue(result.fetchRequest.fetchRequest === request)
    }
  }

  // Fact 104.
  func testACancelledFetchEndsWithoutAResultAndWithAnError() async throws {
    try await eachStore { container in
      try container.saveOwners(5)
      let ways: [(AsynchronousFetchResult<Owner>) -> Void] = [
        { $0.cancel() }, { $0.progress.cancel() },
      ]
      for cancel in ways {
        let result = try await self.complete(ownersByName(), in: container.viewContext) {
          cancel($0)
        }
        XCTAssertNil(result.finalResult)
        XCTAssertEqual((result.operationError as? ObjectGraphError)?.code, .userCancelled)
        XCTAssertEqual((result.operationError as NSError?)?.code, 3072)
      }
    }
  }

  func testUnsavedChangesOfTheMomentOfItsEndAreLaidOver() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ids = try container.saveOwners(4)
      let request = ownersByName()
      (request.fetchOffset, request.fetchLimit) = (1, 3)
      let result = try await self.complete(request, in: context) { _ in
        Owner(context: context).name = "Owner 001x"
        context.delete(try context.existingObject(with: ids[0]))
      }
      XCTAssertEqual(result.finalResult?.map(\.name), ["Owner 001x", "Owner 002", "Owner 003"])
    }
  }

  func testWhatIsSavedMeanwhileIsSeen() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ids = try container.saveOwners(3)
      let result = try await self.complete(ownersByName(), in: context) { _ in
        context.delete(try context.existingObject(with: ids[1]))
        Owner(context: context).name = "Owner 000x"
        try context.save()
      }
      XCTAssertEqual(result.finalResult?.map(\.name), ["Owner 000", "Owner 000x", "Owner 002"])
    }
  }

  func testAChildContextFetchesThroughItsParents() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try container.saveOwners(2)
      Owner(context: context).name = "Owner 000x"
      let child = context.makeChild()
      Owner(context: child).name = "Owner 000y"
      let result = try await self.complete(ownersByName(), in: child)
      XCTAssertEqual(
        result.finalResult?.map(\.name), ["Owner 000", "Owner 000x", "Owner 000y", "Owner 001"])
      XCTAssertTrue(result.finalResult?.first?.managedObjectContext === child)
    }
  }

  func testABackgroundContextCompletesOnItsQueue() async throws {
    try await eachStore { container in
      try container.saveOwners(3)
      let background = container.newBackgroundContext()
      let names = await withCheckedContinuation { continuation in
        background.performAndWait { context in
          let request = AsynchronousFetchRequest(fetchRequest: ownersByName()) { result in
            continuation.resume(returning: result.finalResult?.map(\.name))
          }
          do {
            try context.execute(request)
          } catch {
            continuation.resume(returning: nil)
          }
        }
      }
      XCTAssertEqual(names, ["Owner 000", "Owner 001", "Owner 002"])
    }
  }

  func testAwaitingGivesTheObjectsOnTheCallersActor() async throws {
    try await eachStore { container in
      try container.saveOwners(3, petsEach: 1)
      let request = ownersByName(batchSize: 2)
      request.returnsObjectsAsFaults = false
      request.relationshipKeyPathsForPrefetching = ["pets"]
      let owners = try await container.viewContext.fetchAsynchronously(request)
      XCTAssertEqual(owners.map(\.isFault), [false, false, false])
      XCTAssertFalse(try owners[1].hasFault(forRelationshipNamed: "pets"))
      XCTAssertEqual(owners.map(\.age), [0, 1, 2])
    }
  }

  func testCancellingTheTaskCancelsTheFetch() async throws {
    try await eachStore { container in
      try container.saveOwners(3)
      let task = Task { @MainActor in
        try await container.viewContext.fetchAsynchronously(ownersByName()).count
      }
      task.cancel()
      do {
        _ = try await task.value
        XCTFail("the fetch was not cancelled")
      } catch {
        XCTAssertEqual((error as? ObjectGraphError)?.code, .userCancelled)
      }
      let owners = try await container.viewContext.fetchAsynchronously(ownersByName())
      XCTAssertEqual(owners.count, 3)
    }
  }

  func testWhatIsWrongAtOnceThrowsAndWhatGoesWrongLaterIsTheOperationsError() async throws {
    try await eachStore { container in
      try container.saveOwners(1)
      let context = container.viewContext
      let wrong = ownersByName()
      wrong.predicate = try FetchPredicate(format: "nmae == 'x'")
      XCTAssertThrowsError(
        try context.execute(AsynchronousFetchRequest(fetchRequest: wrong)))
      let coordinator = container.persistentStoreCoordinator
      let result = try await self.complete(ownersByName(), in: context) { _ in
        for store in coordinator.persistentStores { try coordinator.remove(store) }
      }
      XCTAssertNil(result.finalResult)
      XCTAssertNotNil(result.operationError)
    }
  }

  func testARunningStatementIsInterrupted() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(),
      descriptions: [PersistentStoreDescription(url: folder.appendingPathComponent("P.sqlite"))])
    try container.loadPersistentStores()
    try container.saveOwners(4000)
    let coordinator = container.persistentStoreCoordinator
    let layout = try XCTUnwrap(coordinator.layout.entity(named: "Owner"))
    var plan = FetchPlan(layout: layout)
    let counts = Lock<[Int]>([])
    let stopped = Lock<FetchMonitor?>(nil)
    let monitor = FetchMonitor { count in
      counts.withLock { $0.append(count) }
      // Others use the store meanwhile; on one connection this would wait for itself.
      let isThere = (try? coordinator.row(key: 1, root: layout)) != nil
      if isThere { stopped.withLock { $0?.cancel() } }
    }
    stopped.withLock { $0 = monitor }
    plan.monitor = monitor
    let watched = plan
    XCTAssertThrowsError(try coordinator.fetch(watched)) {
      XCTAssertEqual(($0 as? ObjectGraphError)?.code, .userCancelled)
    }
    XCTAssertEqual(counts.withLock { $0 }, [1000])
    // The next one is not.
    plan.monitor = nil
    let whole = plan
    XCTAssertEqual(try coordinator.fetch(whole).count, 4000)
  }
}
