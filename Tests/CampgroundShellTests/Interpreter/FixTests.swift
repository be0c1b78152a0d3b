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
      (.list(.campers), "\"camper list\" tells who there is"),
      (.list(.sites), "\"campsite list\" tells which there are"),
      (.list(.closings), "\"block list\" tells what is closed, and when"),
      (.list(.stays), "\"reservation list\" tells the codes"),
      (.list(.groups), "\"group list\" tells which there are"),
      (.list(.waits), "\"waitlist list\" tells who waits"),
      (.list(.vouchers), "\"voucher list open\" lists those of which something is left"),
      (.list(.sales), "\"sale list\" lists the sales"),
      (.showAvailability, "\"available\" lists what is free"),
      (.showOtherAvailability, "\"available\" lists what else is free"),
      (.showFitting, "\"available\" lists what fits"),
      (.showLines, "\"folio CODE\" lists lines with their numbers"),
      (.showGroup, "\"group show NAME\" tells how its stays are"),
      (.showSeries("R-1"), "\"series show R-1\" tells how its stays are"),
      (.showWait("W-1"), "\"waitlist show W-1\" tells what became of it"),
      (.showWishes("W-1"), "\"waitlist show W-1\" lists the wishes"),
    ])
  }

  func testWhatACampgroundHas() {
    check([
      (.addCampground, "\"campground add\" makes one"),
      (
        .addCampgroundOtherwise(property: "currency"),
        "another currency needs a campground of its own: campground add NAME currency CODE"
      ),
      (
        .addCampgroundOtherwise(property: "taxIncluded"),
        "prices that count taxes otherwise need a campground of their own: campground add NAME "
          + "taxincluded yes"
      ),
      (.bookGroup, "\"group book\" makes one"),
      (.addToGroup, "choose another name, or add the stays to it with \"group add\""),
      (.addTax(group: "goods"), "a tax makes its group: tax add NAME 8% group goods"),
      (
        .addItem("ice cream"),
        "name an amount, or add the item: item add \"ice cream\" price AMOUNT"
      ),
      (.edit("class", "RV"), "\"campsite edit SITE class RV\" puts a site into it"),
      (.edit("policy", "Strict"), "\"policy edit Strict\" changes it"),
      (
        .edit("policy", "Strict", property: "class"),
        "\"policy edit Strict class \"\" default yes\" makes it that of all"
      ),
      (.edit("item", "ice", property: "stock"), "after a delivery: item edit ice stock N"),
      (.edit("item", "ice", property: "active"), "to sell it again: item edit ice active yes"),
      (
        .edit("employee", "Kasey", property: "active"),
        "if that is wrong: employee edit Kasey active yes"
      ),
      (
        .retire(site: "15"),
        "\"campsite retire 15 from DATE\" lets it no more; delete it when they are gone"
      ),
      (.restore(site: "15"), "choose another one, or \"campsite restore 15\" lets it again"),
      (.includeAll, "\"included 0\" is for all of them"),
      (.use(campground: "Valley", noun: "site"), "\"use\" goes to Valley; name a site there"),
    ])
  }

  func testStatesAndDatesOfStays() throws {
    check([
      (.overrideRules, "\"override\" takes it all the same and keeps a record of it"),
      (
        .bring("R-1", from: "Reserved", to: [.checkedIn, .canceled, .noShow]),
        "there is checkin R-1, cancel R-1, noshow R-1"
      ),
      (.bring("R-1", from: "NoShow", to: [.reserved]), "there is reinstate R-1"),
      (
        .bring("R-1", from: "Requested", to: [.reserved, .declined, .expired]),
        "there is accept R-1, decline R-1, expire R-1"
      ),
      (.bring("R-1", from: "Hold", to: [.requested, .reserved]), "there is accept R-1"),
      (.bring("R-1", from: "CheckedIn", to: [.checkedOut]), "there is checkout R-1"),
      (.accept("R-1"), "\"accept R-1\" gives it one"),
      (.cancelBefore("R-1"), "\"cancel R-1\" calls it off before"),
      (.cancelAlone("R-1"), "\"cancel R-1\" calls it off alone"),
      (.reinstate("R-1"), "\"reinstate R-1\" makes it valid again"),
      (.checkInEarly("R-1"), "\"checkin R-1 early\" moves the arrival to today"),
      (.checkOut("R-1"), "checkout R-1"),
      (.checkOutToday("R-1"), "\"checkout R-1\" ends the stay today"),
      (.takeBackCheckOut("R-1"), "\"checkout R-1 undo\" takes a check-out of today back"),
      (.takeBackCheckOutFirst("R-1"), "\"checkout R-1 undo\" takes the check-out back first"),
      (
        .takeBackCheckOutOrBook("R-1"),
        "\"checkout R-1 undo\" takes a check-out of today back, or book another stay"
      ),
      (
        .noShowOrChangeDates("R-1"),
        "noshow R-1, or give it other dates with reservation dates R-1"
      ),
      (.changeDatesFirst("R-1"), "\"reservation dates R-1\" gives the stay other dates first"),
      (
        .changeDates("R-1", from: try CalendarDate(parsing: "2026-06-15")),
        "\"reservation dates R-1 from 2026-06-15 nights N\" gives the stay other dates"
      ),
      (.extend("R-1"), "\"reservation extend R-1\" adds nights first"),
      (
        .extendOrCheckOut("R-1"),
        "\"reservation extend R-1\" adds nights first, \"checkout R-1\" ends it"
      ),
    ])
  }

  func testCampsitesOfStays() {
    check([
      (.move("R-1"), "\"reservation move R-1\" puts it on another site"),
      (.moveGuest("R-1"), "\"reservation move R-1\" puts the guest on another site"),
      (.moveRest("R-1"), "\"reservation move R-1\" puts what is to come on another site"),
      (.moveToOneSite("R-1"), "\"reservation move R-1\" puts it on one site first"),
      (
        .moveTo("R-1", site: "9"),
        "\"reservation move R-1 to 9\" chooses it, at its own price"
      ),
      (.moveEither, "\"reservation move\" puts one of them elsewhere"),
      (
        .assign("R-1"),
        "\"assign R-1 SITE\" puts it on another site of its class, \"available\" lists what is free"
      ),
      (.assignByHand, "\"assign\" moves stays by hand, or reserve a site that is free"),
      (
        .assignOrLock("R-1"),
        "\"assign R-1 SITE\" puts a stay elsewhere, and \"lock R-1\" promises it the site"
      ),
      (.unlock("R-1"), "\"lock R-1 undo\" lets it be moved"),
    ])
  }

  func testGroupsAndTheWaitlist() throws {
    let dates = try StayDates(arrival: CalendarDate(parsing: "2026-07-01"), nights: 2)
    check([
      (.leaveGroup("R-1"), "\"group leave R-1\" takes it off first"),
      (.joinGroup("R-1"), "\"group join R-1 to NAME\" puts it on one"),
      (
        .chargeAlone,
        "\"charge CODE\" charges a stay that was called off; \"group show NAME\" lists them"
      ),
      (
        .chargeRest("R-1"),
        "\"charge R-1\" charges what is still to be paid; nights need another stay"
      ),
      (
        .addWish("W-1"),
        "\"waitlist wish W-1\" adds a wish to it, \"waitlist withdraw W-1\" ends it"
      ),
      (.withdraw("W-1"), "\"waitlist withdraw W-1\" ends the waiting"),
      (.askAgain("W-1"), "\"waitlist ask W-1\" lets it be offered something again"),
      (.offerFree, "\"waitlist offer\" offers what is free"),
      (.waitAgain, "\"waitlist add\" puts them on it again"),
      (
        .bookOrWait(.site("15"), camper: "Ada Ho", dates),
        "\"anyway\" lets them wait all the same; this books it: reserve 15 for \"Ada Ho\" from "
          + "2026-07-01 nights 2"
      ),
      (
        .bookOrWait(.named("class", "RV"), camper: "Ada", dates),
        "\"anyway\" lets them wait all the same; this books it: reserve class RV for Ada from "
          + "2026-07-01 nights 2"
      ),
    ])
  }

  func testMoney() throws {
    let day = try CalendarDate(parsing: "2026-06-15")
    check([
      (.postNights(day), "\"nightly 2026-06-15\" posts it"),
      (.leaveDayOut, "without on it is written for the business day"),
      (.closeNextDay, "\"day close\" closes the next one"),
      (
        .takeBackCharges,
        "what was charged by hand or sold is taken back by reverse or sale delete"
      ),
      (
        .takeOffFirst,
        "what the guest is not to pay is taken off the bill first, by allowance or reverse"
      ),
      (
        .takeOffOrExtend,
        "allowance takes an amount off the bill, reservation extend adds nights"
      ),
      (.deleteSale("S-1"), "\"sale delete S-1\" takes all of it back"),
      (.nameVoucher, "\"pay R-1 20 voucher reference V-CODE\""),
      (.replaceMeter, "add replaced where the meter is a new one"),
      (.nameMeterPayer("R-1", change: nil), "add \"for R-1\" where it pays for all of it"),
      (
        .nameMeterPayer("R-1", change: day),
        "add \"for R-1\" where it pays for all of it; a reading of the change comes first, with "
          + "\"on 2026-06-15\""
      ),
      (
        .undoUnsaved,
        "\"undo\" takes your commands back one by one, up to the one that deleted it"
      ),
    ])
  }
}
