/// The night after which the night audit makes a no-show of a stay whose guest did not come.
public enum NoShowNight: String, Sendable, Hashable, CaseIterable {
  /// That of the arrival date. The cancellation policy says what of the whole stay is kept.
  case first
  /// That before the departure date. Until then the site is held, and each night that passes is
  /// owed.
  case last
}
