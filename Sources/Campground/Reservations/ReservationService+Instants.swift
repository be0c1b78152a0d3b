import Foundation
import ObjectGraph

extension ReservationService {
  /// The domain of the errors of `reserveCampSite(_:camper:date:numberOfNights:)`.
  public static let errorDomain = "CampingManager"

  /// The code for a number of nights below 1.
  public static let invalidNumberOfDaysCode = 5

  /// The code for any other reason, which is given under `Problem` and `NSUnderlyingErrorKey`.
  public static let refusedCode = 1

  /// Reserves a campsite from the night of an instant, read as a date in the campground's time
  /// zone.
  ///
  /// An arrival in the past breaks no rule here.
  ///
  /// - Returns: The reservation, with the status "Reserved", and no error. For less than 1 night, a
  ///   reservation with the status "Invalid" that belongs to no context and is never saved, and an
  ///   error with code 5. For any other reason, no reservation and an error with code 1.
  public func reserveCampSite(
    _ campSite: CampSite, camper: Camper, date: Date, numberOfNights: Int
  ) -> (reservation: Reservation?, error: NSError?) {
    let zone = campSite.campground?.timeZone ?? .current
    let arrival = CalendarDate(date, in: zone)
    guard numberOfNights > 0 else {
      return (
        invalidReservation(arrival: arrival, numberOfNights: numberOfNights),
        Self.error(code: Self.invalidNumberOfDaysCode, problem: "Invalid number of days")
      )
    }
    do {
      let dates = try Self.dates(arrival: arrival, nights: numberOfNights)
      var booking = Booking(campSite, for: camper, dates: dates)
      // It is unknown which day an instant was meant to be.
      booking.allowsPast = true
      return (try reserve(booking), nil)
    } catch {
      return (nil, Self.error(code: Self.refusedCode, problem: "\(error)", underlying: error))
    }
  }

  private func invalidReservation(arrival: CalendarDate, numberOfNights: Int) -> Reservation? {
    guard
      let entity = storeStack.managedObjectModel.entitiesByName["Reservation"]
    else { return nil }
    let reservation = Reservation(entity: entity, insertInto: nil)
    reservation.status = "Invalid"
    reservation.arrival = arrival
    reservation.departure = arrival.advanced(by: numberOfNights)
    return reservation
  }

  private static func error(
    code: Int, problem: String, underlying: (any Error)? = nil
  ) -> NSError {
    var info: [String: Any] = ["Problem": problem, NSLocalizedDescriptionKey: problem]
    if let underlying { info[NSUnderlyingErrorKey] = underlying }
    return NSError(domain: errorDomain, code: code, userInfo: info)
  }
}
