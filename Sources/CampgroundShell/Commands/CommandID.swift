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
  /// Lists objects of an entity.
  case fetch
  /// Counts objects of an entity.
  case count
  /// Works out values of groups of objects.
  case group
  /// Says how objects would be fetched.
  case explainFetch
  /// Says how objects would be counted.
  case explainCount
  /// Says how groups would be made.
  case explainGroup
  /// Follows the objects of an entity.
  case watch
  /// Reads campsites from a CSV file.
  case importCampsites
  /// Reads details of campsites from a CSV file.
  case importDetails
  /// Reads stays from a CSV file.
  case importStays
  /// Reads employees from a JSON file.
  case importEmployees
}
