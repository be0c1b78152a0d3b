/// How far the calls of a service save what they change.
public enum SaveReach: Sendable, Hashable {
  /// To the store: what a call changed is on disk when it returns.
  case store
  /// Into the service's own context, whose owner saves it or not. Until then new reservations go by
  /// provisional codes, `R-new1`.
  case context
}
