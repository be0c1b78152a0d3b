/// The status of a waitlist entry.
public enum WaitlistStatus: String, Sendable, Hashable, CaseIterable {
  /// In line, with no campsite on hold.
  case waiting
  /// A campsite is on hold for them.
  case offered
  /// Too many offers failed: they keep their place, but get no more offers until they are asked
  /// again.
  case resting
  /// They accepted an offer.
  case booked
  /// They withdrew.
  case withdrawn
  /// Their dates have passed.
  case lapsed
}

extension WaitlistStatus {
  /// Whether they are still waiting.
  public var isInLine: Bool {
    switch self {
    case .waiting, .offered, .resting: true
    case .booked, .withdrawn, .lapsed: false
    }
  }
}
