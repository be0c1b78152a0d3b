import ObjectGraph

/// The interval between the stays of a series; the raw value is the word that clerks type.
public enum SeriesStep: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// Seven days.
  case week
  /// Fourteen days.
  case twoWeeks = "two-weeks"
  /// The same day of the next month, or its last day if it is shorter.
  case month
  /// The same day of the next year.
  case year

  public static let emptyValue = SeriesStep.week
}
