import Foundation
import ObjectGraph
import XCTest

/// Migration in stages: version 1 to 2 by itself, 2 to 3 with work before and after, 3 to 4 by itself.
@MainActor
final class StagedMigrationTests: MigrationTestCase {
  private nonisolated static func version(_ number: Int) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Guest") {
        AttributeDescription("name", .string)
        number >= 2 ? [AttributeDescription("email", .string)] : []
        number >= 3
          ? [
            AttributeDescription("firstName", .string), AttributeDescription("lastName", .string),
          ] : []
        number >= 4 ? [AttributeDescription("note", .string, default: .string("-"))] : []
      }
    }
  }

  private func manager(_ trace: Trace) -> StagedMigrationManager {
    func reference(_ number: Int) -> ManagedObjectModelReference {
      ManagedObjectModelReference(model: Self.version(number))
    }
    let custom = CustomMigrationStage(migratingFrom: reference(2), to: reference(3))
    custom.willMigrateHandler = { manager, stage in
      trace.add("will \(stage.label)")
      let context = try XCTUnwrap(manager.container).newBackgroundContext()
      try context.performAndWait { context in
        for guest in try context.fetch(FetchRequest<ManagedObject>(entityName: "Guest")) {
          try guest.setValue("none", forKey: "email")
        }
        try context.save()
      }
    }
    custom.didMigrateHandler = { manager, stage in
      trace.add("did \(stage.label)")
      let context = try XCTUnwrap(manager.container).newBackgroundContext()
      try context.performAndWait { context in
        for guest in try context.fetch(FetchRequest<ManagedObject>(entityName: "Guest")) {
          let names = (try guest.value(forKey: "name") as? String ?? "").split(separator: " ")
          try guest.setValue(names.first.map(String.init), forKey: "firstName")
          try guest.setValue(names.last.map(String.init), forKey: "lastName")
        }
        try context.save()
      }
    }
    custom.label = "names"
    return StagedMigrationManager([
      LightweightMigrationStage([1, 2].map { Self.version($0).versionChecksum }), custom,
      LightweightMigrationStage([3, 4].map { Self.version($0).versionChecksum }),
    ])
  }

  func testAStoreGoesThroughTheStagesFromWhicheverItHas() async throws {
    for start in 1...4 {
      let trace = Trace()
      try make(Self.version(start)) { try insert("Guest", ["name": "Ada Appleseed"], into: $0) }
      let container = try open(Self.version(4)) { $0.stagedMigrationManager = manager(trace) }
      try close(container)
      XCTAssertEqual(trace.lines, start < 3 ? ["will names", "did names"] : [], "\(start)")
      XCTAssertEqual(
        try sqlite3(
          file, "SELECT ZNAME, ifnull(ZFIRSTNAME, '?'), ifnull(ZEMAIL, '?') FROM ZGUEST"),
        start < 3 ? "Ada Appleseed|Ada|none" : "Ada Appleseed|?|?", "\(start)")
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: file.path + suffix)
      }
    }
  }

  func testAHandlerThatThrowsLeavesTheStoreInTheVersionThatItHas() async throws {
    try make(Self.version(1)) { try insert("Guest", ["name": "Ada Appleseed"], into: $0) }
    struct Stop: Error {}
    let trace = Trace()
    let staged = manager(trace)
    let custom = try XCTUnwrap(staged.stages[1] as? CustomMigrationStage)
    let did = custom.didMigrateHandler
    custom.didMigrateHandler = { _, _ in throw Stop() }
    XCTAssertThrowsError(try open(Self.version(4)) { $0.stagedMigrationManager = staged }) {
      XCTAssertTrue($0 is Stop, "\($0)")
    }
    XCTAssertNil(staged.container)
    XCTAssertEqual(
      try sqlite3(
        file, "SELECT count(*) FROM pragma_table_info('ZGUEST') WHERE name = 'ZLASTNAME'"),
      "1")
    custom.didMigrateHandler = did
    try close(try open(Self.version(4)) { $0.stagedMigrationManager = staged })
    XCTAssertEqual(try sqlite3(file, "SELECT ZNOTE FROM ZGUEST"), "-")
  }

  func testANewerStoreAndAnUnknownOneAreRefused() async throws {
    try make(Self.version(3)) { try insert("Guest", ["name": "Ada"], into: $0) }
    XCTAssertEqual(
      errorOf {
        _ = try open(Self.version(1)) {
          $0.stagedMigrationManager = StagedMigrationManager([
            CustomMigrationStage(
              migratingFrom: ManagedObjectModelReference(model: Self.version(2)),
              to: ManagedObjectModelReference(model: Self.version(3)))
          ])
        }
      }?.code, .stagedMigrationBackward)
    XCTAssertEqual(
      errorOf {
        _ = try open(Self.version(2)) {
          $0.stagedMigrationManager = StagedMigrationManager([
            LightweightMigrationStage([2, 3].map { Self.version($0).versionChecksum })
          ])
        }
      }?.code, .stagedMigrationBackward)
    XCTAssertEqual(
      errorOf {
        _ = try open(Self.version(4)) { $0.stagedMigrationManager = StagedMigrationManager([]) }
      }?.code, .stagedMigrationModelNotFound)
    XCTAssertEqual(
      errorOf {
        try ManagedObjectModelReference(model: Self.version(1), versionChecksum: "x")
          .resolvedModel()
      }?.code, .stagedMigrationModelNotFound)
  }
}

/// What handlers do, in its order.
private final class Trace: Sendable {
  private let lock = NSLock()
  // Sound: reached under the lock alone.
  nonisolated(unsafe) private var told: [String] = []

  var lines: [String] { lock.withLock { told } }

  func add(_ line: String) { lock.withLock { told.append(line) } }
}
