import XCTest

@testable import CampgroundShell

/// What is known of guests and of the campground beside their names, and where it is printed.
final class GuestDetailsTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campground add Wawona timezone UTC; campsite add 15 rate 40")
    session.format = .plain
  }

  private let guest =
    "camper add Ada phone 1 address \"1 Main Street\" plates 8ABC123 length 32 note \"late riser\""

  func testAGuestHasAnAddressPlatesARigAndANote() async throws {
    try run(guest)
    XCTAssertEqual(
      try rows("camper show Ada"),
      "camper\tAda\nphone\t1\naddress\t1 Main Street\nplates\t8ABC123\nlength\t32\n"
        + "note\tlate riser\n")
    try run("camper edit Ada length 40 note \"\"")
    XCTAssertEqual(
      try rows("camper show Ada"),
      "camper\tAda\nphone\t1\naddress\t1 Main Street\nplates\t8ABC123\nlength\t40\n")
    try run("camper edit Ada address \"\" plates \"\" length \"\"")
    XCTAssertEqual(try rows("camper show Ada"), "camper\tAda\nphone\t1\n")
  }

  func testAGuestIsFoundByThePlates() async throws {
    try run(guest)
    XCTAssertTrue(try run("find 8ABC").contains("Ada"))
  }

  func testPapersHaveBothAddresses() async throws {
    try run(guest)
    try run("campground edit address \"12 Creek Road\" phone 209-555-0100")
    try run("reserve 15 for Ada from 2026-07-01 nights 1")
    try run("group book Crew sites 15 for Ada from 2026-07-02 nights 1")
    for paper in ["confirmation R-1", "receipt R-1", "group confirmation Crew"] {
      let rows = try run(paper).split(separator: "\n").map(String.init)
      XCTAssertEqual(Array(rows[1...2]), ["12 Creek Road", "209-555-0100"], paper)
      XCTAssertTrue(rows[3].hasPrefix("==="), paper)
      XCTAssertTrue(rows.contains { $0.trimmingCharacters(in: .whitespaces) == "1 Main Street" })
    }
    XCTAssertTrue(
      try run("confirmation R-1 format html").contains(
        "<p class=\"campground\">Wawona<br>12 Creek Road<br>209-555-0100</p>"))
    try run("campground edit address \"\" phone \"\"")
    XCTAssertTrue(try run("confirmation R-1").split(separator: "\n")[1].hasPrefix("==="))
  }

  func testAnAddressIsOnALine() async throws {
    XCTAssertThrowsError(try run("campground edit address \"a\\nb\""))
    XCTAssertThrowsError(try run("camper add Ada address \"a\\nb\""))
    XCTAssertEqual(try run("count Camper"), "0\n")
  }
}
