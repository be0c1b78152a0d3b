/// The dates of repeating stays.
///
///     try SeriesDates.of(january31, every: .month, times: 3)   // Jan 31, Feb 28, Mar 31
enum SeriesDates {
  /// The allowed numbers of stays in a series.
  static let allowedTimes = 2...600

  /// The dates, each counted from the first, with the same number of nights or months.
  ///
  /// - Parameter months: the length of each stay in months, also counted from the first arrival;
  ///   nil if each has as many nights as the first.
  /// - Throws: `CampgroundError.outOfRange` for another number of stays, `.invalidValue` for dates
  ///   after the last one that people can write, `.refused` for stays that would overlap.
  static func of(
    _ first: StayDates, months: Int? = nil, every step: SeriesStep, times: Int
  ) throws(CampgroundError) -> [StayDates] {
    try RuleCheck.range(times, "times", allowedTimes)
    try RuleCheck.range(months, "months", 1...ReservationService.mostNights)
    var all: [StayDates] = []
    for index in 0..<times {
      let dates =
        if let months {
          try step.stay(index, from: first.arrival, months: months)
        } else {
          try ReservationService.dates(
            arrival: step.arrival(index, from: first.arrival), nights: first.nightCount)
        }
      if let last = all.last, last.overlaps(dates) {
        throw CampgroundError(
          about: [.property("every")],
          "stays of \(first.nightCount) nights every \(step.rawValue) would overlap",
          fix: .advice("book fewer nights or space the stays further apart"))
      }
      all.append(dates)
    }
    return all
  }
}

extension SeriesStep {
  /// The interval between two stays.
  private var distance: (days: Int, months: Int) {
    switch self {
    case .week: (7, 0)
    case .twoWeeks: (14, 0)
    case .month: (0, 1)
    case .year: (0, 12)
    }
  }

  /// The arrival of the stay that many steps after the first.
  func arrival(_ index: Int, from anchor: CalendarDate) -> CalendarDate {
    anchor.advanced(by: distance.days * index).adding(months: distance.months * index)
  }

  /// The monthly stay that many steps after the first. Both of its dates are counted from the first
  /// arrival, so that stays of one month each follow one another without gaps.
  fileprivate func stay(
    _ index: Int, from anchor: CalendarDate, months: Int
  ) throws(CampgroundError) -> StayDates {
    let all = try rethrowing(
      StayDates(
        arrival: anchor.advanced(by: distance.days * index),
        months: distance.months * index + months), as: CampgroundError.invalidDates)
    return try rethrowing(
      StayDates(arrival: arrival(index, from: anchor), departure: all.departure),
      as: CampgroundError.invalidDates)
  }
}
