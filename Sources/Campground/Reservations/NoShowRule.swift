import Foundation

/// When a stay becomes a no-show.
///
/// A clerk may mark one from the check-in time on the day of arrival, because nobody is late before
/// that. The night audit marks a reservation after its first night, and a guaranteed one after its
/// last; the campground can set both differently.
enum NoShowRule {
  /// Checks that a clerk may mark a stay as a no-show.
  ///
  /// - Throws: `CampgroundError.beforeArrival` before the date of arrival, `.refused` on that date
  ///   before the check-in time.
  static func requireDue(_ reservation: Reservation, at instant: Date) throws(CampgroundError) {
    let campground = reservation.campground
    let now = WallTime(instant, in: campground?.timeZone ?? .current)
    let start = WallTime(reservation.arrival, minute: Int(campground?.checkInMinute ?? 0))
    try refuse(
      unless: reservation.arrival <= now.date,
      with: .beforeArrival(
        code: reservation.code, arrival: reservation.arrival, today: now.date,
        fix: .cancelBefore(reservation.code)))
    try refuse(
      unless: start <= now, about: [.stay(reservation.code)],
      "\(reservation.code) can be marked a no-show from \(start); it is \(now)",
      fix: .cancelBefore(reservation.code))
  }

  /// The last night that has passed.
  static func lastNightOver(on today: CalendarDate) -> CalendarDate { today.advanced(by: -1) }
}
