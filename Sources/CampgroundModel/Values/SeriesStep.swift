import ObjectGraph

/// The interval between stays of a series; the raw value is the word that clerks use.
public enum SeriesStep: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// Seven days.
  case week
  /// Fourteen days.
  case twoWeeks = "two-weeks"
  /// The same day of the next month, or its last day where it is shorter.
  case month
  /// The same day of the next year.
  case year

  public static let emptyValue = SeriesStep.week
}
