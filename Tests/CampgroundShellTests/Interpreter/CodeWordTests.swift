import Campground
import TestSupport
import XCTest

@testable import CampgroundShell

/// Words with the form of a code mean what has that code, or nothing.
final class CodeWordTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 1 rate 40; campsite add 15; camper add \"Walt 1 Simmons\"")
    try run("camper add \"Sue 1 Ann\"; camper add \"Fred 2 Oh\"; camper add \"Ted Baker\"")
    try run("reserve 1 for Walt from 2026-06-15 nights 3")
    session.format = .plain
  }

  func testTheFormsOfCodes() {
    let kinds: [String: CodeWord.Kind] = [
      "R-1": .reservation, "r-12": .reservation, "S-7": .sale, "w-3": .waitlistEntry,
      "F-40": .folio, "V-HFMV-KX79": .voucher, "v-hfmv-kx79": .voucher, "W-new1": .waitlistEntry,
    ]
    for (word, kind) in kinds { XCTAssertEqual(CodeWord(word)?.kind, kind, word) }
    XCTAssertEqual(CodeWord("v-hfmv-kx79")?.code, "V-HFMV-KX79")
    for word in ["R1", "R-", "A-1", "15", "Walt", "V-1", "S-1a", "site S-1", "", "R-1-2"] {
      XCTAssertNil(CodeWord(word), word)
    }
  }

  func testACodeOfSomethingElseIsNamedAndNoGuestIsCharged() async throws {
    try run("waitlist add Ted from 2026-06-16 nights 1 anyway; sale add 5 item tip; voucher add 30")
    let voucher = try rows("voucher list").prefix { $0 != "\t" }
    let faults: [(String, String, String?)] = [
      (
        "pay W-1 20 cash", "W-1 is the waitlist entry of Ted Baker, not a reservation",
        "\"waitlist show W-1\" shows it"
      ),
      (
        "invoice S-1", "S-1 is the sale of tip, not a reservation", "\"sale show S-1\" shows it"
      ),
      (
        "pay \(voucher) 20 cash", "\(voucher) is a voucher, not a reservation",
        "\"voucher show \(voucher)\" shows it"
      ),
      ("pay W-2 20 cash", "no waitlist entry W-2", nil),
      ("cancel s-9", "no sale S-9", nil),
      ("checkin F-99", "no folio F-99", nil),
      ("pay R-9 20 cash", "no reservation R-9", nil),
      ("camper show S-1", "no camper \"S-1\"", "\"camper list\" lists campers"),
      ("reserve 15 for W-1 from friday nights 1", "no camper \"W-1\"", nil),
    ]
    for (text, message, hint) in faults {
      let error = try failure(text)
      XCTAssertEqual(error.message, message, text)
      if let hint { XCTAssertEqual(error.hint, hint, text) }
    }
    try run("charge R-1 5 wood")
    let folio = try XCTUnwrap(
      try run("folio R-1").firstMatch(of: /F-[0-9]+/).map { String($0.output) })
    XCTAssertEqual(
      try failure("pay \(folio) 20 cash").message, "\(folio) is a folio, not a reservation")
    XCTAssertEqual(try failure("pay \(folio) 20 cash").hint, "did you mean \"R-1\"?")
    XCTAssertFalse(try run("folio R-1 lines").contains("Payment"))
  }

  func testNothingNewIsCalledLikeACode() async throws {
    for (text, message) in [
      (
        "campsite add S-1",
        "a campsite cannot be called S-1: that is how the code of a sale looks"
      ),
      (
        "campsite edit 15 name r-3",
        "a campsite cannot be called r-3: that is how the code of a reservation looks"
      ),
      (
        "camper add W-1",
        "a camper cannot be called W-1: that is how the code of a waitlist entry looks"
      ),
      (
        "camper edit Ted name F-1",
        "a camper cannot be called F-1: that is how the code of a folio looks"
      ),
      (
        "group book V-AAAA-1111 sites 15 for Ted from 2026-07-01 nights 1",
        "a group cannot be called V-AAAA-1111: that is how the code of a voucher looks"
      ),
    ] {
      let error = try failure(text)
      XCTAssertEqual(error.message, message)
      XCTAssertEqual(error.hint, "choose another name")
    }
    XCTAssertTrue(try run("campsite add S1").hasPrefix("Added site S1"))
  }

  func testASiteThatWasCalledLikeACodeIsWrittenWithItsNoun() async throws {
    let site = try XCTUnwrap(try session.campSites.find("15"))
    site.name = "S-1"
    try stack.mainContext.saveThrough()
    try run("reserve site S-1 for Ted from 2026-06-15 nights 1 price 30; checkin site S-1")
    XCTAssertTrue(try run("inhouse").contains("Ted Baker"))
    let error = try failure("checkout S-1")
    XCTAssertEqual(error.message, "no sale S-1")
    XCTAssertEqual(error.hint, "for the site of that name, write site S-1")
    XCTAssertTrue(try run("pay site S-1 30 cash").hasPrefix("Paid $30.00 by cash for R-2"))
    XCTAssertTrue(try run("checkout site S-1").hasPrefix("Checked out R-2"))
    XCTAssertTrue(try run("checkin site 1").hasPrefix("Checked in R-1"))
  }
}
