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
