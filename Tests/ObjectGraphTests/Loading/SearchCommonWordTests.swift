import Foundation
import ObjectGraph
import XCTest

/// Searches for words that thousands of objects have, of which a few are asked for.
@MainActor
final class SearchCommonWordTests: XCTestCase {
  /// A store of 13,000 lodgers: all are guests and have a number, which is their key, those after
  /// the first 4,500 are late, and one is rare.
  private func withManyLodgers(
    _ body: @MainActor (PersistentContainer) throws -> Void
  ) async throws {
    try await withStoreFile { file in
      let container = try PersistentContainer(
        name: "Store", managedObjectModel: SearchModel.make(),
        descriptions: [PersistentStoreDescription(url: file)])
      try container.loadPersistentStores()
      _ = try StoreShell.run(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 13000) "
          + "INSERT INTO ZLODGER (Z_PK, Z_ENT, Z_OPT, ZNAME) "
          + "SELECT i, (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Lodger'), 1, "
          + "'Guest ' || i || iif(i > 4500, ' Late', '') || iif(i = 12990, ' Rare', '') FROM n",
        in: file)
      _ = try container.persistentStoreCoordinator.noticeForeignChanges()
      try body(container)
      let coordinator = container.persistentStoreCoordinator
      for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
  }

  func testAFewOfManyAreTheFirstOnesByKey() async throws {
    try await withManyLodgers { container in
      let context = container.viewContext
      let cases: [(text: String, limit: Int, found: [String])] = [
        ("guest", 3, ["Guest 1", "Guest 2", "Guest 3"]),
        // None of the first 4,500 is late.
        ("late", 2, ["Guest 4501 Late", "Guest 4502 Late"]),
        ("l g", 2, ["Guest 4501 Late", "Guest 4502 Late"]),
        ("late guest 7", 2, ["Guest 7000 Late", "Guest 7001 Late"]),
        ("guest rare", 5, ["Guest 12990 Late Rare"]),
        ("rare guest", 5, ["Guest 12990 Late Rare"]),
        ("guest 13", 2, ["Guest 13", "Guest 130"]),
        ("guest nobody", 5, []),
      ]
      for (text, limit, found) in cases {
        XCTAssertEqual(try context.found(text, in: [Lodger.self], limit: limit), found, text)
      }
      XCTAssertEqual(try context.found("guest", in: [Lodger.self], limit: 150).count, 150)
      let request = FetchRequest<Lodger>(entityName: "Lodger")
      request.predicate = .search("guest")
      request.fetchLimit = 2
      request.fetchOffset = 5
      XCTAssertEqual(try context.fetch(request).map(\.name), ["Guest 6", "Guest 7"])
      request.fetchOffset = 12_999
      XCTAssertEqual(try context.fetch(request).map(\.name), ["Guest 13000 Late"])
      request.fetchOffset = 0
      request.predicate = try FetchPredicate(
        format: "SELF CONTAINS[w] 'guest' AND name ENDSWITH 'Late'")
      XCTAssertEqual(
        try context.fetch(request).map(\.name), ["Guest 4501 Late", "Guest 4502 Late"])
      request.predicate = try FetchPredicate(format: "NOT SELF CONTAINS[w] 'late'")
      XCTAssertEqual(try context.fetch(request).map(\.name), ["Guest 1", "Guest 2"])
      request.fetchLimit = 0
      XCTAssertEqual(try context.count(for: request), 4500)
      // Unsaved changes are laid over.
      request.predicate = .search("guest")
      request.fetchLimit = 2
      let first = try XCTUnwrap(context.fetch(request).first)
      context.delete(first)
      XCTAssertEqual(
        try context.found("guest", in: [Lodger.self], limit: 2), ["Guest 2", "Guest 3"])
    }
  }

  func testOnlyTheFirstObjectsAreLookedThroughWhereAllHaveTheWord() async throws {
    try await withManyLodgers { container in
      let context = container.viewContext
      func sql(_ text: String, limit: Int) throws -> String {
        let request = FetchRequest<Lodger>(entityName: "Lodger")
        request.predicate = .search(text)
        request.fetchLimit = limit
        return try XCTUnwrap(context.explain(request).sql)
      }
      XCTAssertEqual(try context.found("zzz"), [], "which makes the index")
      let common = try sql("guest", limit: 20)
      XCTAssertTrue(common.contains("t0.Z_PK <= "), common)
      XCTAssertTrue(common.contains("OBJECTGRAPH_SEARCHES"), common)
      XCTAssertFalse(common.contains("OG_SEARCHWORDS"), common)
      // The rare word leads, wherever it stands, and the other is looked for where it leads to.
      for text in ["rare guest", "guest rare"] {
        let rare = try sql(text, limit: 20)
        XCTAssertFalse(rare.contains("t0.Z_PK <= "), rare)
        XCTAssertTrue(rare.contains("MATCH"), rare)
        XCTAssertTrue(rare.contains("OBJECTGRAPH_SEARCHES"), rare)
      }
      XCTAssertFalse(try sql("guest", limit: 0).contains("t0.Z_PK <= "))
      XCTAssertFalse(try sql("guest", limit: 5000).contains("t0.Z_PK <= "))
    }
  }
}
