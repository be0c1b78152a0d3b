import Campground
import XCTest

@testable import CampgroundShell

/// What can be done about an error of the business, in the commands of the shell.
final class FixTests: XCTestCase {
  private func check(
    _ hints: [(CampgroundError.Fix, String)], file: StaticString = #filePath, line: UInt = #line
  ) {
    for (fix, hint) in hints { XCTAssertEqual(fix.hint, hint, file: file, line: line) }
  }

  func testAdviceIsGivenAsItIs() {
    check([(.advice("choose another name"), "choose another name")])
  }

  func testListsAndPages() {
    check([
      (.list(.campers), "\"camper list\" lists campers"),
      (.list(.sites), "\"campsite list\" lists sites"),
      (.list(.closings), "\"block list\" lists the sites out of service"),
      (.list(.closedDays), "\"day list\" lists the closed days"),
      (.list(.stays), "\"reservation list\" lists the codes"),
      (.list(.groups), "\"group list\" lists groups"),
      (.list(.waits), "\"waitlist list\" lists who is waiting"),
      (.list(.vouchers), "\"voucher list open\" lists vouchers with money left"),
      (.list(.sales), "\"sale list\" lists sales"),
      (.showAvailability, "\"available\" lists free sites"),
      (.showOtherAvailability, "\"available\" lists other free sites"),
      (.showFitting, "\"available\" lists sites that fit"),
      (.showLines, "\"folio CODE\" lists the lines with their numbers"),
      (.showGroup, "\"group show NAME\" shows its stays"),
      (.showSeries("R-1"), "\"series show R-1\" shows its stays"),
      (.showWait("W-1"), "\"waitlist show W-1\" shows what happened to it"),
      (.showWishes("W-1"), "\"waitlist show W-1\" lists its wishes"),
    ])
  }

  func testWhatACampgroundHas() {
    check([
      (.addCampground, "add one with \"campground add\""),
      (
        .addCampgroundOtherwise(property: "currency"),
        "for another currency, add another campground: campground add NAME currency CODE"
      ),
      (
        .addCampgroundOtherwise(property: "taxIncluded"),
        "to price with taxes included, add another campground: campground add NAME "
          + "taxincluded yes"
      ),
      (.bookGroup, "add one with \"group book\""),
      (.addToGroup, "choose another name, or add the stays to this group with \"group add\""),
      (
        .addTax(group: "goods"),
        "a tax group begins with its first tax: tax add NAME 8% group goods"
      ),
      (
        .addItem("ice cream"),
        "enter an amount, or add the item: item add \"ice cream\" price AMOUNT"
      ),
      (.edit("class", "RV"), "\"campsite edit SITE class RV\" adds a site to it"),
      (.edit("policy", "Strict"), "\"policy edit Strict\" changes it"),
      (
        .edit("policy", "Strict", property: "class"),
        "\"policy edit Strict class none default yes\" makes it the default"
      ),
      (.edit("item", "ice", property: "stock"), "after a delivery: item edit ice stock N"),
      (.edit("item", "ice", property: "active"), "to sell it again: item edit ice active yes"),
      (
        .edit("employee", "Kasey", property: "active"),
        "if that is wrong: employee edit Kasey active yes"
      ),
      (
        .retire(site: "15"),
        "retire it with \"campsite retire 15 from DATE\", and delete it when these stays end"
      ),
      (.restore(site: "15"), "choose another site, or restore it with \"campsite restore 15\""),
      (.includeAll, "\"included 0\" charges for all of them"),
      (
        .use(campground: "Valley", noun: "site"),
        "switch to Valley with \"use\", and choose a site there"
      ),
    ])
  }

  func testStatesAndDatesOfStays() throws {
    check([
      (.overrideRules, "\"override\" books it anyway and records that"),
      (
        .bring("R-1", from: "Reserved", to: [.checkedIn, .canceled, .noShow]),
        "try \"checkin R-1\", \"cancel R-1\" or \"noshow R-1\""
      ),
      (.bring("R-1", from: "NoShow", to: [.reserved]), "try \"reinstate R-1\""),
      (
        .bring("R-1", from: "Requested", to: [.reserved, .declined, .expired]),
        "try \"accept R-1\", \"decline R-1\" or \"expire R-1\""
      ),
      (.bring("R-1", from: "Hold", to: [.requested, .reserved]), "try \"accept R-1\""),
      (.bring("R-1", from: "CheckedIn", to: [.checkedOut]), "try \"checkout R-1\""),
      (.accept("R-1"), "\"accept R-1\" assigns a site"),
      (.cancelBefore("R-1"), "cancel it before arrival with \"cancel R-1\""),
      (.cancelAlone("R-1"), "cancel it with \"cancel R-1\""),
      (.reinstate("R-1"), "\"reinstate R-1\" brings it back"),
      (.checkInEarly("R-1"), "\"checkin R-1 early\" moves the arrival to today"),
      (.checkOut("R-1"), "checkout R-1"),
      (.checkOutToday("R-1"), "\"checkout R-1\" ends the stay today"),
      (.undoCheckOut("R-1"), "undo a check-out from today with \"checkout R-1 undo\""),
      (.undoCheckOutFirst("R-1"), "undo the check-out first with \"checkout R-1 undo\""),
      (
        .undoCheckOutOrBook("R-1"),
        "undo a check-out from today with \"checkout R-1 undo\", or book another stay"
      ),
      (
        .noShowOrChangeDates("R-1"),
        "mark it with \"noshow R-1\", or change the dates with \"reservation dates R-1\""
      ),
      (.changeDatesFirst("R-1"), "change the dates first with \"reservation dates R-1\""),
      (
        .changeDates("R-1", from: try CalendarDate(parsing: "2026-06-15")),
        "change the dates with \"reservation dates R-1 from 2026-06-15 nights N\""
      ),
      (.extend("R-1"), "add nights first with \"reservation extend R-1\""),
      (
        .extendOrCheckOut("R-1"),
        "add nights first with \"reservation extend R-1\", or end the stay with \"checkout R-1\""
      ),
    ])
  }

  func testCampsitesOfStays() {
    check([
      (.move("R-1"), "\"reservation move R-1\" moves it to another site"),
      (.chooseSite("R-1"), "choose a site with \"reservation move R-1 to SITE\""),
      (.moveGuest("R-1"), "\"reservation move R-1\" moves the guest to another site"),
      (.moveRest("R-1"), "\"reservation move R-1\" moves the rest of the stay to another site"),
      (.moveToOneSite("R-1"), "move it to a single site first with \"reservation move R-1\""),
      (
        .moveTo("R-1", site: "9"),
        "\"reservation move R-1 to 9\" moves it there at that site's price"
      ),
      (.moveEither, "move one of them with \"reservation move\""),
      (
        .assign("R-1"),
        "\"assign R-1 SITE\" moves it to another site in its class; \"available\" lists free sites"
      ),
      (.assignByHand, "move stays by hand with \"assign\", or reserve a free site"),
      (
        .assignOrLock("R-1"),
        "\"assign R-1 SITE\" moves a stay, and \"lock R-1\" locks it to its site"
      ),
      (.unlock("R-1"), "unlock it with \"lock R-1 undo\""),
    ])
  }

  func testGroupsAndTheWaitlist() throws {
    let dates = try StayDates(arrival: CalendarDate(parsing: "2026-07-01"), nights: 2)
    check([
      (.leaveGroup("R-1"), "take it off first with \"group leave R-1\""),
      (.joinGroup("R-1"), "put it on one with \"group join R-1 to NAME\""),
      (
        .chargeAlone,
        "charge a canceled stay with \"charge CODE\"; \"group show NAME\" lists them"
      ),
      (
        .chargeRest("R-1"),
        "post a charge with \"charge R-1\"; for more nights, book another stay"
      ),
      (
        .addWish("W-1"),
        "add a wish to it with \"waitlist wish W-1\", or end it with \"waitlist withdraw W-1\""
      ),
      (.withdraw("W-1"), "\"waitlist withdraw W-1\" takes it off the waitlist"),
      (.askAgain("W-1"), "\"waitlist ask W-1\" makes offers to it again"),
      (.offerFree, "\"waitlist offer\" offers free sites"),
      (.waitAgain, "add them again with \"waitlist add\""),
      (
        .bookOrWait(.site("15"), camper: "Ada Ho", phone: nil, dates),
        "add \"anyway\" to wait regardless, or book it: reserve 15 for \"Ada Ho\" from "
          + "2026-07-01 nights 2"
      ),
      (
        .bookOrWait(.named("class", "RV"), camper: "Ada", phone: nil, dates),
        "add \"anyway\" to wait regardless, or book it: reserve class RV for Ada from "
          + "2026-07-01 nights 2"
      ),
    ])
  }

  func testMoney() throws {
    let day = try CalendarDate(parsing: "2026-06-15")
    check([
      (.postNights(day), "\"nightly 2026-06-15\" posts it"),
      (.leaveDayOut, "leave out \"on\" to post to the business day"),
      (.closeNextDay, "close the next day with \"day close\""),
      (
        .closeDay(CalendarDate(dayNumber: 0)),
        "\"day close 2001-01-01\" closes the first day, with all before it"
      ),
      (.reopenDay(CalendarDate(dayNumber: 0)), "\"day reopen 2001-01-01\" reopens that one"),
      (
        .reverseCharges,
        "reverse charges with \"reverse\" and sales with \"sale delete\""
      ),
      (
        .takeOffFirst,
        "take off what the guest should not pay first, with \"allowance\" or \"reverse\""
      ),
      (
        .takeOffOrExtend,
        "\"allowance\" takes an amount off the bill; \"reservation extend\" adds nights"
      ),
      (.sayQuantity, "to agree that price, add how many: quantity N"),
      (.deleteSale("S-1"), "\"sale delete S-1\" reverses all of it"),
      (.nameVoucher, "\"pay R-1 20 voucher V-CODE\""),
      (.replaceMeter, "add \"replaced\" if the meter is new"),
      (.nameMeterPayer("R-1", change: nil), "add \"for R-1\" to charge it all to R-1"),
      (
        .nameMeterPayer("R-1", change: day),
        "add \"for R-1\" to charge it all to R-1, or first enter the reading from the day the guests changed, with "
          + "\"on 2026-06-15\""
      ),
      (
        .undoUnsaved,
        "\"undo\" undoes your commands one by one, back to the one that deleted it"
      ),
    ])
  }
}
