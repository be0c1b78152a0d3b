import TestSupport
import XCTest

@testable import CampgroundShell

/// "none" clears a value, as empty text does, unless something in the store has that name.
final class ClearingTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run(
      "campground add Wawona timezone UTC; class add Big; season add Summer from 06-01 to 08-31")
    try run("campsite add 1-3,A1 type rv class Big loop Oak length 40 rate 45 note shady")
  }

  func testItClearsAPropertyOfSeveralSites() async throws {
    try run("campsite edit 1-3 rate none; campsite edit 1,2 class none loop none length none")
    try run("campsite edit 1 note none type None location none")
    XCTAssertEqual(
      try rows("fetch CampSite select name, rateMinor, loop, siteClass.name, note, type sort name"),
      "1\t\t\t\t\t\n2\t\t\t\tshady\trv\n3\t\tOak\tBig\tshady\trv\nA1\t4500\tOak\tBig\tshady\trv\n")
  }

  func testWhatHasThatNameIsMeant() async throws {
    try run("class add Nonelectric; campsite edit 1 class none")
    XCTAssertEqual(try rows("fetch CampSite select siteClass.name where name == '1'"), "\n")
    try run("class add None; campsite edit 2 class none")
    XCTAssertEqual(try rows("fetch CampSite select siteClass.name where name == '2'"), "None\n")
  }

  func testItClearsWhatIsKnownOfGuestsRulesAndStays() async throws {
    try run("camper add Ada phone 1 email ada@x.org; camper edit Ada phone none email none")
    XCTAssertEqual(try rows("fetch Camper select fullName, phoneNumber, email"), "Ada\t\t\n")
    try run("rate add Weekend 60 season Summer weekdays weekend class Big")
    try run("rate edit Weekend season none weekdays none class none")
    let rates = try run("rate list")
    for word in ["Summer", "Big", "fri"] { XCTAssertFalse(rates.contains(word), rates) }
    try run("policy add Lax steps \"0+ nothing\"; discount add Club 10%")
    try run("reserve A1 for Ada from 2026-07-01 nights 1 policy Lax discount Club note late")
    try run("reservation edit R-1 policy none discount none note none")
    XCTAssertEqual(try rows("fetch Reservation select policy, note"), "\t\n")
  }

  func testAValueStillHasToBeOne() async throws {
    XCTAssertThrowsError(try run("campsite edit 1 rate nothing"))
    XCTAssertThrowsError(try run("campsite edit 1 class nothing"))
  }
}
