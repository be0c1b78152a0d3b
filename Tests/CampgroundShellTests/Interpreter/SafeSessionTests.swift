import CommandKit
import Foundation
import XCTest

@testable import CampgroundShell

/// A session that reaches nothing but its store.
final class SafeSessionTests: SessionTestCase {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("SafeSessionTests-\(UUID())").path

  override func setUp() async throws {
    try await super.setUp()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try run("campsite add 1 rate 40; employee add Bo; feed add office to \(folder)/office.ics")
    for file in ["in.csv", "in.camp", "in.ics"] {
      try "campsite add 2\n".write(
        toFile: "\(folder)/\(file)", atomically: true, encoding: .utf8)
    }
    session.isSafe = true
  }

  override func tearDown() async throws {
    try FileManager.default.removeItem(atPath: folder)
  }

  func testNoFileIsReadOrWritten() async throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for command in [
      ".output \(folder)/out.csv", ".once \(folder)/out.csv", ".read \(folder)/in.camp",
      ".log \(folder)/out.log", ".transcript \(folder)/out.md",
      "campsite list to \(folder)/out.csv", "export \(folder)/all", "export \(folder)/all.json",
      "import campsites \(folder)/in.csv", "import calendar \(folder)/in.ics site 1",
      "backup \(folder)", "backup", "backup list", "backup list \(folder)",
      "restore \(folder)/in.csv", "employee picture Bo set \(folder)/in.csv",
      "feed add other to \(folder)/other.ics",
    ] {
      let error = try failure(command)
      XCTAssertEqual(
        error.message, "a safe session reaches no files or programs other than its store",
        command)
    }
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder).sorted(), before)
  }

  func testFeedsAreNotWritten() async throws {
    try FileManager.default.removeItem(atPath: "\(folder)/office.ics")
    XCTAssertThrowsError(try run("feed write"))
    XCTAssertFalse(FileManager.default.fileExists(atPath: "\(folder)/office.ics"))
  }

  func testNothingIsMailed() async throws {
    session.isSafe = false
    try run(
      """
      campground edit email office@example.com outbox \(folder)
      camper add Ada email ada@example.com; reserve 1 for Ada from 2026-07-01 nights 1
      """)
    session.isSafe = true
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for command in ["send confirmation R-1", "outbox send"] {
      XCTAssertTrue(
        try failure(command).message.hasPrefix("a safe session reaches no files"), command)
    }
    XCTAssertThrowsError(try run("nightly"))
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder).sorted(), before)
  }

  func testTheStoreIsWorkedOnAsEver() async throws {
    try run("campsite add 2 rate 40; camper add Ada; .output csv")
    XCTAssertEqual(try rows("count CampSite"), "2\n")
  }
}
