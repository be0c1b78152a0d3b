/// The commands of the shell, for an interpreter to switch on.
package enum CommandID: String, Sendable, Hashable, CaseIterable {
  /// Makes a campground the current one.
  case use
  /// Adds a campground.
  case campgroundAdd
  /// Changes how a campground is set up.
  case campgroundEdit
  /// Lists the campgrounds.
  case campgroundList
  /// Shows a campground.
  case campgroundShow
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
  /// Tells who changed what.
  case audit
  /// Lists payments due.
  case due
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
  /// Takes money for a reservation.
  case pay
  /// Gives money back.
  case refund
  /// Takes an amount off a bill.
  case allowance
  /// Leaves what a guest has to the good for another time.
  case credit
  /// Charges something by hand.
  case charge
  /// Takes a line of a folio back.
  case reverse
  /// Shows what was charged and paid.
  case folio
  /// Issues a voucher.
  case voucherAdd
  /// Lists the vouchers.
  case voucherList
  /// Shows a voucher.
  case voucherShow
  /// Notes what a meter shows.
  case meterAdd
  /// Lists what the meters of a campsite showed.
  case meterList
  /// Sets the price of what a meter counts, or lists the prices.
  case meterRate
  /// Closes a business day.
  case dayClose
  /// Shows what a day took in.
  case dayShow
  /// Lists who owes and who has a credit.
  case balances
  /// Lists the closed days.
  case dayList
  /// Does what a night leaves to do.
  case nightly
  /// Prints the confirmation of a stay.
  case confirmation
  /// Prints the receipt of a stay.
  case receipt
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
  /// Keeps, shows, exports or deletes the picture of an employee.
  case employeePicture
  /// Sells something.
  case saleAdd
  /// Lists sales.
  case saleList
  /// Shows a sale.
  case saleShow
  /// Takes a sale back.
  case saleDelete
  /// Says how full the campground was.
  case reportOccupancy
  /// Says what nights brought in.
  case reportRevenue
  /// Counts who comes, day by day.
  case reportArrivals
  /// Counts who leaves, day by day.
  case reportDepartures
  /// Counts who is here, day by day.
  case reportInHouse
  /// Lists who did not come.
  case reportNoShows
  /// Adds sales up.
  case reportSales
  /// Adds taxes up.
  case reportTax
  /// Lists open bills of some days.
  case reportBalances
  /// Lists objects of an entity.
  case fetch
  /// Counts objects of an entity.
  case count
  /// Works out values of groups of objects.
  case group
  /// Finds things by words.
  case find
  /// Says how objects would be fetched.
  case explainFetch
  /// Says how objects would be counted.
  case explainCount
  /// Says how groups would be made.
  case explainGroup
  /// Follows the objects of an entity.
  case watch
  /// Gives a variable its value.
  case letVariable
  /// Reads campsites from a CSV file.
  case importCampsites
  /// Reads details of campsites from a CSV file.
  case importDetails
  /// Reads stays from a CSV file.
  case importStays
  /// Reads employees from a JSON file.
  case importEmployees
  /// Opens a scratch pad.
  case begin
  /// Lists the commands of the scratch pad.
  case pending
  /// Saves the scratch pad.
  case save
  /// Drops the scratch pad.
  case rollback
  /// Takes back the last command of the scratch pad.
  case undo
  /// Does again what was taken back.
  case redo
  /// Explains the commands.
  case help
  /// Leaves the shell.
  case exit
  /// Chooses the form or the file of the answers.
  case output
  /// Shows the model's entities.
  case schema
  /// Shows what the store is asked.
  case sql
  /// Shows how long commands take.
  case timer
}

extension CommandID {
  /// Whether the command handles the scratch pad, and is itself no step of it.
  var isAboutScratchPad: Bool {
    switch self {
    case .begin, .pending, .save, .rollback, .undo, .redo: true
    default: false
    }
  }
}
