/// A policy after a call about it.
public struct PolicyChange {
  /// The policy.
  public let policy: CancellationPolicy

  /// The name of the policy that new reservations got until then, where they get this one instead.
  public let replaced: String?
}
