extension DatedCharge {
  /// Sets the first and last nights.
  ///
  /// - Throws: `CampgroundError.datesInReverse`.
  func take(from: CalendarDate?, through: CalendarDate?) throws(CampgroundError) {
    if let from, let through, through < from {
      throw .datesInReverse(from: from, through: through)
    }
    firstNight = from
    lastNight = through
  }
}
