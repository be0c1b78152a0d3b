import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Seeing what a stack does: statements, fetches, faults, the row cache, saves.
@MainActor
final class WorkObservingTests: XCTestCase {
  /// Saves owners with two pets each, and forgets all that was read.
  private func save(owners: Int, in container: PersistentContainer) throws -> [ManagedObjectID] {
    let context = container.viewContext
    let saved = (0..<owners).map { number in
      let owner = Owner(context: context)
      owner.name = "Owner \(number)"
      for _ in 0..<2 { Pet(context: context).owner = owner }
      return owner
    }
    try context.save()
    let ids = saved.map(\.objectID)
    context.reset()
    container.persistentStoreCoordinator.forgetRows()
    return ids
  }

  func testASaveIsToldWithItsCounts() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let coordinator = container.persistentStoreCoordinator
      let owners = (0..<3).map { number in
        let owner = Owner(context: context)
        owner.name = "Owner \(number)"
        return owner
      }
      let inserted = try coordinator.measure { try context.save() }.report
      XCTAssertEqual(inserted.saves.map(\.insertedCount), [3])
      owners[0].name = "Ann"
      owners[1].name = "Bob"
      context.delete(owners[2])
      let report = try coordinator.measure { try context.save() }.report
      XCTAssertEqual(report.saves.map(\.insertedCount), [0])
      XCTAssertEqual(report.saves.map(\.updatedCount), [2])
      XCTAssertEqual(report.saves.map(\.deletedCount), [1])
      let nothing = try coordinator.measure { try context.save() }.report
      XCTAssertEqual(nothing.saves.count, 0)
    }
  }

  // Fact 12.
  func testFiringFetchedFaultsIsNoWork() async throws {
    try await eachStore { container in
      _ = try self.save(owners: 3, in: container)
      let coordinator = container.persistentStoreCoordinator
      let (owners, fetch) = try coordinator.measure {
        try container.viewContext.fetch(FetchRequest<Owner>())
      }
      XCTAssertEqual(fetch.fetches.map(\.entityName), ["Owner"])
      XCTAssertEqual(fetch.fetches.map(\.resultCount), [3])
      XCTAssertEqual(fetch.fetches.map(\.isCount), [false])
      let names = coordinator.measure { owners.map(\.name).sorted() }
      XCTAssertEqual(names.result, ["Owner 0", "Owner 1", "Owner 2"])
      XCTAssertEqual(names.report.events.count, 0, "\(names.report)")
    }
  }

  func testACountIsTold() async throws {
    try await eachStore { container in
      _ = try self.save(owners: 3, in: container)
      let report = try container.persistentStoreCoordinator.measure {
        try container.viewContext.count(for: FetchRequest<Pet>())
      }.report
      XCTAssertEqual(report.fetches.map(\.isCount), [true])
      XCTAssertEqual(report.fetches.map(\.resultCount), [6])
    }
  }

  func testFaultsThatWaitAreOneBatchAndTheRowCacheKeepsWhatWasRead() async throws {
    try await eachStore { container in
      let ids = try self.save(owners: 50, in: container)
      let context = container.viewContext
      let coordinator = container.persistentStoreCoordinator
      func readNames() throws -> WorkReport {
        let owners = ids.map { context.object(with: $0) as? Owner }
        return coordinator.measure { XCTAssertEqual(owners.compactMap { $0?.name }.count, 50) }
          .report
      }
      let first = try readNames()
      XCTAssertEqual(first.objectFaults.map(\.entityName), ["Owner"])
      XCTAssertEqual(first.objectFaults.map(\.batchCount), [50])
      XCTAssertEqual(first.rowCacheMisses, 50)
      XCTAssertEqual(first.rowCacheHits, 0)
      context.reset()
      let second = try readNames()
      XCTAssertEqual(second.faultCount, 1)
      XCTAssertEqual(second.rowCacheMisses, 0)
      XCTAssertEqual(second.rowCacheHits, 50)
      XCTAssertEqual(second.statementCount, 0)
    }
  }

  func testRelationshipsThatWereReadAheadAreToldAsSuch() async throws {
    try await eachStore { container in
      _ = try self.save(owners: 5, in: container)
      let owners = try container.viewContext.fetch(FetchRequest<Owner>())
      let report = container.persistentStoreCoordinator.measure {
        XCTAssertEqual(owners.map(\.pets.count), [2, 2, 2, 2, 2])
      }.report
      XCTAssertEqual(report.relationshipFaults.map(\.key), Array(repeating: "pets", count: 5))
      // One at first, and with the second object the rest.
      XCTAssertEqual(report.relationshipFaults.map(\.batchCount), [1, 4, 0, 0, 0])
      XCTAssertEqual(report.relationshipFaults.map(\.resultCount), [2, 2, 2, 2, 2])
      XCTAssertEqual(report.faultCount, 2)
    }
  }

  func testStatementsAreToldWithTheirRowsAndChanges() async throws {
    try await withStoreFile { file in
      let container = try PersistentContainer(
        name: "Pets", managedObjectModel: TestModel.pets(),
        descriptions: [PersistentStoreDescription(url: file)])
      try container.loadPersistentStores()
      let context = container.viewContext
      let coordinator = container.persistentStoreCoordinator
      for name in ["Ann", "O'Hara"] { Owner(context: context).name = name }
      let save = try coordinator.measure { try context.save() }.report
      XCTAssertEqual(save.statements.first?.sql, "BEGIN IMMEDIATE")
      XCTAssertEqual(save.statements.last?.sql, "COMMIT")
      let inserts = save.statements.filter { $0.sql.hasPrefix("INSERT INTO ZOWNER") }
      XCTAssertEqual(inserts.map(\.changeCount), [1, 1])
      XCTAssertTrue(inserts[1].bindings.contains(.text("O'Hara")), "\(inserts[1].bindings)")
      context.reset()
      let request = FetchRequest<Owner>()
      request.predicate = try FetchPredicate(format: "name IN %@", ["Ann", "O'Hara", "x"])
      let fetch = try coordinator.measure { try context.fetch(request) }.report
      XCTAssertEqual(fetch.statements.map(\.rowCount), [2])
      XCTAssertEqual(fetch.statements.map(\.changeCount), [nil])
      XCTAssertEqual(
        fetch.statements.first?.bindings, [.text("Ann"), .text("O'Hara"), .text("x")])
      XCTAssertGreaterThan(try XCTUnwrap(fetch.statements.first).duration, .zero)
      guard case .statement = fetch.events.first, case .fetch = fetch.events.last else {
        return XCTFail("a statement comes before what it was run for: \(fetch)")
      }
    }
  }

  func testSeveralObserversAreToldTheSameAndNobodyIsWhoWasRemoved() async throws {
    try await eachStore { container in
      let coordinator = container.persistentStoreCoordinator
      let before = coordinator.work.interests
      let (first, second) = (WorkRecorder(), WorkRecorder(interests: .work))
      coordinator.addWorkObserver(first)
      coordinator.addWorkObserver(second)
      let inner = try coordinator.measure {
        _ = try container.viewContext.fetch(FetchRequest<Owner>())
      }.report
      XCTAssertEqual(first.report.fetches.count, 1)
      XCTAssertEqual(second.takeReport().fetches.count, 1)
      XCTAssertEqual(inner.fetches.count, 1)
      XCTAssertEqual(first.report.statementCount, inner.statementCount)
      XCTAssertEqual(second.report.events.count, 0)
      coordinator.removeWorkObserver(first)
      _ = try container.viewContext.fetch(FetchRequest<Owner>())
      XCTAssertEqual(first.report.fetches.count, 1)
      XCTAssertEqual(second.report.fetches.count, 1)
      XCTAssertEqual(second.report.statementCount, 0)
      coordinator.removeWorkObserver(second)
      XCTAssertEqual(coordinator.work.interests, before)
    }
  }

  func testWorkOfOtherQueuesAndOfPinnedContextsIsSeen() async throws {
    try await eachStore { container in
      _ = try self.save(owners: 2, in: container)
      let coordinator = container.persistentStoreCoordinator
      let recorder = WorkRecorder()
      coordinator.addWorkObserver(recorder)
      let count = try await container.newBackgroundContext().perform { context in
        try context.setQueryGenerationFrom(.current)
        return try context.fetch(FetchRequest<Owner>()).count
      }
      XCTAssertEqual(count, 2)
      XCTAssertEqual(recorder.report.fetches.map(\.resultCount), [2])
      XCTAssertTrue(
        recorder.report.statements.contains { $0.sql.contains("FROM ZOWNER t0") },
        "\(recorder.report)")
    }
  }

  func testAnObserverMayUseTheStackThatItIsToldAbout() async throws {
    final class Asker: WorkObserver {
      let interests: WorkInterests = .statements
      let coordinator: PersistentStoreCoordinator
      let answers = Lock<[Int]>([])

      init(_ coordinator: PersistentStoreCoordinator) { self.coordinator = coordinator }

      func didWork(_ event: WorkEvent) {
        guard case .statement(let statement) = event, statement.sql.contains("FROM ZOWNER t0 WHERE")
        else { return }
        let count = try? BackgroundContext(coordinator: coordinator).performAndWait {
          try $0.count(for: FetchRequest<Pet>())
        }
        answers.withLock { $0.append(count ?? -1) }
      }
    }
    try await eachStore { container in
      _ = try self.save(owners: 2, in: container)
      let coordinator = container.persistentStoreCoordinator
      let asker = Asker(coordinator)
      coordinator.addWorkObserver(asker)
      let request = FetchRequest<Owner>()
      request.predicate = try FetchPredicate(format: "name == 'Owner 1'")
      XCTAssertEqual(try container.viewContext.fetch(request).count, 1)
      XCTAssertEqual(asker.answers.withLock { $0 }, [4])
    }
  }
}
