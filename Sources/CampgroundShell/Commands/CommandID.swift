/// The commands of the shell, for an interpreter to switch on.
package enum CommandID: String, Sendable, Hashable, CaseIterable {
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
