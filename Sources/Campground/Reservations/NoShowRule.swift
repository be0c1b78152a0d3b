import Foundation

/// From when on a guest who did not come is a no-show.
///
/// A clerk may say so on the day of arrival from the campground's check-in time on, since before
/// nobody is late. By itself, with the night audit, a reservation becomes one after its first
/// night, and a guaranteed one after its last; both are settings of the campground.
enum NoShowRule {
  /// Checks that a clerk may note that a guest did not come.
  ///
  /// - Throws: `CampgroundError.beforeArrival` before the date of arrival, `.beforeCheckIn` on that
  ///   date before the check-in time.
  static func requireDue(_ reservation: Reservation, at instant: Date) throws(CampgroundError) {
    let campground = reservation.campground
    let now = WallTime(instant, in: campground?.timeZone ?? .current)
    let start = WallTime(reservation.arrival, minute: Int(campground?.checkInMinute ?? 0))
    guard reservation.arrival <= now.date else {
      throw .beforeArrival(
        code: reservation.code, arrival: reservation.arrival, today: now.date,
        fix: .cancelBefore(reservation.code))
    }
    guard start <= now else {
      throw CampgroundError(
        .beforeCheckIn, about: [.stay(reservation.code)],
        "\(reservation.code) can be marked a no-show from \(start); it is \(now)",
        fix: .cancelBefore(reservation.code))
    }
  }

  /// The last night that is over.
  static func lastNightOver(on today: CalendarDate) -> CalendarDate { today.advanced(by: -1) }
}
