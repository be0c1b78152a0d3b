import Foundation
import XCTest

@testable import CampgroundBenchmark

/// The benchmark compares the engine with plain SQL that does the same: both sides leave the same
/// rows.
@MainActor
final class ComparedRowsTests: XCTestCase {
  private var folder = FileManager.default.temporaryDirectory

  override func setUp() async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDown() async throws { try FileManager.default.removeItem(at: folder) }

  func testADayAtTheDesk() async throws {
    let rounds = try DeskRounds(
      folder: folder, store: DeskStore(siteCount: 8, years: 1), count: 20)
    XCTAssertEqual(try rounds.run([.raw, .engine]).map(\.side), [.raw, .engine])
  }

  func testTheNightAudit() async throws {
    let rounds = try NightlyRounds(folder: folder)
    XCTAssertEqual(try rounds.run([.engine, .raw]).map(\.side), [.engine, .raw])
  }
}
