import Campground
import CommandKit

extension CampgroundError {
  /// How to fix the error in the shell, as a phrase without a period; nil if the reason says it
  /// all.
  var hint: String? { fix?.hint }
}

extension CampgroundError.Fix {
  /// The fix in terms of the shell's commands.
  var hint: String {
    switch self {
    case .advice(let words): words
    case .list(let listing): listing.hint
    case .showAvailability: "\"available\" lists free sites"
    case .showOtherAvailability: "\"available\" lists other free sites"
    case .showFitting: "\"available\" lists sites that fit"
    case .showLines: "\"folio CODE\" lists the lines with their numbers"
    case .showGroup: "\"group show NAME\" shows its stays"
    case .showSeries(let code): "\"series show \(code)\" shows its stays"
    case .showWait(let code): "\"waitlist show \(code)\" shows what happened to it"
    case .showWishes(let code): "\"waitlist show \(code)\" lists its wishes"

    case .addCampground: "add one with \"campground add\""
    case .addCampgroundOtherwise("taxIncluded"):
      "to price with taxes included, add another campground: campground add NAME "
        + "taxincluded yes"
    case .addCampgroundOtherwise(let property):
      "for another \(property), add another campground: campground add NAME \(property) CODE"
    case .bookGroup: "add one with \"group book\""
    case .addToGroup: "choose another name, or add the stays to this group with \"group add\""
    case .addTax(let group):
      "a tax group begins with its first tax: tax add NAME 8% group \(CommandText.quoted(group))"
    case .addItem(let name):
      "enter an amount, or add the item: item add \(CommandText.quoted(name)) price AMOUNT"
    case .edit("class", let name, _):
      "\"campsite edit SITE class \(CommandText.quoted(name))\" adds a site to it"
    case .edit("policy", let name, nil): "\"policy edit \(CommandText.quoted(name))\" changes it"
    case .edit("policy", let name, _):
      "\"policy edit \(CommandText.quoted(name)) class none default yes\" makes it the default"
    case .edit(let noun, let name, "stock"):
      "after a delivery: \(noun) edit \(CommandText.quoted(name)) stock N"
    case .edit("employee", let name, _):
      "if that is wrong: employee edit \(CommandText.quoted(name)) active yes"
    case .edit(let noun, let name, _):
      "to sell it again: \(noun) edit \(CommandText.quoted(name)) active yes"
    case .retire(let site):
      "retire it with \"campsite retire \(CommandText.quoted(site)) from DATE\", and delete it when "
        + "these stays end"
    case .restore(let site):
      "choose another site, or restore it with \"campsite restore \(CommandText.quoted(site))\""
    case .includeAll: "\"included 0\" charges for all of them"

    case .overrideRules: "\"override\" books it anyway and records that"
    case .bring(let code, let from, let states):
      "try "
        + states.compactMap { state in command(to: state, from: from).map { "\"\($0) \(code)\"" } }
        .listedToTheLast(by: "or")
    case .accept(let code): "\"accept \(code)\" assigns a site"
    case .cancelBefore(let code): "cancel it before arrival with \"cancel \(code)\""
    case .cancelAlone(let code): "cancel it with \"cancel \(code)\""
    case .reinstate(let code): "\"reinstate \(code)\" brings it back"
    case .checkInEarly(let code): "\"checkin \(code) early\" moves the arrival to today"
    case .checkOut(let code): "checkout \(code)"
    case .priceNights(let code):
      "reservation edit \(code) price AMOUNT unpriced; or leave them free: checkout \(code) unpriced"
    case .checkOutToday(let code): "\"checkout \(code)\" ends the stay today"
    case .undoCheckOut(let code): "undo a check-out from today with \"checkout \(code) undo\""
    case .undoCheckOutFirst(let code):
      "undo the check-out first with \"checkout \(code) undo\""
    case .undoCheckOutOrBook(let code):
      "undo a check-out from today with \"checkout \(code) undo\", or book another stay"
    case .noShowOrChangeDates(let code):
      "mark it with \"noshow \(code)\", or change the dates with \"reservation dates \(code)\""
    case .changeDatesFirst(let code):
      "change the dates first with \"reservation dates \(code)\""
    case .changeDates(let code, let day):
      "change the dates with \"reservation dates \(code) from \(day) nights N\""
    case .extend(let code): "add nights first with \"reservation extend \(code)\""
    case .extendOrCheckOut(let code):
      "add nights first with \"reservation extend \(code)\", or end the stay with \"checkout \(code)\""

    case .move(let code): "\"reservation move \(code)\" moves it to another site"
    case .chooseSite(let code): "choose a site with \"reservation move \(code) to SITE\""
    case .moveGuest(let code): "\"reservation move \(code)\" moves the guest to another site"
    case .moveRest(let code):
      "\"reservation move \(code)\" moves the rest of the stay to another site"
    case .moveToOneSite(let code):
      "move it to a single site first with \"reservation move \(code)\""
    case .moveTo(let code, let site):
      "\"reservation move \(code) to \(CommandText.quoted(site))\" moves it there at that site's price"
    case .moveEither: "move one of them with \"reservation move\""
    case .assign(let code):
      "\"assign \(code) SITE\" moves it to another site in its class; \"available\" lists free "
        + "sites"
    case .assignByHand: "move stays by hand with \"assign\", or reserve a free site"
    case .assignOrLock(let code):
      "\"assign \(code) SITE\" moves a stay, and \"lock \(code)\" locks it to its site"
    case .unlock(let code): "unlock it with \"lock \(code) undo\""

    case .leaveGroup(let code): "take it off first with \"group leave \(code)\""
    case .joinGroup(let code): "put it on one with \"group join \(code) to NAME\""
    case .chargeAlone:
      "charge a canceled stay with \"charge CODE\"; \"group show NAME\" lists them"
    case .chargeRest(let code):
      "post a charge with \"charge \(code)\"; for more nights, book another stay"
    case .use(let campground, let noun):
      "switch to \(campground) with \"use\", and choose a \(noun) there"

    case .addWish(let code):
      "add a wish to it with \"waitlist wish \(code)\", or end it with \"waitlist withdraw \(code)\""
    case .withdraw(let code): "\"waitlist withdraw \(code)\" takes it off the waitlist"
    case .askAgain(let code): "\"waitlist ask \(code)\" makes offers to it again"
    case .offerFree: "\"waitlist offer\" offers free sites"
    case .waitAgain: "add them again with \"waitlist add\""
    case .bookOrWait(let place, let camper, let phone, let dates):
      "add \"anyway\" to wait regardless, or book it: reserve \(typed(place)) for "
        + CommandText.quoted(camper) + (phone.map { " phone \(CommandText.quoted($0))" } ?? "")
        + " from \(dates.arrival) nights \(dates.nightCount)"

    case .postNights(let day): "\"nightly \(day)\" posts it"
    case .leaveDayOut: "leave out \"on\" to post to the business day"
    case .closeNextDay: "close the next day with \"day close\""
    case .closeDay(let day): "\"day close \(day)\" closes the first day, with all before it"
    case .reopenDay(let day): "\"day reopen \(day)\" reopens that one"
    case .reverseCharges:
      "reverse charges with \"reverse\" and sales with \"sale delete\""
    case .takeOffFirst:
      "take off what the guest should not pay first, with \"allowance\" or \"reverse\""
    case .takeOffOrExtend:
      "\"allowance\" takes an amount off the bill; \"reservation extend\" adds nights"
    case .sayQuantity: "to agree that price, add how many: quantity N"
    case .refundAsPaid: "\"refund\" without \"as\" gives money back the way it came"
    case .refundAsPaidOrOverride:
      "\"refund\" without \"as\" gives money back the way it came; \"override\" and a reason pay it "
        + "in cash"
    case .deleteSale(let code): "\"sale delete \(code)\" reverses all of it"
    case .nameVoucher: "\"pay R-1 20 voucher V-CODE\""
    case .replaceMeter: "add \"replaced\" if the meter is new"
    case .nameMeterPayer(let code, let change):
      "add \"for \(code)\" to charge it all to \(code)"
        + (change.map {
          ", or first enter the reading from the day the guests changed, with \"on \($0)\""
        } ?? "")
    case .undoUnsaved:
      "\"undo\" undoes your commands one by one, back to the one that deleted it"
    }
  }

  /// A place as a user types it.
  private func typed(_ place: CampgroundError.Subject) -> String {
    switch place {
    case .named(let noun, let name): "\(noun) \(CommandText.quoted(name))"
    case .site(let name): CommandText.quoted(name)
    default: "SITE"
    }
  }

  /// The command that takes a reservation from one status to another.
  private func command(to status: ReservationStatus, from: String) -> String? {
    switch status {
    case .reserved:
      [ReservationStatus.canceled, .noShow].map(\.rawValue).contains(from) ? "reinstate" : "accept"
    case .draft, .hold, .requested: nil
    case .checkedIn: "checkin"
    case .checkedOut: "checkout"
    case .canceled: "cancel"
    case .noShow: "noshow"
    case .declined: "decline"
    case .expired: "expire"
    }
  }
}

extension CampgroundError.Listing {
  fileprivate var hint: String {
    switch self {
    case .campers: "\"camper list\" lists campers"
    case .sites: "\"campsite list\" lists sites"
    case .closings: "\"block list\" lists the sites out of service"
    case .closedDays: "\"day list\" lists the closed days"
    case .stays: "\"reservation list\" lists the codes"
    case .groups: "\"group list\" lists groups"
    case .waits: "\"waitlist list\" lists who is waiting"
    case .vouchers: "\"voucher list open\" lists vouchers with money left"
    case .sales: "\"sale list\" lists sales"
    }
  }
}
