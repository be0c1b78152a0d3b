/// The result of adding or changing a policy.
public struct PolicyChange {
  /// The policy.
  public let policy: CancellationPolicy

  /// The name of the former default policy, if this one replaced it.
  public let replaced: String?
}
