/// For how long a rate is.
public enum RateKind: String, Sendable, Hashable, CaseIterable {
  /// A night.
  case nightly
  /// Seven nights.
  case weekly
  /// A month; parts of it by its days.
  case monthly
}
