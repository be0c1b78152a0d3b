extension CampgroundError {
  /// What can be done about an error; each program words it by what it offers.
  public enum Fix: Hashable, Sendable {
    /// What holds in any program: `choose another name`.
    case advice(String)

    // MARK: Looking

    /// List what there is.
    case list(Listing)
    /// List what can be had: what is free, what else is free, or what fits.
    case showAvailability, showOtherAvailability, showFitting
    /// Show a bill for the numbers of its lines, or how the stays of the group are.
    case showLines, showGroup
    /// Show how the stays of the series of that stay are.
    case showSeries(String)
    /// Show what happened to an entry of the waitlist.
    case showWait(String)
    /// Show the wishes of an entry of the waitlist.
    case showWishes(String)

    // MARK: What a campground has

    /// Add the first campground, book the first group, or put the stays into the one of that name.
    case addCampground, bookGroup, addToGroup
    /// Add another campground that has a property otherwise.
    case addCampgroundOtherwise(property: String)
    /// Add a tax, which makes its group.
    case addTax(group: String)
    /// Add the item that was to be sold.
    case addItem(String)
    /// Change the thing of that noun and name: that property, or whatever is to be changed.
    case edit(String, String, property: String? = nil)
    /// Retire a campsite.
    case retire(site: String)
    /// Bring a retired campsite back.
    case restore(site: String)
    /// Have a fee count all of them, or set the rules about stays aside.
    case includeAll, overrideRules
    /// Go to the campground of the stay, and name a thing of that noun there.
    case use(campground: String, noun: String)

    // MARK: Stays

    /// Bring the reservation from its state to one of these.
    case bring(String, from: String, to: [ReservationStatus])
    /// Accept the request, which gives it its campsite.
    case accept(String)
    /// Cancel the reservation before that.
    case cancelBefore(String)
    /// Cancel the reservation without the others of its series.
    case cancelAlone(String)
    /// Make the reservation valid again.
    case reinstate(String)
    /// Check the guest in today.
    case checkInEarly(String)
    /// Check out the guest who is in the way.
    case checkOut(String)
    /// End the stay today.
    case checkOutToday(String)
    /// Undo a check-out from today.
    case takeBackCheckOut(String)
    /// Undo the check-out before the check-in.
    case takeBackCheckOutFirst(String)
    /// Undo a check-out from today, or book again.
    case takeBackCheckOutOrBook(String)
    /// Note that the guest did not come, or give the stay other dates.
    case noShowOrChangeDates(String)
    /// Give the stay other dates before that.
    case changeDatesFirst(String)
    /// Give the stay other dates, from that one on.
    case changeDates(String, from: CalendarDate)
    /// Add nights before that.
    case extend(String)
    /// Add nights before that, or end the stay.
    case extendOrCheckOut(String)

    // MARK: Campsites of stays

    /// Move the stay to another campsite.
    case move(String)
    /// Choose a campsite for the stay, which has none.
    case chooseSite(String)
    /// Move the guest, who is on the campsite.
    case moveGuest(String)
    /// Move what is to come of the stay.
    case moveRest(String)
    /// Move what is to come of the stay to a single campsite.
    case moveToOneSite(String)
    /// Move the stay to that campsite.
    case moveTo(String, site: String)
    /// Move one of two stays, or assign campsites of a class by hand.
    case moveEither, assignByHand
    /// Assign another campsite of its class to the stay in the way.
    case assign(String)
    /// Assign another campsite of its class to the stay, or promise it this one.
    case assignOrLock(String)
    /// Do not promise the stay its campsite any more.
    case unlock(String)

    // MARK: Groups and the waitlist

    /// Take the stay off the bill of its group.
    case leaveGroup(String)
    /// Put the stay on the bill of a group.
    case joinGroup(String)
    /// Charge one stay by itself.
    case chargeAlone
    /// Charge to the stay what is still due.
    case chargeRest(String)
    /// Add a wish to the entry of the waitlist, or end it.
    case addWish(String)
    /// End the entry of the waitlist.
    case withdraw(String)
    /// Let the entry of the waitlist be offered something again.
    case askAgain(String)
    /// Offer what is free, or put somebody on the waitlist again.
    case offerFree, waitAgain
    /// Book the place, which is free, or let the camper wait all the same.
    case bookOrWait(Subject, camper: String, phone: String?, StayDates)

    // MARK: Money

    /// Post the nights of a day.
    case postNights(CalendarDate)
    /// Name no day, or close the next one.
    case leaveDayOut, closeNextDay
    /// Reverse what was charged or sold, take an amount off the bill first, or take one off or
    /// add nights.
    case takeBackCharges, takeOffFirst, takeOffOrExtend
    /// Reverse the whole sale.
    case deleteSale(String)
    /// Name the voucher by its code, or say that the meter is a new one.
    case nameVoucher, replaceMeter
    /// Say that the stay pays for all that the meter counted, or give the reading of that day
    /// first.
    case nameMeterPayer(String, change: CalendarDate?)

    /// Undo the commands of unsaved work.
    case undoUnsaved
  }

  /// What can be listed.
  public enum Listing: Hashable, Sendable {
    case campers, sites, closings, stays, groups, waits, vouchers, sales
  }
}
