import Foundation
import ObjectGraph

/// Manages reservations, from the first draft of a stay to its end.
///
///     let service = ReservationService(managedObjectContext: context, storeStack: stack)
///     let reservation = try service.reserve(site, for: camper, arrival: date, nights: 3)
///     try service.checkIn(reservation.code)
///
/// A call that would break a rule throws a `CampgroundError` and changes nothing. Each call that
/// changes a stay returns the effect as a `StayChange`, and `preview(_:)` shows it beforehand.
public final class ReservationService: Service {
  /// The maximum number of nights of one reservation.
  public static let mostNights = Reservation.mostNights

  /// The maximum number of people of one reservation.
  public static let mostPeople = Reservation.mostPeople

  /// The maximum length of a hold in minutes: a week.
  public static let mostHoldMinutes = 10_080

  /// How many days early a guest may check in: a week. For an earlier arrival, the dates of the
  /// stay have to be changed.
  public static let mostDaysEarly = 7

  /// The number of steps after which the search for room in a class gives up and says so.
  public var assignmentSteps = 100_000

  /// The changes that must be matched; see `accepting(_:)`.
  var shown: [StayChange]?

  // MARK: Helpers

  /// The book of stays for a change.
  func book(
    in scratch: ManagedObjectContext, for action: String = "desk"
  ) -> StayBook {
    let book = StayBook(scope, in: scratch, for: action)
    book.assignmentSteps = assignmentSteps
    return book
  }

  static func dates(arrival: CalendarDate, nights: Int) throws(CampgroundError) -> StayDates {
    try rethrowing(
      StayDates(arrival: arrival, nights: nights), as: CampgroundError.invalidDates)
  }

  static func check(_ dates: StayDates, for party: Party) throws(CampgroundError) {
    try refuse(
      unless: dates.nightCount <= mostNights,
      with: .stayTooLong(nights: dates.nightCount, most: mostNights))
    try party.check()
  }
}
