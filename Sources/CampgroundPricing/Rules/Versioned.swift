/// A rule as it was in force for a time: editing one ends a version and begins the next.
///
/// Time is counted by the revisions of a campground's rules, which go up by one with every change.
/// Unlike instants, no two changes have the same one, and setting a clock back does not mix them
/// up.
public struct Versioned<Rule: Sendable>: Sendable {
  public var rule: Rule
  /// The revision from which it is in force; 0 for always before.
  public var from: Int64
  /// The revision from which it is not in force any more; nil while it is.
  public var until: Int64?

  public init(_ rule: Rule, from: Int64 = 0, until: Int64? = nil) {
    self.rule = rule
    self.from = from
    self.until = until
  }

  /// Whether it is in force at a revision.
  public func isInForce(at revision: Int64) -> Bool {
    from <= revision && until.map { revision < $0 } ?? true
  }
}

extension Versioned: Equatable where Rule: Equatable {}
extension Versioned: Hashable where Rule: Hashable {}
