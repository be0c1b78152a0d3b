import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Saying how a fetch would be carried out, without carrying it out.
@MainActor
final class ExplainingTests: XCTestCase {
  private func request(
    _ entity: String, _ format: String? = nil, _ sorts: [FetchSortDescriptor] = []
  ) throws -> FetchRequest<ManagedObject> {
    let request = FetchRequest<ManagedObject>(entityName: entity)
    request.predicate = try format.map { try FetchPredicate(format: $0) }
    request.sortDescriptors = sorts
    return request
  }

  @discardableResult
  private func insert(
    _ entity: String, into context: ManagedObjectContext
  ) throws -> ManagedObject {
    try EntityDescription.insertNewObject(forEntityName: entity, into: context)
  }

  /// Runs a test on a new store in a file.
  private func withStore(
    extra: [String: [FetchIndexDescription]] = [:],
    _ body: @MainActor (PersistentContainer, URL) throws -> Void
  ) async throws {
    try await withStoreFile { file in
      let container = try PersistentContainer(
        name: "Stays", managedObjectModel: SeeingModel.make(extra: extra),
        descriptions: [PersistentStoreDescription(url: file)])
      try container.loadPersistentStores()
      try body(container, file)
    }
  }

  private func warnings(
    _ entity: String, _ format: String?, _ sorts: [FetchSortDescriptor] = [],
    extra: [String: [FetchIndexDescription]] = [:]
  ) async throws -> [FetchExplanation.Warning] {
    var warnings: [FetchExplanation.Warning] = []
    try await withStore(extra: extra) { container, _ in
      let request = try self.request(entity, format, sorts)
      warnings = try container.viewContext.explain(request).warnings
    }
    return warnings
  }

  // MARK: What is run

  func testDictionariesAreExplainedWithTheirGroups() async throws {
    try await withStore { container, _ in
      let context = container.viewContext
      let request = FetchRequest<[String: any Sendable]>(entityName: "Guest")
      request.predicate = try FetchPredicate(format: "age > 30")
      request.propertiesToFetch = [
        "name",
        ExpressionDescription(
          name: "guests", expression: try FetchExpression(format: "count(SELF)")),
      ]
      request.propertiesToGroupBy = ["name"]
      request.havingPredicate = try FetchPredicate(format: "guests > 1")
      try self.insert("Guest", into: context)
      let explanation = try context.explain(request)
      let sql = try XCTUnwrap(explanation.sql)
      XCTAssertTrue(sql.contains(" GROUP BY t0.ZNAME HAVING "), sql)
      XCTAssertEqual(explanation.stores.first?.bindings, [.integer(30), .integer(1)])
      XCTAssertEqual(explanation.pendingObjectCount, 0, "dictionaries are what the store has")
      XCTAssertEqual(try context.makeChild().explain(request).sql, sql)
      request.propertiesToFetch = ["nam"]
      XCTAssertThrowsError(try context.explain(request))
    }
  }

  func testTheStatementItsValuesAndItsIndexAreTold() async throws {
    try await withStore { container, file in
      let explanation = try container.viewContext.explain(
        self.request("Guest", "name == 'Ada' AND age > 30"))
      let store = try XCTUnwrap(explanation.stores.first)
      XCTAssertEqual(store.url.path, file.path)
      let sql = try XCTUnwrap(explanation.sql)
      XCTAssertTrue(sql.hasPrefix("SELECT t0.Z_PK, t0.Z_OPT, "), sql)
      XCTAssertTrue(
        sql.hasSuffix(" FROM ZGUEST t0 WHERE (t0.ZNAME = ?1 AND t0.ZAGE > ?2)"), sql)
      XCTAssertEqual(store.bindings, [.text("Ada"), .integer(30)])
      XCTAssertEqual(store.tables.map(\.table), ["ZGUEST"])
      XCTAssertEqual(store.tables.map(\.entityName), ["Guest"])
      XCTAssertEqual(store.tables.map(\.method), [.index("Z_Guest_name")])
      XCTAssertEqual(explanation.warnings, [])
    }
  }

  func testExplainingFetchesNothing() async throws {
    try await withStore { container, _ in
      let context = container.viewContext
      for _ in 0..<3 {
        try self.insert("Guest", into: context).setValue("Ada", forKey: "name")
      }
      try context.save()
      context.reset()
      let request = try self.request("Guest", "name == 'Ada'")
      let report = try container.persistentStoreCoordinator.measure {
        _ = try context.explain(request)
        _ = try context.explainCount(for: request)
      }.report
      XCTAssertEqual(report.events.count, 0, "\(report)")
      XCTAssertEqual(context.registeredObjects, [])
    }
  }

  func testWhatIsExplainedIsWhatIsRun() async throws {
    try await withStore { container, _ in
      let context = container.viewContext
      let request = try self.request(
        "Stay", "nights BETWEEN {1, 3} AND guest.name BEGINSWITH 'A'",
        [FetchSortDescriptor(key: "arrival", ascending: false)])
      (request.fetchLimit, request.fetchOffset) = (10, 5)
      let fetch = try XCTUnwrap(context.explain(request).stores.first)
      let run = try container.persistentStoreCoordinator.measure {
        try context.fetch(request)
      }.report.statements
      XCTAssertEqual(run.map(\.sql), [fetch.sql])
      XCTAssertEqual(run.map(\.bindings), [fetch.bindings])
      let count = try XCTUnwrap(context.explainCount(for: request).stores.first)
      let counted = try container.persistentStoreCoordinator.measure {
        try context.count(for: request)
      }.report.statements
      XCTAssertEqual(counted.map(\.sql), [count.sql])
      XCTAssertEqual(counted.map(\.bindings), [count.bindings])
    }
  }

  func testThePlanIsTheOneThatTheSQLiteShellTells() async throws {
    let arrival = FetchSortDescriptor(key: "arrival", ascending: true)
    let name = FetchSortDescriptor(key: "guest.name", ascending: false)
    let cases: [(String, String?, [FetchSortDescriptor])] = [
      ("Guest", nil, []), ("Guest", "name == 'Ada'", []), ("Guest", "name BEGINSWITH 'A'", []),
      ("Guest", "name == 'Ada' OR age == 3", []), ("Guest", "email CONTAINS 'x'", []),
      ("Guest", "name IN {'a', 'b'}", []), ("Stay", "guest.name == 'Ada'", [arrival]),
      ("Stay", "code == 'x' OR guest.age > 3", [name, arrival]), ("Stay", nil, [arrival]),
      ("Guest", "ANY stays.nights > 3", []), ("Guest", "stays.@count > 3", []),
    ]
    try await withStore { container, file in
      for (entity, format, sorts) in cases {
        let request = try self.request(entity, format, sorts)
        request.fetchLimit = sorts.count * 10
        let context = container.viewContext
        for explanation in [try context.explain(request), try context.explainCount(for: request)] {
          let store = try XCTUnwrap(explanation.stores.first)
          let sql = try XCTUnwrap(store.sql)
          let told = try StoreShell.run("EXPLAIN QUERY PLAN \(sql)", in: file)
          XCTAssertEqual("QUERY PLAN\n\(try XCTUnwrap(store.queryPlan))", told, sql)
        }
      }
    }
  }

  // MARK: Unsaved changes, parents and several stores

  func testUnsavedObjectsAreLaidOverAndWidenTheWindow() async throws {
    try await withStore { container, _ in
      let context = container.viewContext
      let request = try self.request("Guest", "name == 'Ada'")
      (request.fetchLimit, request.fetchOffset) = (10, 5)
      var explanation = try context.explain(request)
      XCTAssertEqual(explanation.pendingObjectCount, 0)
      XCTAssertEqual(
        explanation.stores.first?.bindings, [.text("Ada"), .integer(10), .integer(5)])
      try self.insert("Guest", into: context)
      try self.insert("Stay", into: context)
      explanation = try context.explain(request)
      XCTAssertEqual(explanation.pendingObjectCount, 1)
      // 10 + 5 + 1 rows from the start: the offset is taken off when all is together.
      XCTAssertEqual(
        explanation.stores.first?.bindings, [.text("Ada"), .integer(16), .integer(0)])
      let count = try context.explainCount(for: request)
      XCTAssertTrue(count.isCount)
      XCTAssertEqual(count.sql, explanation.sql)
      request.includesPendingChanges = false
      XCTAssertEqual(try context.explain(request).pendingObjectCount, 0)
      XCTAssertTrue(
        try XCTUnwrap(context.explainCount(for: request).sql).hasPrefix("SELECT COUNT(*) "))
    }
  }

  func testChangesOfAParentAreLaidOverToo() async throws {
    try await withStore { container, _ in
      let context = container.viewContext
      try self.insert("Guest", into: context)
      let child = context.makeChild()
      try self.insert("Guest", into: child)
      let request = try self.request("Guest")
      request.fetchLimit = 1
      let explanation = try child.explain(request)
      XCTAssertEqual(explanation.pendingObjectCount, 2)
      XCTAssertEqual(explanation.stores.first?.bindings, [.integer(3), .integer(0)])
    }
  }

  func testEachStoreIsAskedForTheWholeWindow() async throws {
    let folder = try temporaryFolder("explain")
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: SeeingModel.make())
    for name in ["a.sqlite", "b.sqlite"] {
      try coordinator.addPersistentStore(
        with: PersistentStoreDescription(url: folder.file(name)))
    }
    try coordinator.addPersistentStore(with: .inMemory())
    let context = ManagedObjectContext(mainQueueFor: coordinator)
    let request = try request("Guest")
    (request.fetchLimit, request.fetchOffset) = (10, 1000)
    let explanation = try context.explain(request)
    XCTAssertEqual(explanation.stores.map(\.type), [.sqlite, .sqlite, .inMemory])
    XCTAssertEqual(
      explanation.stores.map(\.bindings),
      Array(repeating: [.integer(1010), .integer(0)], count: 3))
    XCTAssertEqual(explanation.warnings.map(\.kind), [.largeOffset])
    request.affectedStores = [coordinator.persistentStores[1]]
    XCTAssertEqual(
      try context.explain(request).stores.map(\.url.lastPathComponent), ["b.sqlite"])
  }

  func testAStoreInMemoryIsExplainedAsOneInAFile() async throws {
    let container = try PersistentContainer(
      name: "Stays", managedObjectModel: SeeingModel.make(), descriptions: [.inMemory()])
    try container.loadPersistentStores()
    let explanation = try container.viewContext.explain(request("Guest", "email CONTAINS 'x'"))
    XCTAssertEqual(explanation.warnings.map(\.kind), [.unindexableTerm])
    XCTAssertEqual(
      "\(explanation)".split(separator: "\n").prefix(7),
      [
        "fetch of Guest", "store: in memory",
        "  SELECT t0.Z_PK, t0.Z_OPT, t0.ZAGE, t0.ZCITY, t0.ZEMAIL, t0.ZNAME FROM ZGUEST t0 "
          + "WHERE instr(t0.ZEMAIL, ?1) > 0", "  ?1 = 'x' (text)", "plan:", "  `--SCAN t0",
        "tables:",
      ])
  }

  func testAWrongRequestIsRefusedAsAFetchOfItIs() async throws {
    try await withStore { container, _ in
      for request in [try self.request("Gest"), try self.request("Guest", "nme == 'x'")] {
        XCTAssertThrowsError(try container.viewContext.explain(request)) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument)
        }
      }
    }
  }

  // MARK: Warnings

  func testTheIndexThatAWarningNamesMakesTheScanGoAway() async throws {
    let cases: [(entity: String, format: String, indexes: [[String]])] = [
      ("Guest", "email == 'x'", [["email"]]), ("Guest", "age > 30", [["age"]]),
      ("Guest", "city BEGINSWITH 'S'", [["city"]]), ("Guest", "city IN {'a', 'b'}", [["city"]]),
      ("Guest", "age > 30 AND email == 'x'", [["email", "age"]]),
      ("Guest", "email == 'a' OR city == 'b'", [["email"], ["city"]]),
      ("Stay", "guest.city == 'x'", [["city"]]),
      ("Guest", "email CONTAINS 'x' AND city == 'b'", [["city"]]),
    ]
    for (entity, format, indexes) in cases {
      let found = try await warnings(entity, format).filter { $0.kind == .fullScan }
      XCTAssertEqual(
        found.map { $0.index?.elements.map(\.propertyName) }, indexes, format)
      var extra: [String: [FetchIndexDescription]] = [:]
      for warning in found {
        let index = try XCTUnwrap(warning.index)
        XCTAssertTrue(warning.hint.contains("FetchIndexDescription(name: \"\(index.name)\""))
        extra[try XCTUnwrap(warning.entityName), default: []].append(index)
      }
      let cured = try await warnings(entity, format, extra: extra)
      XCTAssertEqual(cured.filter { $0.kind == .fullScan }, [], format)
      try await withStore(extra: extra) { container, _ in
        let tables = try container.viewContext.explain(self.request(entity, format)).stores[0]
          .tables
        XCTAssertFalse(tables.contains { $0.method.readsAllRows }, "\(format): \(tables)")
      }
    }
  }

  func testAScanOfWhatIsAskedForAsAWholeIsNoFault() async throws {
    for format in [nil, "name != 'Ada'", "NOT (age == 3)", "email == nil OR ANY stays.nights > 3"] {
      let found = try await warnings("Guest", format)
      XCTAssertEqual(found.map(\.kind), [], format ?? "all")
    }
  }

  func testTermsThatNoIndexServesAreNamedWithAWayOut() async throws {
    let hints = [
      "name CONTAINS 'x'": "each word", "name ENDSWITH 'x'": "each word",
      "name LIKE '*x'": "each word", "name LIKE 'x*'": "BEGINSWITH",
      "name LIKE 'x?z'": "BEGINSWITH", "name MATCHES 'x.*'": "BEGINSWITH",
      "name ==[c] 'x'": "canonical:(name)", "name BEGINSWITH[cd] 'x'": "canonical:(name)",
    ]
    for (format, hint) in hints {
      let found = try await warnings("Guest", format)
      XCTAssertEqual(found.map(\.kind), [.unindexableTerm], format)
      XCTAssertTrue(found.first?.hint.contains(hint) ?? false, "\(format): \(found)")
      XCTAssertNil(found.first?.index)
    }
    let narrowed = try await warnings("Guest", "name == 'Ada' AND email CONTAINS 'x'")
    XCTAssertEqual(narrowed, [], "an index narrows the search already")
  }

  func testACheapTermBehindAnExpensiveOneIsNamed() async throws {
    let found = try await warnings("Guest", "name == 'A' AND email CONTAINS 'x' AND age > 3")
    XCTAssertEqual(found.map(\.kind), [.expensiveTermFirst])
    XCTAssertEqual(
      found.first?.message, "email CONTAINS is evaluated before age >, which is cheaper")
    for format in [
      "name == 'A' AND age > 3 AND email CONTAINS 'x'", "email CONTAINS 'x' AND name == 'A'",
    ] {
      let found = try await warnings("Guest", format)
      XCTAssertEqual(found.filter { $0.kind == .expensiveTermFirst }, [], format)
    }
  }

  func testTheIndexThatASortWantsMakesTheSortingGoAway() async throws {
    let cases: [(String?, [FetchSortDescriptor])] = [
      (nil, [FetchSortDescriptor(key: "city", ascending: true)]),
      (nil, [FetchSortDescriptor(key: "city", ascending: false)]),
      (
        "email == 'x'",
        [
          FetchSortDescriptor(key: "city", ascending: false),
          FetchSortDescriptor(key: "age", ascending: true),
        ]
      ),
    ]
    for (format, sorts) in cases {
      let found = try await warnings("Guest", format, sorts).filter { $0.kind == .unindexedSort }
      XCTAssertEqual(found.count, 1)
      let index = try XCTUnwrap(found.first?.index)
      let cured = try await warnings("Guest", format, sorts, extra: ["Guest": [index]])
      XCTAssertEqual(cured, [], "\(index)")
    }
  }

  func testASortThatNoIndexServesIsNamed() async throws {
    let path = try await warnings(
      "Stay", nil, [FetchSortDescriptor(key: "guest.name", ascending: true)])
    XCTAssertEqual(path.map(\.kind), [.unindexedSort])
    XCTAssertNil(path.first?.index)
    let folded = try await warnings(
      "Guest", nil,
      [FetchSortDescriptor(key: "name", ascending: true, comparison: .caseInsensitive)])
    XCTAssertEqual(folded.map(\.kind), [.unindexedSort])
    XCTAssertTrue(folded.first?.hint.contains("canonical:(name)") ?? false)
    let served = try await warnings(
      "Guest", nil, [FetchSortDescriptor(key: "name", ascending: true)])
    XCTAssertEqual(served, [])
  }

  func testAPageForPeople() async throws {
    try await withStore { container, _ in
      let page = "\(try container.viewContext.explainCount(for: self.request("Guest", "age > 30")))"
      XCTAssertEqual(
        page,
        """
        count of Guest
        store: Store.sqlite
          SELECT COUNT(*) FROM ZGUEST t0 WHERE t0.ZAGE > ?1
          ?1 = 30 (integer)
        plan:
          `--SCAN t0
        tables:
          ZGUEST t0 (Guest): scan
        warning: every Guest is scanned for age >
           hint: add FetchIndexDescription(name: "byAge", elements: [FetchIndexElementDescription("age")]) \
        to the indexes of Guest
        """)
    }
  }
}
