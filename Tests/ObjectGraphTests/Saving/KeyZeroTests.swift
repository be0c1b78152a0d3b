import Foundation
import ObjectGraph
import XCTest

/// Primary keys begin at 1. A file that some other program wrote may have others: what is wrong is
/// told, and the rest can be read.
@MainActor
final class KeyZeroTests: XCTestCase {
  /// Makes a store of Ann and her dog, changes its file by the sqlite3 shell, and opens it again.
  private func reopen(
    after sql: String, _ body: (ManagedObjectContext) throws -> Void
  ) async throws {
    try await withStoreFile { file in
      func container() throws -> PersistentContainer {
        let container = try PersistentContainer(
          name: "Pets", managedObjectModel: TestModel.pets(),
          descriptions: [PersistentStoreDescription(url: file)])
        try container.loadPersistentStores()
        return container
      }
      do {
        let container = try container()
        let context = container.viewContext
        let ann = Owner(context: context)
        ann.name = "Ann"
        let rex = Pet(context: context)
        rex.name = "Rex"
        rex.owner = ann
        try context.save()
        for store in container.persistentStoreCoordinator.persistentStores {
          try container.persistentStoreCoordinator.remove(store)
        }
      }
      _ = try StoreShell.run(sql, in: file)
      try body(try container().viewContext)
    }
  }

  func testAReferenceToZeroOrBelowLeadsNowhere() async throws {
    for key in ["0", "-1", "-9223372036854775808"] {
      try await reopen(after: "UPDATE ZPET SET ZOWNER = \(key)") { context in
        let rex = try XCTUnwrap(try context.fetch(FetchRequest<Pet>()).first)
        XCTAssertNil(rex.owner, key)
        let ann = try XCTUnwrap(try context.fetch(FetchRequest<Owner>()).first)
        XCTAssertEqual(ann.pets, [], key)
        rex.owner = ann
        try context.save()
        context.reset()
        XCTAssertEqual(try context.fetch(FetchRequest<Pet>()).first?.owner?.name, "Ann", key)
        XCTAssertEqual(context.errors.map(\.message), [], key)
      }
    }
  }

  func testARowWithAKeyOfZeroOrBelowIsToldWithItsTable() async throws {
    for key in ["0", "-7"] {
      let insert = """
        INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZNAME, ZAGE)
        SELECT \(key), Z_ENT, 1, 'Nobody', 1 FROM ZOWNER WHERE ZNAME = 'Ann'
        """
      try await reopen(after: insert) { context in
        let request = FetchRequest<Owner>()
        XCTAssertThrowsError(try context.fetch(request)) { error in
          let text = "\(error)"
          XCTAssertTrue(text.contains("ZOWNER has a row with the primary key \(key)"), text)
          XCTAssertTrue(text.contains("sqlite3"), text)
        }
        // The others can be read.
        request.predicate = try FetchPredicate(format: "name == 'Ann'")
        XCTAssertEqual(try context.fetch(request).first?.age, 18)
        XCTAssertEqual(try context.fetch(FetchRequest<Pet>()).first?.owner?.name, "Ann")
        // By batches each object is read when it is asked for.
        request.predicate = nil
        request.fetchBatchSize = 1
        for owner in (try? context.fetch(request)) ?? [] { _ = owner.name }
        XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 2)
      }
    }
  }
}
