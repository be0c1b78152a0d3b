/// The dates of stays that come again and again.
///
///     try SeriesDates.of(january31, every: .month, times: 3)   // Jan 31, Feb 28, Mar 31
enum SeriesDates {
  /// How many stays a series has.
  static let allowedTimes = 2...600

  /// The dates, each counted from the first, with the same number of nights.
  ///
  /// - Throws: `CampgroundError.outOfRange` for another number of stays, `.invalidDates` behind the
  ///   last date there is, `SeriesRule.overlapping`.
  static func of(
    _ first: StayDates, every step: SeriesStep, times: Int
  ) throws(CampgroundError) -> [StayDates] {
    guard allowedTimes.contains(times) else {
      throw .outOfRange("times", value: times, allowed: allowedTimes)
    }
    var all: [StayDates] = []
    for index in 0..<times {
      let dates = try ReservationService.dates(
        arrival: step.arrival(index, from: first.arrival), nights: first.nightCount)
      if let last = all.last, last.overlaps(dates) {
        throw .series(.overlapping(nights: first.nightCount, step))
      }
      all.append(dates)
    }
    return all
  }
}

extension SeriesStep {
  /// The arrival of the stay that comes so many steps after the first.
  func arrival(_ index: Int, from anchor: CalendarDate) -> CalendarDate {
    switch self {
    case .week: anchor.advanced(by: 7 * index)
    case .twoWeeks: anchor.advanced(by: 14 * index)
    case .month: anchor.adding(months: index)
    case .year: anchor.adding(months: 12 * index)
    }
  }
}
