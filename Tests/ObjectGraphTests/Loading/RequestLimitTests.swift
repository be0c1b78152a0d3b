import Foundation
import ObjectGraph
import XCTest

/// Requests that are too much for SQLite: the error says which part, the limit, and a way out.
@MainActor
final class RequestLimitTests: XCTestCase {
  private static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Node") {
        AttributeDescription("number", .integer32)
        RelationshipDescription("next", toOne: "Node", inverse: "previous")
        RelationshipDescription("previous", toMany: "Node", inverse: "next")
      }
    }
  }

  /// Runs the body with a store of Node 1 that leads to itself, and Node 2 that leads to it.
  private func with(
    _ description: PersistentStoreDescription, _ body: (ManagedObjectContext) throws -> Void
  ) throws {
    let container = try PersistentContainer(
      name: "Nodes", managedObjectModel: Self.model(), descriptions: [description])
    try container.loadPersistentStores()
    let context = container.viewContext
    let nodes = try (1...2).map { number in
      let node = try EntityDescription.insertNewObject(forEntityName: "Node", into: context)
      try node.setValue(number, forKey: "number")
      return node
    }
    for node in nodes { try node.setValue(nodes[0], forKey: "next") }
    try context.save()
    try body(context)
  }

  private func withSQLite(_ body: (ManagedObjectContext) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("nodes.sqlite")
    try with(PersistentStoreDescription(url: file), body)
  }

  private func path(_ steps: Int) -> String {
    (Array(repeating: "next", count: steps) + ["number"]).joined(separator: ".")
  }

  private func request<Result>(
    _ type: Result.Type, where format: String? = nil
  ) throws -> FetchRequest<Result> {
    let request = FetchRequest<Result>(entityName: "Node")
    request.predicate = try format.map { try FetchPredicate(format: $0) }
    return request
  }

  private func error(_ body: () throws -> Void) -> ObjectGraphError? {
    do {
      try body()
      return nil
    } catch {
      return error as? ObjectGraphError
    }
  }

  func testAPredicateThatJoinsTooManyTablesSaysOverWhichPath() async throws {
    try withSQLite { context in
      // With the table of the entity 64.
      let most = try request(ManagedObject.self, where: "\(path(63)) == 1")
      XCTAssertEqual(try context.fetch(most).count, 2)
      let tooMany = try request(ManagedObject.self, where: "number == 2 AND \(path(64)) == 1")
      for body in [
        { _ = try context.fetch(tooMany) }, { _ = try context.count(for: tooMany) },
        {
          _ = try context.fetch(
            self.request(ManagedObjectID.self, where: "\(self.path(64)) == 1"))
        },
        { _ = try context.explain(tooMany) }, { _ = try context.fetchLazily(tooMany) },
        {
          let deletion = BatchDeleteRequest(fetchRequest: tooMany)
          _ = try context.execute(deletion)
        },
      ] as [() throws -> Void] {
        let error = error(body)
        XCTAssertEqual(error?.code, .persistentStoreOperation)
        XCTAssertEqual(
          error?.message,
          "the predicate of a request for Node joins more than 64 tables, the last one for "
            + "next.next.next. … .next.next.next, of 64 steps; SQLite joins at most 64 at a time")
        XCTAssertEqual(error?.entityName, "Node")
        XCTAssertEqual(error?.repair?.contains("fewer different paths"), true)
      }
      // A subquery joins for itself.
      let apart = try request(
        ManagedObject.self,
        where: "\(path(40)) == 1 AND SUBQUERY(previous, $p, $p.\(path(40)) == 1).@count == 2")
      XCTAssertEqual(try context.count(for: apart), 1)
    }
  }

  func testSortsAndColumnsThatJoinTooManyTablesAreNamed() async throws {
    try withSQLite { context in
      let sorted = try request(ManagedObject.self)
      sorted.sortDescriptors = [FetchSortDescriptor(key: path(64), ascending: true)]
      let sort = error { _ = try context.fetch(sorted) }
      XCTAssertEqual(sort?.code, .persistentStoreOperation)
      XCTAssertEqual(
        sort?.message.hasPrefix("the sort by next.next."), true, "\(sort as Any)")
      let dictionaries = try request([String: any Sendable].self)
      dictionaries.propertiesToFetch = ["number", path(64)]
      let column = error { _ = try context.fetch(dictionaries) }
      XCTAssertEqual(column?.code, .persistentStoreOperation)
      XCTAssertEqual(
        column?.message.hasPrefix("the column next.next."), true, "\(column as Any)")
      XCTAssertEqual(column?.message.contains("joins more than 64 tables"), true)
    }
  }

  func testAStoreInMemoryHasTheSameLimits() async throws {
    try with(.inMemory()) { context in
      let most = try self.request(ManagedObject.self, where: "\(self.path(60)) == 1")
      XCTAssertEqual(try context.count(for: most), 2)
      let many = try self.request(ManagedObject.self, where: "\(self.path(80)) == 1")
      XCTAssertEqual(
        self.error { _ = try context.count(for: many) }?.code, .persistentStoreOperation)
    }
  }

  func testTheDeepestPartIsNamedWithItsLevels() async throws {
    try withSQLite { context in
      var condition = "number == 1"
      for level in 0..<120 {
        condition =
          level % 2 == 0
          ? "NOT (number == 2 OR \(condition))" : "NOT (number == 3 AND \(condition))"
      }
      let deep = try request(ManagedObject.self, where: condition)
      deep.sortDescriptors = [FetchSortDescriptor(key: "number", ascending: true)]
      for body in [
        { _ = try context.fetch(deep) }, { _ = try context.count(for: deep) },
        { _ = try context.explain(deep) },
      ] as [() throws -> Void] {
        let error = error(body)
        XCTAssertEqual(error?.code, .persistentStoreOperation)
        XCTAssertEqual(
          error?.message.hasPrefix("the predicate of a request for Node is nested too deeply"),
          true,
          "\(error as Any)")
        // Each of the levels has parentheses of its own under NOT.
        XCTAssertEqual(
          error?.message.contains("240 levels of parentheses"), true, "\(error as Any)")
        XCTAssertEqual(error?.repair?.contains("fewer levels"), true)
      }
    }
  }

  func testTheDeepColumnIsNamedBesideAPlainPredicate() async throws {
    try withSQLite { context in
      var sum = "number"
      for _ in 0..<110 { sum = "(1 + \(sum))" }
      let request = try request([String: any Sendable].self, where: "(number == 1)")
      request.propertiesToFetch = [
        "number", ExpressionDescription(name: "deep", expression: try FetchExpression(format: sum)),
      ]
      let error = error { _ = try context.fetch(request) }
      XCTAssertEqual(
        error?.message.hasPrefix("the column deep of a request for Node is nested too deeply"),
        true,
        "\(error as Any)")
    }
  }

  func testALongListUnderAnAggregateAndTooManyColumnsAreCounted() async throws {
    try withSQLite { context in
      func elements(_ count: Int) -> String {
        (0..<count).map { $0 == 0 ? "number" : "\($0)" }.joined(separator: ", ")
      }
      XCTAssertEqual(
        try context.count(
          for: request(ManagedObject.self, where: "max({\(elements(500))}) == 499")), 2)
      let list = error {
        _ = try context.count(
          for: self.request(ManagedObject.self, where: "max({\(elements(501))}) == 500"))
      }
      XCTAssertEqual(
        list?.message,
        "the predicate of a request for Node computes an aggregate of 501 values; "
          + "SQLite supports at most 500")
      let wide = try request([String: any Sendable].self)
      wide.propertiesToFetch = try (0...2000).map { number in
        ExpressionDescription(
          name: "c\(number)", expression: try FetchExpression(format: "number + \(number)"))
      }
      let columns = error { _ = try context.fetch(wide) }
      XCTAssertEqual(
        columns?.message, "a request for Node has 2001 columns; SQLite supports at most 2000")
      XCTAssertEqual(columns?.key, "propertiesToFetch")
    }
  }
}
