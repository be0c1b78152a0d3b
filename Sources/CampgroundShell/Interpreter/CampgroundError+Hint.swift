import Campground
import CommandKit

extension CampgroundError {
  /// How to mend it in the shell, as a phrase without a final stop; nil where the reason says it
  /// all.
  var hint: String? { fix?.hint }
}

extension CampgroundError.Fix {
  /// The fix with the commands of the shell.
  var hint: String {
    switch self {
    case .advice(let words): words
    case .list(let listing): listing.hint
    case .showAvailability: "\"available\" lists what is free"
    case .showOtherAvailability: "\"available\" lists what else is free"
    case .showFitting: "\"available\" lists what fits"
    case .showLines: "\"folio CODE\" lists lines with their numbers"
    case .showGroup: "\"group show NAME\" tells how its stays are"
    case .showSeries(let code): "\"series show \(code)\" tells how its stays are"
    case .showWait(let code): "\"waitlist show \(code)\" tells what became of it"
    case .showWishes(let code): "\"waitlist show \(code)\" lists the wishes"

    case .addCampground: "\"campground add\" makes one"
    case .addCampgroundOtherwise("taxIncluded"):
      "prices that count taxes otherwise need a campground of their own: campground add NAME "
        + "taxincluded yes"
    case .addCampgroundOtherwise(let property):
      "another \(property) needs a campground of its own: campground add NAME \(property) CODE"
    case .bookGroup: "\"group book\" makes one"
    case .addToGroup: "choose another name, or add the stays to it with \"group add\""
    case .addTax(let group):
      "a tax makes its group: tax add NAME 8% group \(CommandText.quoted(group))"
    case .addItem(let name):
      "name an amount, or add the item: item add \(CommandText.quoted(name)) price AMOUNT"
    case .edit("class", let name, _):
      "\"campsite edit SITE class \(CommandText.quoted(name))\" puts a site into it"
    case .edit("policy", let name, nil): "\"policy edit \(CommandText.quoted(name))\" changes it"
    case .edit("policy", let name, _):
      "\"policy edit \(CommandText.quoted(name)) class \"\" default yes\" makes it that of all"
    case .edit(let noun, let name, "stock"):
      "after a delivery: \(noun) edit \(CommandText.quoted(name)) stock N"
    case .edit("employee", let name, _):
      "if that is wrong: employee edit \(CommandText.quoted(name)) active yes"
    case .edit(let noun, let name, _):
      "to sell it again: \(noun) edit \(CommandText.quoted(name)) active yes"
    case .retire(let site):
      "\"campsite retire \(CommandText.quoted(site)) from DATE\" lets it no more; delete it when "
        + "they are gone"
    case .restore(let site):
      "choose another one, or \"campsite restore \(CommandText.quoted(site))\" lets it again"
    case .includeAll: "\"included 0\" is for all of them"

    case .overrideRules: "\"override\" takes it all the same and keeps a record of it"
    case .bring(let code, let from, let states):
      "there is "
        + states.compactMap { state in command(to: state, from: from).map { "\($0) \(code)" } }
        .joined(separator: ", ")
    case .accept(let code): "\"accept \(code)\" gives it one"
    case .cancelBefore(let code): "\"cancel \(code)\" calls it off before"
    case .cancelAlone(let code): "\"cancel \(code)\" calls it off alone"
    case .reinstate(let code): "\"reinstate \(code)\" makes it valid again"
    case .checkInEarly(let code): "\"checkin \(code) early\" moves the arrival to today"
    case .checkOut(let code): "checkout \(code)"
    case .checkOutToday(let code): "\"checkout \(code)\" ends the stay today"
    case .takeBackCheckOut(let code): "\"checkout \(code) undo\" takes a check-out of today back"
    case .takeBackCheckOutFirst(let code):
      "\"checkout \(code) undo\" takes the check-out back first"
    case .takeBackCheckOutOrBook(let code):
      "\"checkout \(code) undo\" takes a check-out of today back, or book another stay"
    case .noShowOrChangeDates(let code):
      "noshow \(code), or give it other dates with reservation dates \(code)"
    case .changeDatesFirst(let code):
      "\"reservation dates \(code)\" gives the stay other dates first"
    case .changeDates(let code, let day):
      "\"reservation dates \(code) from \(day) nights N\" gives the stay other dates"
    case .extend(let code): "\"reservation extend \(code)\" adds nights first"
    case .extendOrCheckOut(let code):
      "\"reservation extend \(code)\" adds nights first, \"checkout \(code)\" ends it"

    case .move(let code): "\"reservation move \(code)\" puts it on another site"
    case .moveGuest(let code): "\"reservation move \(code)\" puts the guest on another site"
    case .moveRest(let code): "\"reservation move \(code)\" puts what is to come on another site"
    case .moveToOneSite(let code): "\"reservation move \(code)\" puts it on one site first"
    case .moveTo(let code, let site):
      "\"reservation move \(code) to \(CommandText.quoted(site))\" chooses it, at its own price"
    case .moveEither: "\"reservation move\" puts one of them elsewhere"
    case .assign(let code):
      "\"assign \(code) SITE\" puts it on another site of its class, \"available\" lists what is "
        + "free"
    case .assignByHand: "\"assign\" moves stays by hand, or reserve a site that is free"
    case .assignOrLock(let code):
      "\"assign \(code) SITE\" puts a stay elsewhere, and \"lock \(code)\" promises it the site"
    case .unlock(let code): "\"lock \(code) undo\" lets it be moved"

    case .leaveGroup(let code): "\"group leave \(code)\" takes it off first"
    case .joinGroup(let code): "\"group join \(code) to NAME\" puts it on one"
    case .chargeAlone:
      "\"charge CODE\" charges a stay that was called off; \"group show NAME\" lists them"
    case .chargeRest(let code):
      "\"charge \(code)\" charges what is still to be paid; nights need another stay"
    case .use(let campground, let noun): "\"use\" goes to \(campground); name a \(noun) there"

    case .addWish(let code):
      "\"waitlist wish \(code)\" adds a wish to it, \"waitlist withdraw \(code)\" ends it"
    case .withdraw(let code): "\"waitlist withdraw \(code)\" ends the waiting"
    case .askAgain(let code): "\"waitlist ask \(code)\" lets it be offered something again"
    case .offerFree: "\"waitlist offer\" offers what is free"
    case .waitAgain: "\"waitlist add\" puts them on it again"
    case .bookOrWait(let place, let camper, let dates):
      "\"anyway\" lets them wait all the same; this books it: reserve \(typed(place)) for "
        + "\(CommandText.quoted(camper)) from \(dates.arrival) nights \(dates.nightCount)"

    case .postNights(let day): "\"nightly \(day)\" posts it"
    case .leaveDayOut: "without on it is written for the business day"
    case .closeNextDay: "\"day close\" closes the next one"
    case .takeBackCharges:
      "what was charged by hand or sold is taken back by reverse or sale delete"
    case .takeOffFirst:
      "what the guest is not to pay is taken off the bill first, by allowance or reverse"
    case .takeOffOrExtend:
      "allowance takes an amount off the bill, reservation extend adds nights"
    case .deleteSale(let code): "\"sale delete \(code)\" takes all of it back"
    case .nameVoucher: "\"pay R-1 20 voucher reference V-CODE\""
    case .replaceMeter: "add replaced where the meter is a new one"
    case .nameMeterPayer(let code, let change):
      "add \"for \(code)\" where it pays for all of it"
        + (change.map { "; a reading of the change comes first, with \"on \($0)\"" } ?? "")
    case .undoUnsaved:
      "\"undo\" takes your commands back one by one, up to the one that deleted it"
    }
  }

  /// A place as it is typed.
  private func typed(_ place: CampgroundError.Subject) -> String {
    switch place {
    case .named(let noun, let name): "\(noun) \(CommandText.quoted(name))"
    case .site(let name): CommandText.quoted(name)
    default: "SITE"
    }
  }

  /// The command that brings a reservation from one state to another.
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
    case .campers: "\"camper list\" tells who there is"
    case .sites: "\"campsite list\" tells which there are"
    case .closings: "\"block list\" tells what is closed, and when"
    case .stays: "\"reservation list\" tells the codes"
    case .groups: "\"group list\" tells which there are"
    case .waits: "\"waitlist list\" tells who waits"
    case .vouchers: "\"voucher list open\" lists those of which something is left"
    case .sales: "\"sale list\" lists the sales"
    }
  }
}
