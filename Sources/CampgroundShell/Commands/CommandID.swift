/// The commands of the shell, for an interpreter to switch on.
package enum CommandID: String, Sendable, Hashable, CaseIterable {
  /// Adds a campsite.
  case campsiteAdd
  /// Lists the campsites.
  case campsiteList
  /// Shows a campsite.
  case campsiteShow
  /// Changes a campsite.
  case campsiteEdit
  /// Deletes a campsite.
  case campsiteDelete
  /// Notes something about a campsite.
  case campsiteDetail
  /// Retires a campsite.
  case campsiteRetire
  /// Lets a retired campsite again.
  case campsiteRestore
  /// Closes a campsite for a time.
  case blockAdd
  /// Changes the time at which a campsite is closed.
  case blockEdit
  /// Lists the times at which campsites are closed.
  case blockList
  /// Opens a campsite again.
  case blockDelete
  /// Finds the campsites that are free.
  case available
  /// Shows campsites day by day.
  case calendar
  /// Shows the days of a month.
  case month
  /// Books a campsite for a camper.
  case reserve
  /// Keeps nights for some minutes.
  case hold
  /// Notes a request for a stay.
  case request
  /// Notes an idea of a stay.
  case draft
  /// Makes a request, a hold or a draft a reservation.
  case reservationAccept
  /// Declines a request.
  case reservationDecline
  /// Ends holds, drafts and requests.
  case reservationExpire
  /// Checks a guest in.
  case reservationCheckIn
  /// Checks a guest out.
  case reservationCheckOut
  /// Notes that a guest did not come.
  case reservationNoShow
  /// Guarantees a stay whose guest comes late.
  case reservationLate
  /// Holds the nights of a draft.
  case reservationHold
  /// Gives the nights of a stay the prices of now.
  case reservationReprice
  /// Makes a canceled reservation valid again.
  case reservationReinstate
  /// Adds nights to a stay.
  case reservationExtend
  /// Takes nights from a stay.
  case reservationShorten
  /// Gives a stay other dates.
  case reservationDates
  /// Puts a stay on another campsite.
  case reservationMove
  /// Lets two stays change their campsites.
  case reservationSwap
  /// Puts a stay on another campsite of its class.
  case reservationAssign
  /// Promises a stay the campsite that it has.
  case reservationLock
  /// Lets a stay go on upon another campsite.
  case reservationSplit
  /// Puts a stay on several campsites back onto one.
  /// Changes who comes, or the note.
  case reservationEdit
  /// Lists who arrives on a day.
  case arrivals
  /// Lists who leaves on a day.
  case departures
  /// Lists who is here.
  case inHouse
  /// Lists reservations.
  case reservationList
  /// Shows a reservation.
  case reservationShow
  /// Cancels a reservation.
  case reservationCancel
  /// Says what a stay costs.
  case quote
  /// Books several campsites on one bill.
  case groupBook
  /// Books more campsites on a group's bill.
  case groupAdd
  /// Puts a reservation on a group's bill.
  case groupJoin
  /// Takes a reservation off its group's bill.
  case groupLeave
  /// Shares an amount among the stays of a group.
  case groupCharge
  /// Takes money for a group.
  case groupPay
  /// Checks a group in.
  case groupCheckIn
  /// Checks a group out.
  case groupCheckOut
  /// Lists the groups.
  case groupList
  /// Shows a group.
  case groupShow
  /// Calls off what is to come of a group.
  case groupCancel
  /// Prints the confirmation of a group.
  case groupConfirmation
  /// Prints the receipt of a group.
  case groupReceipt
  /// Shows the folio of a group.
  case groupBill
  /// Shows the stays of a series.
  case seriesShow
  /// Calls off the rest of a series.
  case seriesCancel
  /// Puts somebody on the waitlist.
  case waitlistAdd
  /// Lists who waits.
  case waitlistList
  /// Takes somebody off the waitlist.
  case waitlistWithdraw
  /// Reserves what is offered to somebody.
  case waitlistAccept
  /// Offers what is free to those who wait.
  case waitlistOffer
  /// Shows an entry of the waitlist.
  case waitlistShow
  /// Adds a wish to an entry of the waitlist.
  case waitlistWish
  /// Takes a wish from an entry of the waitlist.
  case waitlistUnwish
  /// Lists whom to call about what is offered.
  case waitlistCalls
  /// Notes that somebody was called.
  case waitlistCalled
  /// Ends what is offered to somebody.
  case waitlistDecline
  /// Lets somebody be offered something again.
  case waitlistAsk
}
