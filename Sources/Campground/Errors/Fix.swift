extension CampgroundError {
  /// How to fix an error; each program puts it in terms of its own commands.
  public enum Fix: Hashable, Sendable {
    /// Advice that holds in any program: `choose another name`.
    case advice(String)

    // MARK: Lists

    /// List the existing ones.
    case list(Listing)
    /// List what is available: what is free, what else is free, or what fits.
    case showAvailability, showOtherAvailability, showFitting
    /// Show a bill with its line numbers, or the stays of a group.
    case showLines, showGroup
    /// Show the stays in the series of this stay.
    case showSeries(String)
    /// Show the history of a waitlist entry.
    case showWait(String)
    /// Show the wishes of a waitlist entry.
    case showWishes(String)

    // MARK: Setup

    /// Add the first campground, book a first group, or add the stays to an existing group.
    case addCampground, bookGroup, addToGroup
    /// Add another campground with a different value of a property.
    case addCampgroundOtherwise(property: String)
    /// Add a tax, which creates its tax group.
    case addTax(group: String)
    /// Add the item to be sold.
    case addItem(String)
    /// Edit the object with this noun and name: the given property, or any other.
    case edit(String, String, property: String? = nil)
    /// Retire a campsite.
    case retire(site: String)
    /// Return a retired campsite to use.
    case restore(site: String)
    /// Have a fee count everyone, or override the stay rules.
    case includeAll, overrideRules
    /// Switch to the campground of the stay, and name an object of that noun there.
    case use(campground: String, noun: String)

    // MARK: Stays

    /// Bring the reservation from its status to one of these.
    case bring(String, from: String, to: [ReservationStatus])
    /// Accept the request, which assigns a campsite.
    case accept(String)
    /// Cancel the reservation first.
    case cancelBefore(String)
    /// Cancel the reservation alone, without the rest of its series.
    case cancelAlone(String)
    /// Reinstate the reservation.
    case reinstate(String)
    /// Price the nights of the stay that no rate prices, or leave them unbilled.
    case priceNights(String)
    /// Check the guest in today.
    case checkInEarly(String)
    /// Check out the guest who is in the way.
    case checkOut(String)
    /// Check the guest out today, ahead of the departure date.
    case checkOutToday(String)
    /// Undo today's check-out.
    case undoCheckOut(String)
    /// Undo the check-out before the check-in.
    case undoCheckOutFirst(String)
    /// Undo today's check-out, or book again.
    case undoCheckOutOrBook(String)
    /// Mark the stay a no-show, or change its dates.
    case noShowOrChangeDates(String)
    /// Change the dates of the stay first.
    case changeDatesFirst(String)
    /// Change the dates of the stay to begin on that date.
    case changeDates(String, from: CalendarDate)
    /// Extend the stay first.
    case extend(String)
    /// Extend the stay first, or check the guest out.
    case extendOrCheckOut(String)

    // MARK: Campsites of stays

    /// Move the stay to another campsite.
    case move(String)
    /// Choose a campsite for a stay without one.
    case chooseSite(String)
    /// Move the guest who is on the campsite.
    case moveGuest(String)
    /// Move the remaining nights of the stay.
    case moveRest(String)
    /// Move the remaining nights of the stay to a single campsite.
    case moveToOneSite(String)
    /// Move the stay to that campsite.
    case moveTo(String, site: String)
    /// Move one of two stays, or assign the campsites of a class by hand.
    case moveEither, assignByHand
    /// Assign another campsite of its class to the stay in the way.
    case assign(String)
    /// Assign another campsite of its class to the stay, or lock it to this one.
    case assignOrLock(String)
    /// Unlock the stay from its campsite.
    case unlock(String)

    // MARK: Groups and the waitlist

    /// Take the stay off the bill of its group.
    case leaveGroup(String)
    /// Put the stay on the bill of a group.
    case joinGroup(String)
    /// Charge one stay alone.
    case chargeAlone
    /// Charge the balance due to the stay.
    case chargeRest(String)
    /// Add a wish to the waitlist entry, or withdraw the entry.
    case addWish(String)
    /// Withdraw the waitlist entry.
    case withdraw(String)
    /// Resume offers to the waitlist entry.
    case askAgain(String)
    /// Offer what is free, or add a new waitlist entry.
    case offerFree, waitAgain
    /// Book the free place, or add the camper to the waitlist anyway.
    case bookOrWait(Subject, camper: String, phone: String?, StayDates)

    // MARK: Money

    /// Post the nights of a day.
    case postNights(CalendarDate)
    /// Omit the day, or close the next one.
    case leaveDayOut, closeNextDay
    /// Close that day, or take its closing back.
    case closeDay(CalendarDate)
    case reopenDay(CalendarDate)
    /// Reverse what was charged or sold; give an allowance first; or give an allowance or extend
    /// the stay.
    case reverseCharges, takeOffFirst, takeOffOrExtend
    /// Say how many pieces are sold for the amount.
    case sayQuantity
    /// Refund money the way it came; or, as an exception, in cash.
    case refundAsPaid, refundAsPaidOrOverride
    /// Reverse the whole sale.
    case deleteSale(String)
    /// Give the code of the voucher, or say that the meter was replaced.
    case nameVoucher, replaceMeter
    /// Say that the stay pays for the whole reading, or enter the reading of that day first.
    case nameMeterPayer(String, change: CalendarDate?)

    /// Undo the unsaved commands.
    case undoUnsaved
  }

  /// What a program can list.
  public enum Listing: Hashable, Sendable {
    case campers, sites, closings, closedDays, stays, groups, waits, vouchers, sales
  }
}
