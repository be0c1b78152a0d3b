import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The log of what SQLite stores are asked.
@MainActor
final class SQLLogTests: XCTestCase {
  /// The lines of a fetch of one owner by name, written at a level.
  private func lines(at level: SQLLog.Level) async throws -> [String] {
    let text = Lock("")
    try await withStoreFile { file in
      let container = try PersistentContainer(
        name: "Pets", managedObjectModel: TestModel.pets(),
        descriptions: [PersistentStoreDescription(url: file)])
      try container.loadPersistentStores()
      let context = container.viewContext
      Owner(context: context).name = "Ann"
      try context.save()
      context.reset()
      container.persistentStoreCoordinator.sqlLog = SQLLog(level: level) { lines in
        text.withLock { $0 += lines }
      }
      let request = FetchRequest<Owner>()
      request.predicate = try FetchPredicate(format: "name == 'Ann'")
      XCTAssertEqual(try context.fetch(request).count, 1)
      container.persistentStoreCoordinator.sqlLog = nil
      _ = try context.fetch(FetchRequest<Pet>())
    }
    return text.withLock { $0 }.split(separator: "\n").map(String.init)
  }

  // Feature 175.
  func testEachLevelHasWhatIsInTheLowerOnes() async throws {
    let statements = try await lines(at: .statements)
    XCTAssertEqual(statements.count, 1, "\(statements)")
    let line = try XCTUnwrap(statements.first)
    XCTAssertNotNil(line.firstMatch(of: /^sql: [0-9.]+ (µs|ms|s), 1 row: SELECT t0\.Z_PK/), line)
    XCTAssertTrue(line.hasSuffix(" FROM ZOWNER t0 WHERE t0.ZNAME = ?1"), line)

    let bindings = try await lines(at: .bindings)
    XCTAssertEqual(Array(bindings.dropFirst()), ["     ?1 = 'Ann'"])

    let work = try await lines(at: .work)
    XCTAssertEqual(work.count, 3)
    XCTAssertTrue(work[2].hasPrefix("work: fetch of Owner: 1 object, "), work[2])

    let plans = try await lines(at: .queryPlans)
    XCTAssertEqual(plans.count, 4)
    XCTAssertTrue(plans[2].hasPrefix("     `--SEARCH t0 USING INDEX "), plans[2])
    XCTAssertTrue(plans[3].hasPrefix("work: "), plans[3])
  }

  // Feature 175.
  func testTheEnvironmentAsksForALevelFrom1To4() async throws {
    let levels: [String: SQLLog.Level?] = [
      "1": .statements, "2": .bindings, "3": .work, "4": .queryPlans, "0": nil, "5": nil,
      "yes": nil, "": nil,
    ]
    for (value, level) in levels {
      XCTAssertEqual(SQLLog.requested(by: [SQLLog.environmentKey: value])?.level, level, value)
    }
    XCTAssertNil(SQLLog.requested(by: [:]))
  }

  func testCoordinatorsBeginWithTheLogOfTheProcess() async throws {
    let before = PersistentStoreCoordinator.defaultSQLLog
    defer { PersistentStoreCoordinator.defaultSQLLog = before }
    let log = SQLLog { _ in }
    PersistentStoreCoordinator.defaultSQLLog = log
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: TestModel.pets())
    XCTAssertTrue(coordinator.sqlLog === log)
    PersistentStoreCoordinator.defaultSQLLog = nil
    XCTAssertNil(
      try PersistentStoreCoordinator(managedObjectModel: TestModel.pets()).sqlLog)
  }
}
