import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// `CONTAINS[w]` in ordinary fetches.
@MainActor
final class SearchPredicateTests: XCTestCase {
  private func request(
    _ entity: String, _ predicate: FetchPredicate, limit: Int = 0
  ) -> FetchRequest<ManagedObject> {
    let request = FetchRequest<ManagedObject>(entityName: entity)
    request.predicate = predicate
    request.fetchLimit = limit
    request.sortDescriptors = [
      FetchSortDescriptor(key: entity == "Sojourn" ? "number" : "name", ascending: true)
    ]
    return request
  }

  private func names(
    _ entity: String, _ format: String, limit: Int = 0, in context: ManagedObjectContext
  ) throws -> [String] {
    try context.fetch(request(entity, FetchPredicate(format: format), limit: limit)).map {
      ($0 as? Lodger).map { $0.name ?? "" } ?? "\(($0 as? Sojourn)?.number ?? 0)"
    }
  }

  private func fill(_ context: ManagedObjectContext) throws {
    let johnny = context.guest("Johnny Appleseed", phone: "(408) 555-1234")
    context.guest("Apple Pie", phone: "212-000-0000")
    context.guest("Zoë O'Brien")
    context.stay(12, note: "by the lake", of: johnny)
    context.stay(13)
    try context.save()
  }

  func testAnObjectContainsWordsAsASearchFindsThem() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      try self.fill(context)
      let cases: [(entity: String, format: String, found: [String])] = [
        ("Lodger", "SELF CONTAINS[w] 'apple'", ["Apple Pie", "Johnny Appleseed"]),
        ("Lodger", "SELF CONTAINS[w] 'APPLE 555'", ["Johnny Appleseed"]),
        ("Lodger", "SELF CONTAINS[w] 'seed'", []),
        ("Lodger", "SELF CONTAINS[w] ' - '", []),
        // The digits are the number's, though within it nothing of three digits begins with 34.
        ("Lodger", "SELF CONTAINS[w] '40855512 34'", ["Johnny Appleseed"]),
        ("Lodger", "SELF CONTAINS[w] '40855512 35'", []),
        ("Lodger", "NOT SELF CONTAINS[w] 'apple'", ["Zoë O'Brien"]),
        ("Lodger", "NOT name CONTAINS[w] 'johnny' AND name != nil", ["Apple Pie", "Zoë O'Brien"]),
        (
          "Lodger", "SELF CONTAINS[w] 'zoe' OR SELF CONTAINS[w] 'pie'",
          ["Apple Pie", "Zoë O'Brien"]
        ),
        ("Lodger", "SELF CONTAINS[w] 'apple' AND phone BEGINSWITH '212'", ["Apple Pie"]),
        ("Lodger", "name CONTAINS[w] '555'", []),
        ("Lodger", "phone CONTAINS[w] '555'", ["Johnny Appleseed"]),
        ("Lodger", "name CONTAINS[cdw] 'zoe'", ["Zoë O'Brien"]),
        ("Lodger", "name CONTAINS[w] nil", []),
        ("Lodger", "SUBQUERY(stays, $s, $s CONTAINS[w] 'lake').@count > 0", ["Johnny Appleseed"]),
        ("Lodger", "SUBQUERY(stays, $s, $s CONTAINS[w] 'johnny').@count > 0", ["Johnny Appleseed"]),
        ("Sojourn", "SELF CONTAINS[w] 'johnny lake'", ["12"]),
        ("Sojourn", "SELF CONTAINS[w] 'r-13'", ["13"]),
        ("Sojourn", "NOT SELF CONTAINS[w] 'johnny'", ["13"]),
        ("Sojourn", "guest CONTAINS[w] '555 apple'", ["12"]),
        ("Sojourn", "NOT guest CONTAINS[w] '555'", ["13"]),
        ("Sojourn", "guest.name CONTAINS[w] 'appleseed'", ["12"]),
        ("Sojourn", "number CONTAINS[w] 'r-1'", ["12", "13"]),
      ]
      for (entity, format, found) in cases {
        XCTAssertEqual(try self.names(entity, format, in: context), found, format)
        let predicate = try FetchPredicate(format: format)
        XCTAssertEqual(
          try context.count(for: self.request(entity, predicate)), found.count, format)
        // What the store says is what the objects say by themselves.
        let all = try context.fetch(self.request(entity, FetchPredicate(value: true)))
        XCTAssertEqual(try all.count { try predicate.evaluate(with: $0) }, found.count, format)
        // With changes laid over it the store's answer goes through memory.
        let child = context.makeChild()
        child.guest(nil)
        child.stay(99)
        XCTAssertEqual(
          try self.names(entity, format, in: child).filter { $0 != "" && $0 != "99" }, found,
          format)
      }
      XCTAssertEqual(
        try self.names("Lodger", "SELF CONTAINS[w] 'apple'", limit: 1, in: context),
        ["Apple Pie"])
    }
  }

  func testASearchIsAPredicateWithATextOfItsOwn() async throws {
    let search = FetchPredicate.search("apple \"5\"")
    XCTAssertEqual(search.predicateFormat, "SELF CONTAINS[w] \"apple \\\"5\\\"\"")
    XCTAssertEqual(try FetchPredicate(format: search.predicateFormat), search)
    XCTAssertEqual(try FetchPredicate(format: "SELF CONTAINS[w] %@", "apple \"5\""), search)
    XCTAssertEqual(
      try FetchPredicate(format: "SELF CONTAINS[w] $TEXT")
        .withSubstitutionVariables(["TEXT": "apple \"5\""]), search)
  }

  func testUnsavedObjectsAreFoundToo() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      try self.fill(context)
      context.guest("Apple Tart")
      XCTAssertEqual(
        try self.names("Lodger", "SELF CONTAINS[w] 'apple'", in: context),
        ["Apple Pie", "Apple Tart", "Johnny Appleseed"])
    }
  }

  func testTextsWithoutAModelAreLookedThroughByTheirWords() async throws {
    let predicate = try FetchPredicate(format: "SELF CONTAINS[w] 'apple jo'")
    XCTAssertTrue(try predicate.evaluate(with: "Johnny Appleseed"))
    XCTAssertFalse(try predicate.evaluate(with: "Johnny"))
    XCTAssertFalse(try predicate.evaluate(with: nil))
    let named = try FetchPredicate(format: "name CONTAINS[w] 'seed'")
    XCTAssertTrue(try named.evaluate(with: ["name": "Melon-Seed"]))
    XCTAssertFalse(try named.evaluate(with: ["name": "Appleseed"]))
  }

  func testWhatCannotBeSearchedIsRefused() async throws {
    try await eachStore(model: SearchModel.make(phone: nil)) { container in
      let context = container.viewContext
      for (entity, format) in [
        ("Lodger", "phone CONTAINS[w] '555'"), ("Lodger", "name BEGINSWITH[w] 'a'"),
        ("Lodger", "name ==[w] 'a'"), ("Lodger", "ANY stays CONTAINS[w] 'a'"),
        ("Lodger", "stays CONTAINS[w] 'a'"), ("Lodger", "name CONTAINS[wl] 'a'"),
        ("Lodger", "name CONTAINS[w] 5"), ("Lodger", "SELF CONTAINS[w] name"),
        ("Lodger", "'apple' CONTAINS[w] 'a'"), ("Lodger", "stays.@count CONTAINS[w] 'a'"),
      ] {
        XCTAssertThrowsError(try self.names(entity, format, in: context), format) { error in
          XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument, format)
        }
      }
    }
  }

  // MARK: Explaining

  private func container(_ file: URL) throws -> PersistentContainer {
    let container = try PersistentContainer(
      name: "Store", managedObjectModel: SearchModel.make(),
      descriptions: [PersistentStoreDescription(url: file)])
    try container.loadPersistentStores()
    return container
  }

  func testExplainingTellsThatThereIsNoIndexYetAndMakesNone() async throws {
    try await withStoreFile { file in
      let context = try self.container(file).viewContext
      try self.fill(context)
      let request = self.request("Lodger", .search("apple"))
      let explanation = try context.explain(request)
      XCTAssertEqual(explanation.warnings.map(\.kind).first, .missingSearchIndex)
      XCTAssertEqual(
        explanation.warnings.first?.message,
        "the store has no search index, so every Lodger is scanned")
      XCTAssertEqual(
        try StoreShell.run("SELECT count(*) FROM sqlite_master WHERE name LIKE 'OG%'", in: file),
        "0")
      XCTAssertEqual(try context.count(for: request), 2)
      let indexed = try context.explain(request)
      XCTAssertFalse(indexed.warnings.contains { $0.kind == .missingSearchIndex })
      let tables = try XCTUnwrap(indexed.stores.first).tables.map(\.table)
      XCTAssertEqual(Set(tables), ["ZLODGER", "OG_SEARCHWORDS1"])
      let lodger = try XCTUnwrap(indexed.stores.first?.tables.first { $0.table == "ZLODGER" })
      XCTAssertEqual(lodger.method, .primaryKey)
    }
  }

  func testExplainingNamesTheSearchWhereTextIsLookedForInTheMiddle() async throws {
    try await withStoreFile { file in
      let context = try self.container(file).viewContext
      for format in ["name CONTAINS[cd] 'apple'", "name LIKE[c] '*apple*'", "name ==[c] 'apple'"] {
        let hints = try context.explain(
          self.request("Lodger", FetchPredicate(format: format))
        ).warnings.filter { $0.kind == .unindexableTerm }.map(\.hint)
        XCTAssertEqual(
          hints,
          [
            "write name CONTAINS[w] …, which finds words by their beginnings in the search index"
          ], format)
      }
      let ending = try context.explain(
        self.request("Lodger", FetchPredicate(format: "name ENDSWITH 'seed'")))
      XCTAssertFalse(ending.description.contains("[w]"))
    }
  }
}
