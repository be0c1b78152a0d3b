import Foundation
import ObjectGraph

/// What is done with reservations, from the first idea of a stay to its end.
///
///     let service = ReservationService(managedObjectContext: context, storeStack: stack)
///     let reservation = try service.reserve(site, for: camper, arrival: date, nights: 3)
///     try service.checkIn(reservation.code)
///
/// A call that breaks a rule throws a `CampgroundError` and has changed nothing. Each call that
/// changes a stay says in a `StayChange` what came of it, and `preview(_:)` says so beforehand.
public final class ReservationService: Service {
  /// The greatest number of nights of one reservation.
  public static let mostNights = Reservation.mostNights

  /// The greatest number of people of one reservation.
  public static let mostPeople = Reservation.mostPeople

  /// The greatest number of minutes of a hold: a week.
  public static let mostHoldMinutes = 10_080

  /// The greatest number of days by which checking in may move an arrival: a week. A stay that is
  /// to begin earlier gets other dates.
  public static let mostDaysEarly = 7

  /// The steps after which the search for room in a class gives up and says so.
  public var assignmentSteps = 100_000

  /// What changes have to come to; see `accepting(_:)`.
  var shown: [StayChange]?

  // MARK: Parts

  /// The book of stays of a change.
  func book(
    in scratch: ManagedObjectContext, for action: String = "desk"
  ) -> StayBook {
    let book = StayBook(scope, in: scratch, for: action)
    book.assignmentSteps = assignmentSteps
    return book
  }

  static func dates(arrival: CalendarDate, nights: Int) throws(CampgroundError) -> StayDates {
    do {
      return try StayDates(arrival: arrival, nights: nights)
    } catch {
      throw .invalidDates(error)
    }
  }

  static func check(_ dates: StayDates, for party: Party) throws(CampgroundError) {
    guard dates.nightCount <= mostNights else {
      throw .stayTooLong(nights: dates.nightCount, most: mostNights)
    }
    try party.check()
  }
}
