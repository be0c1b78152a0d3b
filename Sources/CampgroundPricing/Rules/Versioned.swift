/// A rule with the time during which it is in force: editing a rule ends one version and begins the
/// next.
///
/// Time is measured in revisions of the campground's rules, a counter that every change increments.
/// Unlike instants, no two changes share a revision, and setting the clock back does not mix them
/// up.
public struct Versioned<Rule: Sendable>: Sendable {
  public var rule: Rule
  /// The first revision at which the rule is in force; 0 if it always was.
  public var from: Int64
  /// The revision at which the rule ceases to be in force; nil while it still is.
  public var until: Int64?

  public init(_ rule: Rule, from: Int64 = 0, until: Int64? = nil) {
    self.rule = rule
    self.from = from
    self.until = until
  }

  /// Whether the rule is in force at a revision.
  public func isInForce(at revision: Int64) -> Bool {
    from <= revision && until.map { revision < $0 } ?? true
  }
}

extension Versioned: Equatable where Rule: Equatable {}
extension Versioned: Hashable where Rule: Hashable {}
