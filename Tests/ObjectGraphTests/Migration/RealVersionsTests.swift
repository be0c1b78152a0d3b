import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Stores that Core Data made of real models, migrated to later versions of these.
@MainActor
final class RealVersionsTests: MigrationTestCase {
  private func fixture(_ path: String) throws -> URL {
    guard let root = ProcessInfo.processInfo.environment["OBJECTGRAPH_FIXTURES"] else {
      throw XCTSkip("OBJECTGRAPH_FIXTURES is not set")
    }
    return URL(fileURLWithPath: root).appendingPathComponent(path)
  }

  private func model(_ name: String, _ version: String) throws -> ManagedObjectModel {
    try VersionedModel(contentsOf: fixture("models/\(name).xcdatamodeld"))
      .model(forVersion: version)
  }

  private func takeStore(_ path: String) throws {
    let source = try fixture("stores/\(path).sqlite")
    for suffix in ["", "-wal", "-shm"]
    where FileManager.default.fileExists(atPath: source.path + suffix) {
      try FileManager.default.copyItem(atPath: source.path + suffix, toPath: file.path + suffix)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: file.path + suffix)
    }
  }

  private func columns(of table: String, in file: URL) throws -> Set<String> {
    Set(
      try sqlite3(file, "SELECT name FROM pragma_table_info('\(table)')")
        .split(separator: "\n").map(String.init))
  }

  /// Many real migrations of Core Data lie between the two stores, which hold the same conversations.
  func testAMessengersStoreComesOutAsCoreDataMigratedIt() async throws {
    try takeStore("Messaging/store2-24-1")
    let before = try sqlite3(file, "SELECT Z_UUID FROM Z_METADATA")
    let old = try model("Messaging", "zmessaging2.24.1")
    let new = try model("Messaging", "zmessaging2.60.0")
    let description = PersistentStoreDescription(url: file)
    description.modelVersions = [old, new]
    let report = try XCTUnwrap(try StoreMigration(of: description, to: new).run())
    XCTAssertEqual(report.steps.count, 1)
    XCTAssertEqual(try sqlite3(file, "SELECT Z_UUID FROM Z_METADATA"), before)

    let real = folder.appendingPathComponent("real.sqlite")
    try FileManager.default.copyItem(at: fixture("stores/Messaging/store2-60-0.sqlite"), to: real)
    let tables = try sqlite3(
      real, "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%' ORDER BY 1"
    ).split(separator: "\n").map(String.init).filter {
      !["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"].contains($0)
    }
    XCTAssertGreaterThan(tables.count, 15)
    var rows = 0
    for table in tables {
      // Which of two relationships between clients names their table is not settled.
      let own = table.replacing("EDCLIENTS", with: "EDBYCLIENTS")
      let names = try columns(of: own, in: file).sorted()
      XCTAssertEqual(Set(names), try columns(of: table, in: real), table)
      // Core Data counts the saves of its own way, and the message that was delivered is known to us
      // from the entity that had it before.
      let compared = names.filter { !["Z_OPT", "ZDELIVERED"].contains($0) }.joined(separator: ", ")
      let differing = try sqlite3(
        real,
        """
        ATTACH '\(file.path)' AS ours;
        SELECT count(*) FROM (SELECT \(compared) FROM ours.\(own)
        EXCEPT SELECT \(compared) FROM main.\(table));
        SELECT count(*) FROM main.\(table)
        """
      ).split(separator: "\n")
      XCTAssertEqual(differing.first, "0", table)
      XCTAssertEqual(
        differing.last.map(String.init), try sqlite3(file, "SELECT count(*) FROM \(own)"), table)
      rows += Int(differing.last ?? "") ?? 0
    }
    XCTAssertGreaterThan(rows, 90)
    XCTAssertEqual(
      try sqlite3(file, "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY 1"),
      try sqlite3(real, "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY 1"))
    try assertWhole()
  }

  func testBookmarksKeepTheirOrderThroughAllVersions() async throws {
    try takeStore("Bookmarks/Bookmarks_V1")
    let versions = try VersionedModel(contentsOf: fixture("models/BookmarksModel.xcdatamodeld"))
    XCTAssertEqual(versions.versionNames.count, 6)
    let models = try versions.versionNames.map { try versions.model(forVersion: $0) }
    let keys = "SELECT Z_PK, ZTITLE FROM ZBOOKMARKENTITY ORDER BY 1"
    let order = try sqlite3(
      file,
      "SELECT group_concat(Z_PK) FROM (SELECT Z_PK FROM ZBOOKMARKENTITY ORDER BY Z_FOK_BOOKMARKFOLDER, Z_PK)"
    )
    let before = try sqlite3(file, keys)
    let container = try open(models[5]) { $0.modelVersions = models }
    try close(container)
    XCTAssertEqual(try sqlite3(file, keys), before)
    XCTAssertEqual(
      try sqlite3(
        file,
        "SELECT group_concat(Z_PK) FROM (SELECT Z_PK FROM ZBOOKMARKENTITY ORDER BY Z_FOK_BOOKMARKFOLDER, Z_PK)"
      ),
      order)
    try assertWhole()
  }

  func testCarsAndTheirOwnersComeThroughRenamedEntities() async throws {
    try takeStore("SampleModel/SampleModel_V1")
    let models = try ["SampleModel", "SampleModel2", "SampleModel3"].map {
      try model("SampleModel", $0)
    }
    let cars = try sqlite3(file, "SELECT count(*), count(ZOWNER) FROM ZCAR")
    let luxury = try sqlite3(
      file,
      "SELECT count(*) FROM ZCAR JOIN Z_PRIMARYKEY USING (Z_ENT) WHERE Z_NAME LIKE '%Expensive%'")
    let container = try open(models[2]) { $0.modelVersions = models }
    XCTAssertEqual(
      try container.viewContext.count(for: FetchRequest<ManagedObject>(entityName: "Person")), 20)
    XCTAssertEqual(
      "\(try container.viewContext.count(for: FetchRequest<ManagedObject>(entityName: "LuxuryCar")))",
      luxury)
    try close(container)
    XCTAssertEqual(try sqlite3(file, "SELECT count(*), count(ZOWNER) FROM ZCAR"), cars)
    try assertWhole()
  }
}
