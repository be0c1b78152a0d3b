extension RateCard {
  /// The cancellation policy of a stay that becomes reserved under a revision of the rules: the
  /// most specific standard policy for its first night; nil where none applies.
  public func policy(for facts: StayFacts, reservedUnder revision: Int64) -> Policy? {
    guard let first = facts.nights.first else { return nil }
    return policies.lazy.filter { $0.isInForce(at: revision) }.map(\.rule)
      .filter { $0.isStandard && $0.scope.covers(first.date, at: first.place) }
      .min { $0.scope.specificity < $1.scope.specificity }
  }
}
