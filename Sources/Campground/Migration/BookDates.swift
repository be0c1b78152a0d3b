import Foundation

/// The calendar dates of a reservation in the book's model, which stores instants.
struct BookDates: Equatable {
  /// The dates closest to the stored instants.
  let dates: StayDates
  /// How the dates differ from what was stored; nil where they do not.
  let remark: String?

  /// The days that a wall calendar in the zone shows at the two instants.
  ///
  /// The book's service adds 24 hours for each night to the arrival, so the number of nights is
  /// kept even where the clocks change in between.
  ///
  /// - Parameter today: the arrival if the book has no date at all.
  init(from: Date?, to: Date?, in timeZone: TimeZone, today: CalendarDate) {
    let arrival = Self.date(from, in: timeZone)
    let departure = Self.departure(to, arrival, from, in: timeZone)
    switch (arrival, departure) {
    case (nil, nil): self.init(today, 1, "no dates were recorded")
    case (nil, let departure?): self.init(departure.advanced(by: -1), 1, "no arrival was recorded")
    case (let arrival?, nil): self.init(arrival, 1, "no departure was recorded")
    case (let arrival?, let departure?):
      let nights = arrival.distance(to: departure)
      let possible = min(max(nights, 1), Reservation.mostNights)
      self.init(
        arrival, possible,
        nights == possible ? nil : "a stay from \(arrival) to \(departure) was recorded")
    }
  }

  private init(_ arrival: CalendarDate, _ nights: Int, _ remark: String?) {
    guard let dates = try? StayDates(arrival: arrival, nights: nights) else {
      // The stay would end after the calendar does.
      self.init(
        arrival.advanced(by: -1), 1,
        remark ?? "a stay of \(nights) nights from \(arrival) was recorded")
      return
    }
    self.init(dates: dates, remark: remark)
  }

  private init(dates: StayDates, remark: String?) {
    self.dates = dates
    self.remark = remark
  }

  /// The day of an instant; nil for none, and for one outside the calendar.
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
