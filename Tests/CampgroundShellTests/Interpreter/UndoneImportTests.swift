import Foundation
import TestSupport
import XCTest

/// An import that was undone leaves nothing behind that keeps the same file from being imported.
final class UndoneImportTests: SessionTestCase {
  func testAFileIsImportedAgainAfterItsImportWasUndone() async throws {
    let file = try temporaryFolder().file("bookings.csv").path
    try Data(
      """
      site,arrival,nights,guest,total,paid,confirmation number
      15,2026-07-01,2,Ana Rivera,90,40,BK-1
      15,2026-07-05,1,Bo Okafor,45,,BK-2

      """.utf8
    ).write(to: URL(fileURLWithPath: file))
    session.format = .plain
    try run("campsite add 15 rate 45")
    let first = try run("import reservations \"\(file)\"")
    XCTAssertTrue(first.hasPrefix("Imported 2 reservations"), first)
    XCTAssertTrue(
      try run("import reservations \"\(file)\"").contains("2 rows skipped"), "imported before")
    try run("undo")
    let again = try run("import reservations \"\(file)\"")
    XCTAssertTrue(again.hasPrefix("Imported 2 reservations"), again)
    XCTAssertFalse(again.contains("skipped"), again)
    XCTAssertTrue(try run("balances").contains("50.00"))
    XCTAssertFalse(notes.contains("policy"), notes)
    // Where others would have a policy, it is told that these have none.
    try run("undo; policy add Standard steps \"0+ all\"")
    try run("import reservations \"\(file)\"")
    XCTAssertTrue(notes.contains("imported stays have no cancellation policy"), notes)
  }
}
