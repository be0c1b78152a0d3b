/// Stays by the month, whose months are counted from the arrival by the calendar.
extension StayDates {
  /// Makes the dates of a stay from an arrival and a number of months: from January 31, one month
  /// ends on February 28 and two end on March 31.
  ///
  /// - Throws: `StayDatesError.noMonths` when the number is zero or negative, and
  ///   `StayDatesError.tooManyMonths` when the departure would have no four-digit year.
  public init(arrival: CalendarDate, months: Int) throws(StayDatesError) {
    guard months > 0 else { throw .noMonths(months) }
    let departure = arrival.adding(months: months)
    guard departure <= Self.lastDeparture else { throw .tooManyMonths(months) }
    try self.init(arrival: arrival, departure: departure)
  }

  /// The departure when the stay is extended by a number of months, or shortened where it is
  /// negative.
  ///
  /// Whole months are counted from the arrival, so that a month from January 31 to February 28 is
  /// extended to March 31; any other stay is counted from the departure.
  public func departure(addingMonths months: Int) -> CalendarDate {
    let (from, to) = (arrival.components, departure.components)
    let whole = (to.year - from.year) * 12 + to.month - from.month
    guard arrival.adding(months: whole) == departure else {
      return departure.adding(months: months)
    }
    let (sum, isTooLarge) = whole.addingReportingOverflow(months)
    return arrival.adding(months: isTooLarge ? months : sum)
  }
}
