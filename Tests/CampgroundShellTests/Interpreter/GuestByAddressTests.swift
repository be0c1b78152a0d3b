import TestSupport
import XCTest

@testable import CampgroundShell

/// A guest who books is known by the e-mail address, or by the phone number and the last name, as in
/// an import, and is new otherwise.
final class GuestByAddressTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run("campground add Wawona timezone UTC; campsite add 1-9 type rv rate 45")
  }

  private var campers: String {
    get throws {
      try rows("fetch Camper select fullName, phoneNumber, email sort fullName")
    }
  }

  func testANewGuestGetsBoth() async throws {
    for (index, command) in ["reserve 1", "hold 2", "request 3", "draft 4"].enumerated() {
      try run(
        "\(command) for Guest\(index) phone 1\(index) email g\(index)@x.org from today nights 1")
    }
    try run("walkin 5 for Guest4 phone 14 email g4@x.org nights 1")
    try run("waitlist add Guest5 phone 15 email g5@x.org from 2026-08-01 nights 1 anyway")
    XCTAssertEqual(
      try campers, (0...5).map { "Guest\($0)\t1\($0)\tg\($0)@x.org\n" }.joined())
  }

  func testAnAddressAloneIsEnoughForANewGuest() async throws {
    try run("reserve 1 for \"Ada Rivera\" email ada@x.org from today nights 1")
    XCTAssertEqual(try campers, "Ada Rivera\t\tada@x.org\n")
    try run("reserve 2 for \"ada rivera\" email ADA@x.org from today nights 1")
    XCTAssertEqual(try campers, "Ada Rivera\t\tada@x.org\n")
    XCTAssertFalse(notes.contains("the guest is"), notes)
  }

  func testAGuestIsKnownByTheAddressOrByTheNumberAndTheLastName() async throws {
    try run("camper add \"Ada Rivera\" phone 408-555-1234 email ada@x.org")
    try run("reserve 1 for \"A. Rivera\" email Ada@X.org from today nights 1")
    XCTAssertTrue(
      notes.contains("the guest is Ada Rivera, who has 408-555-1234 and ada@x.org"), notes)
    try run("reserve 2 for \"Tom Rivera\" phone \"(408) 555 1234\" from today nights 1")
    XCTAssertEqual(try campers, "Ada Rivera\t408-555-1234\tada@x.org\n")
    try run("reserve 3 for \"Tom Baker\" phone 4085551234 from today nights 1")
    XCTAssertEqual(
      try campers, "Ada Rivera\t408-555-1234\tada@x.org\nTom Baker\t4085551234\t\n")
  }

  func testANameAloneIsNotEnoughWhereAnAddressDiffers() async throws {
    try run("camper add Ada email ada@x.org; camper add Bob")
    try run("reserve 1 for Ada email other@x.org from today nights 1")
    try run("reserve 2 for Bob email bob@x.org from today nights 1")
    XCTAssertEqual(
      try rows("fetch Camper select fullName, email sort fullName, email"),
      "Ada\tada@x.org\nAda\tother@x.org\nBob\t\n")
  }
}
