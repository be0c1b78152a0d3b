import Foundation
import ObjectGraph
import XCTest

/// What a store holds after it went on in other places.
@MainActor
final class MigrationRoundTripTests: XCTestCase {
  /// All rows of all tables, without the versions of rows and the names of files.
  private func rows(_ file: URL) throws -> [String] {
    let tables = try StoreShell.run(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%'
      AND name NOT IN ('Z_METADATA', 'Z_MODELCACHE') ORDER BY name
      """, in: file)
    return try tables.split(separator: "\n").map { table in
      let columns = try StoreShell.run(
        "SELECT name FROM pragma_table_info('\(table)') WHERE name <> 'Z_OPT' ORDER BY name",
        in: file
      ).split(separator: "\n").map { column in
        column == "ZPHOTO" ? "hex(substr(ZPHOTO, 1, 1)), length(ZPHOTO)" : "quote(\(column))"
      }.joined(separator: ", ")
      return "\(table)\n"
        + (try StoreShell.run("SELECT \(columns) FROM \(table)", in: file))
        .split(separator: "\n").sorted().joined(separator: "\n")
    }
  }

  /// The names of the files that rows lead to, and of those that are there.
  private func externalFiles(_ file: URL) throws -> (named: [String], found: [String]) {
    let named = try StoreShell.run(
      """
      SELECT CAST(substr(ZPHOTO, 2, 36) AS TEXT) FROM ZTHING
      WHERE hex(substr(ZPHOTO, 1, 1)) = '02' ORDER BY 1
      """, in: file)
    let folder = file.deletingLastPathComponent().appendingPathComponent(
      ".\(file.deletingPathExtension().lastPathComponent)_SUPPORT/_EXTERNAL_DATA")
    let found = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (named.split(separator: "\n").map(String.init), found.sorted())
  }

  private func roundTrip(by types: [StoreType]) async throws {
    try await withStoreFile { first in
      let container = try PersistentContainer(
        name: "Store", managedObjectModel: ThingModel.make(),
        descriptions: [PersistentStoreDescription(url: first)])
      try container.loadPersistentStores()
      let (context, coordinator) = (container.viewContext, container.persistentStoreCoordinator)
      let lost = context.thing("lost")
      try context.save()
      let full = try context.fullThing()
      context.delete(lost)
      full.photo = Data(repeating: 8, count: 300_000)
      context.thing("small photo").photo = Data([1, 2, 3])
      try context.save()
      let before = try context.contents()

      var store = try XCTUnwrap(coordinator.persistentStores.first)
      var last = first
      for (index, type) in types.enumerated() {
        let place = first.deletingLastPathComponent().appendingPathComponent("\(index).sqlite")
        store = try coordinator.migratePersistentStore(store, to: place, type: type)
        XCTAssertEqual(try context.contents(), before, "after move \(index)")
        last = place
      }
      let moved = try context.contents()
      try coordinator.remove(store)
      XCTAssertEqual(moved, before)
      XCTAssertEqual(try self.rows(last), try self.rows(first))
      XCTAssertEqual(try StoreShell.run("PRAGMA integrity_check", in: last), "ok")
      for file in [first, last] {
        let files = try self.externalFiles(file)
        XCTAssertEqual(files.named.count, 1)
        XCTAssertEqual(files.found, files.named)
      }

      let again = try PersistentContainer(
        name: "Store", managedObjectModel: ThingModel.make(),
        descriptions: [PersistentStoreDescription(url: last)])
      try again.loadPersistentStores()
      XCTAssertEqual(try again.viewContext.contents(), before)
    }
  }

  func testEveryValueAndOrderSurvivesAMoveToAnotherFile() async throws {
    try await roundTrip(by: [.sqlite])
  }

  func testEveryValueAndOrderSurvivesTheWayThroughMemory() async throws {
    try await roundTrip(by: [.inMemory, .sqlite])
  }
}
