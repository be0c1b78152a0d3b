/// The length of time that a rate prices.
public enum RateKind: String, Sendable, Hashable, CaseIterable {
  /// One night.
  case nightly
  /// Seven nights.
  case weekly
  /// A calendar month; parts of a month are prorated by its days.
  case monthly
}
