import XCTest

@testable import CampgroundShell

/// What is wrong with a `watch` is shown where it stands, with a repair.
final class WatchFaultTests: SessionTestCase {
  private func check(
    _ command: String, _ message: String, at column: Int, hint: String?,
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let error = try failure(command, file: file, line: line)
    XCTAssertEqual(error.message, message, file: file, line: line)
    XCTAssertEqual(error.column, column, file: file, line: line)
    XCTAssertEqual(error.hint, hint, file: file, line: line)
  }

  func testTheEntity() async throws {
    try check(
      "watch Campr", "there is no entity \"Campr\"", at: 7, hint: "did you mean \"Camper\"?")
    XCTAssertEqual(try failure("watch").message, "query watch needs ENTITY (entity)")
  }

  func testTheKeyOfTheSections() async throws {
    try check(
      "watch Reservation by stats", "Reservation has no \"stats\"", at: 22,
      hint: "did you mean status?")
    try check(
      "watch Reservation by campSite.lop", "CampSite has no \"lop\"", at: 31,
      hint: "did you mean loop?")
    try check(
      "watch Reservation by status desc",
      "by takes one key and nothing after it, not \"desc\"", at: 29,
      hint: "write by status sort status desc")
    try check(
      "watch Reservation by status, number", "by takes one key", at: 30,
      hint: "give further keys to sort")
    try check(
      "watch Reservation by , number", "by needs a key here", at: 22, hint: "write by KEY")
    try check(
      "watch Reservation by", "by needs a value (key that the rows of a section share)",
      at: 21, hint: "write it like watch Reservation by status; see \"help query watch\"")
    let hint = "by takes an attribute, or a path to one through to-one relationships"
    try check(
      "watch Camper by reservations",
      "reservations is a to-many relationship, which has no single value", at: 17, hint: hint)
    try check(
      "watch Camper by year(madeAt)", "\"year(madeAt)\" is not a key path", at: 17, hint: hint)
  }

  func testTheTime() async throws {
    try check(
      "watch Camper for ever", "for expects a whole number, not \"ever\"", at: 18, hint: nil)
    try check(
      "watch Camper for -1", "for expects a whole number from 0 to 31536000, not -1", at: 18,
      hint: nil)
  }

  func testTheOtherClauses() async throws {
    try check(
      "watch Camper where fulName == 1", "Camper has no \"fulName\"", at: 20,
      hint: "did you mean fullName?")
    try check(
      "watch Camper sort fulName", "Camper has no \"fulName\"", at: 19,
      hint: "did you mean fullName?")
    try check(
      "watch Camper limit 3", "query watch does not expect \"limit\" here", at: 14,
      hint: "options: by, where, sort, for")
  }
}
