/// What falls to one stay of an amount that a group shares.
public struct GroupShare: Hashable, Sendable {
  /// The reservation's code.
  public let code: String
  /// The name of the campsite.
  public let site: String?
  /// The share.
  public let amount: Money
}
