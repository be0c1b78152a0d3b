import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// That each form of a request is explained by the statement that it runs.
@MainActor
final class ExplainingFormsTests: XCTestCase {
  private let arrival = FetchSortDescriptor(key: "arrival", ascending: true)

  /// Runs a test on a store in a file with two guests and three stays.
  private func withStays(
    _ body: @MainActor (PersistentContainer, ManagedObjectContext) throws -> Void
  ) async throws {
    try await withStoreFile { file in
      let container = try PersistentContainer(
        name: "Stays", managedObjectModel: SeeingModel.make(),
        descriptions: [PersistentStoreDescription(url: file)])
      try container.loadPersistentStores()
      let context = container.viewContext
      for (number, name) in ["Ann", "Bob"].enumerated() {
        let guest = try EntityDescription.insertNewObject(forEntityName: "Guest", into: context)
        try guest.setValue(name, forKey: "name")
        for nights in 1...number + 1 {
          let stay = try EntityDescription.insertNewObject(forEntityName: "Stay", into: context)
          try stay.setValue("\(name) \(nights)", forKey: "code")
          try stay.setValue(nights + 2, forKey: "nights")
          try stay.setValue(guest, forKey: "guest")
        }
      }
      try context.save()
      context.reset()
      try body(container, context)
    }
  }

  /// Checks that the first statement of a body, and there is one, is the explained one.
  private func check<Result>(
    _ explanation: FetchExplanation, _ container: PersistentContainer, line: UInt = #line,
    _ body: () throws -> Result
  ) throws {
    let run = try container.persistentStoreCoordinator.measure { try body() }.report.statements
    let store = try XCTUnwrap(explanation.stores.first)
    XCTAssertEqual(run.first?.sql, store.sql, line: line)
    XCTAssertEqual(run.first?.bindings, store.bindings, line: line)
  }

  func testIDsAreExplainedByTheStatementForThem() async throws {
    try await withStays { container, context in
      let request = FetchRequest<ManagedObjectID>(entityName: "Stay")
      request.predicate = try FetchPredicate(format: "nights > 2")
      for sorts in [[], [self.arrival]] {
        request.sortDescriptors = sorts
        let explanation = try context.explain(request)
        try self.check(explanation, container) { try context.fetch(request) }
        XCTAssertFalse(try XCTUnwrap(explanation.sql).contains("ZNIGHTS,"))
        XCTAssertEqual(
          explanation.warnings.contains { $0.kind == .unindexedSort }, !sorts.isEmpty)
      }
      let child = context.makeChild()
      try self.check(child.explain(request), container) { try child.fetch(request) }
      // With unsaved changes IDs are those of fetched objects.
      let stay = try EntityDescription.insertNewObject(forEntityName: "Stay", into: context)
      try self.check(context.explain(request), container) { try context.fetch(request) }
      try self.check(child.explain(request), container) { try child.fetch(request) }
      XCTAssertEqual(try child.explain(request).pendingObjectCount, 1)
      context.delete(stay)
    }
  }

  func testACountIsExplainedByTheStatementThatCounts() async throws {
    try await withStays { container, context in
      let request = FetchRequest<Int>(entityName: "Stay")
      request.predicate = try FetchPredicate(format: "nights > 2")
      let explanation = try context.explain(request)
      XCTAssertTrue(explanation.isCount)
      try self.check(explanation, container) { try context.fetch(request) }
    }
  }

  func testTheNumberOfDictionariesIsExplainedByTheStatementThatFindsIt() async throws {
    try await withStays { container, context in
      let request = FetchRequest<[String: any Sendable]>(entityName: "Stay")
      request.propertiesToFetch = ["nights"]
      for isGrouped in [false, true] {
        if isGrouped { request.propertiesToGroupBy = ["nights"] }
        let explanation = try context.explainCount(for: request)
        XCTAssertTrue(explanation.isCount)
        // 3 stays, of 3 or 4 nights.
        try self.check(explanation, container) {
          XCTAssertEqual(try context.count(for: request), isGrouped ? 2 : 3)
        }
      }
    }
  }

  func testABatchSizeIsExplainedByTheStatementForTheKeys() async throws {
    try await withStays { container, context in
      let request = FetchRequest<ManagedObject>(entityName: "Stay")
      request.fetchBatchSize = 2
      request.sortDescriptors = [self.arrival]
      let explanation = try context.explain(request)
      XCTAssertEqual(explanation.batchSize, 2)
      XCTAssertTrue("\(explanation)".contains("rows: read later, up to 2 in a statement"))
      try self.check(explanation, container) { try context.fetch(request) }
      try self.check(context.explain(request), container) { try context.fetchLazily(request) }
      let child = context.makeChild()
      try self.check(child.explain(request), container) { try child.fetch(request) }
      request.fetchBatchSize = 0
      request.includesPropertyValues = false
      XCTAssertGreaterThan(try context.explain(request).batchSize, 0)
      try self.check(context.explain(request), container) { try context.fetch(request) }
    }
  }

  func testWhatIsReadAlongIsTold() async throws {
    try await withStays { _, context in
      let request = FetchRequest<ManagedObject>(entityName: "Guest")
      XCTAssertEqual(try context.explain(request).prefetchedKeyPaths, [])
      request.relationshipKeyPathsForPrefetching = ["stays", "stays.guest"]
      let explanation = try context.explain(request)
      XCTAssertEqual(explanation.prefetchedKeyPaths, ["stays", "stays.guest"])
      XCTAssertTrue("\(explanation)".contains("read along: stays, stays.guest"))
      XCTAssertEqual(explanation.batchSize, 0)
      request.relationshipKeyPathsForPrefetching = ["stay"]
      XCTAssertThrowsError(try context.explain(request))
    }
  }

  func testKeysOfSeveralStoresInAnOrderAreExplainedAsTheRowsThatAreMerged() async throws {
    try await withStoreFile { first in
      try await self.withStoreFile { second in
        let container = try PersistentContainer(
          name: "Stays", managedObjectModel: SeeingModel.make(),
          descriptions: [
            PersistentStoreDescription(url: first), PersistentStoreDescription(url: second),
          ])
        try container.loadPersistentStores()
        let context = container.viewContext
        let request = FetchRequest<ManagedObject>(entityName: "Stay")
        request.fetchBatchSize = 2
        for sorts in [[], [self.arrival]] {
          request.sortDescriptors = sorts
          try self.check(context.explain(request), container) { try context.fetch(request) }
        }
      }
    }
  }
}
