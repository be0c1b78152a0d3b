import ObjectGraph

/// A rule about the length and the days of a stay.
///
/// Its conditions are about nights, arrivals or departures, as its kind says. A stay is checked
/// against the rules in force on the day of the check; former versions say what was in force before.
public final class StayRule: ScopedRule {
  public override class var noun: String { "rule" }

  /// What the rule demands.
  @Managed("kind") public var kind: StayRuleKind

  /// The number of nights, months or days demanded; nil for kinds without a number.
  @Managed("value") public var value: Int32?
}
