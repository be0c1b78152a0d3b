/// What a rule demands of a stay; the raw value is the word that clerks use and the store keeps.
public enum StayRuleKind: String, Sendable, Hashable, CaseIterable {
  /// The whole stay is at least as long as the largest minimum of any of its nights.
  case minimumPerNight = "minimum"
  /// At least so many nights of a stay lie inside the season, if any does.
  case minimumInSeason = "season-minimum"
  /// The whole stay is at most so long.
  case maximumNights = "maximum"
  /// Nobody arrives.
  case closedToArrival = "no-arrival"
  /// Nobody departs.
  case closedToDeparture = "no-departure"
  /// A booking leaves no gap of so many free nights or fewer beside it.
  case gap
  /// A booking is made at most so many months ahead.
  case bookingWindow = "window"
  /// A booking is made at least so many days ahead.
  case advanceDays = "advance"
}
