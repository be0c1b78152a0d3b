import Foundation

/// The calendar dates of a reservation of the book, which keeps instants.
struct BookDates: Equatable {
  /// The dates that come nearest to what the book has.
  let dates: StayDates
  /// In what they are not what the book has; nil where they are.
  let remark: String?

  /// The days that a wall calendar in the zone shows at the two instants.
  ///
  /// The book's service adds so many times 24 hours to the arrival: that many nights it is, also where
  /// the clocks change in between.
  ///
  /// - Parameter today: the arrival where the book has no date at all.
  init(from: Date?, to: Date?, in timeZone: TimeZone, today: CalendarDate) {
    let arrival = Self.date(from, in: timeZone)
    let departure = Self.departure(to, arrival, from, in: timeZone)
    switch (arrival, departure) {
    case (nil, nil): self.init(today, 1, "no dates were noted")
    case (nil, let departure?): self.init(departure.advanced(by: -1), 1, "no arrival was noted")
    case (let arrival?, nil): self.init(arrival, 1, "no departure was noted")
    case (let arrival?, let departure?):
      let nights = arrival.distance(to: departure)
      let possible = min(max(nights, 1), Reservation.mostNights)
      self.init(
        arrival, possible,
        nights == possible ? nil : "a stay from \(arrival) to \(departure) was noted")
    }
  }

  private init(_ arrival: CalendarDate, _ nights: Int, _ remark: String?) {
    guard let dates = try? StayDates(arrival: arrival, nights: nights) else {
      // The calendar of people ends first.
      self.init(
        arrival.advanced(by: -1), 1,
        remark ?? "a stay of \(nights) nights from \(arrival) was noted")
      return
    }
    self.init(dates: dates, remark: remark)
  }

  private init(dates: StayDates, remark: String?) {
    self.dates = dates
    self.remark = remark
  }

  /// The day of an instant; nil for none, and for one beyond the calendar that people use.
  private static func date(_ instant: Date?, in timeZone: TimeZone) -> CalendarDate? {
    guard let instant, instant.timeIntervalSinceReferenceDate.isFinite else { return nil }
    let date = CalendarDate(instant, in: timeZone)
    return calendar.contains(date) ? date : nil
  }

  private static func departure(
    _ to: Date?, _ arrival: CalendarDate?, _ from: Date?, in timeZone: TimeZone
  ) -> CalendarDate? {
    let seen = date(to, in: timeZone)
    guard let seen, let to, let from, let arrival else { return seen }
    let days = to.timeIntervalSince(from) / 86_400
    guard days == days.rounded(), let whole = Int(exactly: days) else { return seen }
    return arrival.advanced(by: whole)
  }

  /// From 0001-01-02 to 9999-12-31.
  private static let calendar =
    CalendarDate(dayNumber: -730_484)...CalendarDate(dayNumber: 2_921_573)
}
