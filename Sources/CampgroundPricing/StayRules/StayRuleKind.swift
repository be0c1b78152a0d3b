/// What a rule demands of a stay; the raw value is the word that clerks use and the store keeps.
public enum StayRuleKind: String, Sendable, Hashable, CaseIterable {
  /// The whole stay must be at least as long as the largest minimum of any of its nights.
  case minimumPerNight = "minimum"
  /// At least this many nights of the stay must lie within the season, if any do.
  case minimumInSeason = "season-minimum"
  /// The whole stay must not exceed this length.
  case maximumNights = "maximum"
  /// No arrivals.
  case closedToArrival = "no-arrival"
  /// No departures.
  case closedToDeparture = "no-departure"
  /// A booking must not leave a gap of this many free nights or fewer beside it.
  case gap
  /// A booking can be made at most this many months ahead.
  case bookingWindow = "window"
  /// A booking must be made at least this many days ahead.
  case advanceDays = "advance"
}
