import Foundation
import Rendering
import XCTest

@testable import CampgroundShell

/// What other programs read: each answer is JSON from its first character to its last.
final class AnswerForProgramsTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campground add Wawona timezone UTC; campsite add 1 rate 40; campsite add 2 rate 60")
    try run("camper add Ana")
    session.format = .json
  }

  /// The rows of an answer.
  private func records(_ command: String) throws -> [[String: Any]] {
    let text = try run(command)
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try XCTUnwrap(value as? [[String: Any]], text)
  }

  private func codes(_ command: String) throws -> [String?] {
    try records(command).map { $0["code"] as? String }
  }

  func testWhatIsDoneToAGroupIsARowForEachStay() async throws {
    try run("group book G sites 1,2 for Ana from 2026-06-15 nights 1")
    let checkedIn = try records("group checkin G")
    XCTAssertEqual(checkedIn.map { $0["code"] as? String }, ["R-1", "R-2"])
    XCTAssertEqual(checkedIn.map { $0["status"] as? String }, ["CheckedIn", "CheckedIn"])
    XCTAssertEqual(try codes("group checkout G"), ["R-1", "R-2"])
    try run("group book H sites 1,2 for Ana from 2026-08-01 nights 1")
    XCTAssertEqual(
      try records("group cancel H").map { $0["status"] as? String },
      ["Canceled", "Canceled"])
  }

  func testASeriesAndASwapAreRowsToo() async throws {
    try run("reserve 1 for Ana from 2026-07-20 nights 2 every week times 2")
    XCTAssertEqual(try codes("series cancel R-1"), ["R-1", "R-2"])
    try run(
      "reserve 1 for Ana from 2026-09-01 nights 2; reserve 2 for Ana from 2026-09-01 nights 2")
    XCTAssertEqual(try codes("reservation swap R-3 with R-4 dry-run"), ["R-3", "R-4"])
    XCTAssertEqual(try codes("reservation swap R-3 with R-4"), ["R-3", "R-4"])
  }

  func testAStayOnTwoSitesIsToldAsAWhole() async throws {
    let stay = try XCTUnwrap(
      try records("reserve 1 for Ana from 2026-07-20 nights 2 then 2 on 2026-07-21").first)
    XCTAssertEqual(stay["site"] as? String, "1, then 2 from 2026-07-21")
    XCTAssertEqual(stay["to"] as? String, "2026-07-22")
    XCTAssertEqual(stay["nights"] as? Int, 2)
    // 40 on the one site and 60 on the other.
    XCTAssertEqual(stay["total"] as? Double, 100)
  }

  func testABookingTellsItsDepositAndACancellationWhatIsKept() async throws {
    try run("policy add P steps \"0-6 nights 1, 7+ nothing\" grace 0 default yes")
    try run("deposit add Night nights 1")
    let stay = try XCTUnwrap(try records("reserve 1 for Ana from 2026-06-18 nights 2").first)
    XCTAssertEqual(stay["deposit"] as? Double, 40)
    XCTAssertNotNil(stay["deposit_due"] as? String)
    let canceled = try XCTUnwrap(try records("cancel R-1").first)
    XCTAssertEqual(canceled["policy"] as? String, "P")
    XCTAssertTrue((canceled["terms"] as? String ?? "").contains("P"), "\(canceled)")
  }

  func testPapersAndExplanationsAreTheTextOfARecord() async throws {
    try run("reserve 1 for Ana from 2026-07-20 nights 2")
    let paper = try XCTUnwrap(try records("receipt R-1").first)
    XCTAssertEqual(paper["title"] as? String, "Receipt R-1")
    XCTAssertEqual((paper["sections"] as? [[String: Any]])?.count, 2)
    let page = try XCTUnwrap(try records("confirmation R-1 format html").first)
    XCTAssertTrue((page["html"] as? String ?? "").hasPrefix("<!"), "\(page)")
    let explained = try XCTUnwrap(try records("query explain fetch Camper").first)
    XCTAssertTrue((explained["explanation"] as? String ?? "").contains("Camper"), "\(explained)")
  }
}
