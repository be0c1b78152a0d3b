/// The night after which the night audit makes a stay without an arrival a no-show.
public enum NoShowNight: String, Sendable, Hashable, CaseIterable {
  /// The night of arrival. The cancellation policy decides how much of the whole stay is kept.
  case first
  /// The night before departure. Until then the site is held, and each night that passes is owed.
  case last
}
