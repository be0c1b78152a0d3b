/// The housekeeping status of a campsite, by the words that the store keeps.
public enum SiteReadiness: String, Sendable, Hashable, CaseIterable {
  /// Not cleaned since the last guest left.
  case dirty
  /// Cleaned.
  case clean
  /// Cleaned and inspected.
  case inspected
}
