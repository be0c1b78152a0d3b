import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import CampgroundDemo

/// The files of a demo of a few days.
@MainActor
final class DemoFileTests: XCTestCase {
  private let day = CalendarDate(dayNumber: 9_326)
  private var folder: TemporaryFolder!

  override func setUp() async throws { folder = try TemporaryFolder("demo") }

  override func tearDown() async throws { folder.remove() }

  private func demo(seed: UInt64 = 1, on day: CalendarDate? = nil) -> Demo {
    Demo(DemoSpan(around: day ?? self.day, past: 2, future: 2), seed: seed)
  }

  private func file(_ demo: Demo? = nil) -> DemoFile {
    DemoFile(demo ?? self.demo(), version: "1.0", in: folder.url.appendingPathComponent("demos"))
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/demos").sorted()
  }

  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  /// All rows of all tables, as the export has them.
  private func content(_ demo: Demo) throws -> [String] {
    let stack = try CampgroundStack(store: .inMemory(), timeZone: Demo.timeZone)
    try demo.make(on: stack)
    let exports = ExportService(managedObjectContext: stack.mainContext, storeStack: stack)
    return try exports.withSnapshot { snapshot in
      var rows: [String] = []
      for table in snapshot.tables {
        try snapshot.read(table) { batch in
          rows += batch.map { row in "\(table.name): \(row)" }
        }
      }
      return rows
    }
  }

  func testTheSameSeedMakesTheSameStore() async throws {
    let first = try content(demo())
    XCTAssertGreaterThan(first.count, 1_000)
    let second = try content(demo())
    let difference = zip(first, second).first { $0 != $1 }
    XCTAssertNil(difference, "\(difference.map { "\($0)" } ?? "")")
    XCTAssertEqual(first.count, second.count)
  }

  func testItIsMadeOnceForItsUserAloneAndLeavesNothingElse() async throws {
    let file = file()
    XCTAssertFalse(file.isMade)
    var fractions: [Double] = []
    try file.make { fractions.append($0) }
    XCTAssertTrue(file.isMade)
    XCTAssertEqual(fractions, fractions.sorted())
    XCTAssertEqual(fractions.last, 1)
    XCTAssertEqual(try names(), ["demo-1.0-1-2026-07-15-short.sqlite"])
    XCTAssertEqual(try mode(file.original), 0o600)
    XCTAssertEqual(try mode(folder.url.appendingPathComponent("demos")), 0o700)
    let made = try Data(contentsOf: file.original)

    try file.copy()
    XCTAssertEqual(try mode(file.url), 0o600)
    let stack = try CampgroundStack(store: PersistentStoreDescription(url: file.url))
    XCTAssertEqual(try stack.mainContext.count(for: CampSite.fetchRequest()), 120)
    let campers = try stack.mainContext.count(for: Camper.fetchRequest())
    _ = try CamperService(managedObjectContext: stack.mainContext, storeStack: stack)
      .addCamper("Ada Rivera", phoneNumber: nil)
    try stack.close()

    // What was tried is still there, and the original as it was.
    try file.copy()
    let again = try CampgroundStack(store: PersistentStoreDescription(url: file.url))
    XCTAssertEqual(try again.mainContext.count(for: Camper.fetchRequest()), campers + 1)
    XCTAssertEqual(try Data(contentsOf: file.original), made)

    // Another shell begins again.
    try file.restart()
    _ = try again.refreshAfterForeignChanges()
    XCTAssertEqual(try again.mainContext.count(for: Camper.fetchRequest()), campers)
    try again.close()
    XCTAssertFalse(try names().contains { $0.hasPrefix("making-") })
  }

  func testMakingThatIsStoppedLeavesNothing() async throws {
    XCTAssertThrowsError(try file().make { _ in throw CancellationError() }) {
      XCTAssertTrue($0 is CancellationError)
    }
    XCTAssertEqual(try names(), [])
  }

  func testADemoReplacesThoseOfOtherDaysButNoneThatOthersMake() async throws {
    let demos = folder.url.appendingPathComponent("demos")
    try FileManager.default.createDirectory(at: demos, withIntermediateDirectories: true)
    let others = [
      "demo-1.0-1-2026-07-14.sqlite", "tried-1.0-1-2026-07-14.sqlite",
      "tried-1.0-1-2026-07-14.sqlite-wal", "demo-0.9-1-2026-07-15.sqlite",
      "making-1.0-1-2026-07-14-99999999.sqlite", "making-1.0-1-2026-07-15-99999999.sqlite-wal",
    ]
    let mine = "making-1.0-1-2026-07-14-\(getpid()).sqlite"
    for name in others + [mine, "history"] {
      try Data().write(to: demos.appendingPathComponent(name))
    }
    let file = file()
    var isFirst = true
    // Another process makes the same demo, and is faster: what people try is in its copy.
    try file.make { _ in
      if isFirst { try Data("theirs".utf8).write(to: file.original) }
      isFirst = false
    }
    XCTAssertEqual(try Data(contentsOf: file.original), Data("theirs".utf8))
    XCTAssertEqual(
      try names(), ["demo-1.0-1-2026-07-15-short.sqlite", "history", mine].sorted())
  }

  func testALeapDayInWinterCanBeMade() async throws {
    let stack = try CampgroundStack(store: .inMemory(), timeZone: Demo.timeZone)
    try demo(on: CalendarDate(year: 2028, month: 2, day: 29)).make(on: stack)
    XCTAssertGreaterThan(try stack.mainContext.count(for: Reservation.fetchRequest()), 40)
    try stack.close()
  }
}
