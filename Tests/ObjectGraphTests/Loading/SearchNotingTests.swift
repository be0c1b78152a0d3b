import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Which rows of other programs are noted for the search index.
@MainActor
final class SearchNotingTests: XCTestCase {
  func testANewRowIsNotedWhenItHasAnyTextAndAnOldOneWhenItGetsSome() async throws {
    try await withSearchStore { file, container in
      container.viewContext.guest("Ann")
      try container.viewContext.save()
      XCTAssertEqual(try container.viewContext.found("ann"), ["Ann"])
      let columns = "INSERT INTO ZLODGER (Z_PK, Z_ENT, Z_OPT, ZNAME, ZPHONE)"
      let noted = "SELECT group_concat(KEY, ' ') FROM (SELECT KEY FROM OG_SEARCHQUEUE ORDER BY KEY)"
      _ = try StoreShell.run("\(columns) VALUES (77, 1, 1, NULL, NULL)", in: file)
      XCTAssertEqual(try StoreShell.run(noted, in: file), "")
      _ = try StoreShell.run("\(columns) VALUES (78, 1, 1, NULL, '555')", in: file)
      XCTAssertEqual(try StoreShell.run(noted, in: file), "78")
      _ = try StoreShell.run("UPDATE ZLODGER SET ZNAME = 'Bob' WHERE Z_PK = 77", in: file)
      _ = try container.persistentStoreCoordinator.noticeForeignChanges()
      container.viewContext.refreshAllObjects()
      XCTAssertEqual(try container.viewContext.found("bob"), ["Bob"])
    }
  }

  private func withSearchStore(
    _ body: (URL, PersistentContainer) throws -> Void
  ) async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Search.sqlite")
    let container = try PersistentContainer(
      name: "Search", managedObjectModel: SearchModel.make(),
      descriptions: [PersistentStoreDescription(url: file)])
    try container.loadPersistentStores()
    try body(file, container)
    for store in container.persistentStoreCoordinator.persistentStores {
      try container.persistentStoreCoordinator.remove(store)
    }
  }
}
