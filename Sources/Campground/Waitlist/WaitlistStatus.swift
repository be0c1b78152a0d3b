import ObjectGraph

/// Where somebody on the waitlist stands.
public enum WaitlistStatus: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// No campsite is free yet.
  case waiting
  /// A campsite is held for them.
  case offered
  /// They took the offer.
  case booked
  /// They do not wait any more.
  case withdrawn
  /// Their dates are past.
  case lapsed

  public static let emptyValue = WaitlistStatus.waiting
}
