extension CampSite {
  /// The date from which it is not let any more; nil while it is.
  public var retirement: CalendarDate? {
    get { retiredFrom.map(CalendarDate.init(midnightUTC:)) }
    set { retiredFrom = newValue?.midnightUTC }
  }

  /// Whether it is let on every night of a stay.
  public func isLet(_ dates: StayDates) -> Bool {
    retirement.map { dates.departure <= $0 } ?? true
  }
}
