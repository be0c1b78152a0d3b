/// Where somebody on the waitlist stands.
public enum WaitlistStatus: String, Sendable, Hashable, CaseIterable {
  /// They are in line, and no campsite is held for them.
  case waiting
  /// A campsite is held for them.
  case offered
  /// Too many offers came to nothing: they keep their place, and get no more until they are asked
  /// again.
  case resting
  /// They took an offer.
  case booked
  /// They do not wait any more.
  case withdrawn
  /// Their dates are past.
  case lapsed
}

extension WaitlistStatus {
  /// Whether the waiting goes on.
  public var isInLine: Bool {
    switch self {
    case .waiting, .offered, .resting: true
    case .booked, .withdrawn, .lapsed: false
    }
  }
}
