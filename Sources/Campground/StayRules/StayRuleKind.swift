import ObjectGraph

/// What a rule demands of a stay.
public enum StayRuleKind: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// The whole stay is at least as long as the largest minimum of any of its nights.
  case minimumPerNight = "minimum per night"
  /// At least so many nights of a stay lie inside the season, if any does.
  case minimumInSeason = "minimum in season"
  /// The whole stay is at most so long.
  case maximumNights = "maximum nights"
  /// Nobody arrives.
  case closedToArrival = "closed to arrival"
  /// Nobody departs.
  case closedToDeparture = "closed to departure"
  /// A booking leaves no gap of so many free nights or fewer beside it.
  case gap = "gap"
  /// A booking is made at most so many months ahead.
  case bookingWindow = "booking window"
  /// A booking is made at least so many days ahead.
  case advanceDays = "advance days"

  public static let emptyValue = StayRuleKind.minimumPerNight

  /// Whether a rule of this kind has a number.
  public var takesValue: Bool { values != nil }
}
