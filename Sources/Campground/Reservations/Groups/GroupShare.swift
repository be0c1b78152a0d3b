/// The share of one stay in an amount charged to a group.
public struct GroupShare: Hashable, Sendable {
  /// The reservation's code.
  public let code: String
  /// The name of the campsite.
  public let site: String?
  /// The share.
  public let amount: Money
}
