import Foundation

/// A rule as it was in force for a time: editing one ends a version and begins the next.
public struct Versioned<Rule: Sendable>: Sendable {
  public var rule: Rule
  /// The instant from which it is in force; nil for always before.
  public var from: Date?
  /// The instant from which it is not in force any more; nil while it is.
  public var until: Date?

  public init(_ rule: Rule, from: Date? = nil, until: Date? = nil) {
    self.rule = rule
    self.from = from
    self.until = until
  }

  /// Whether it is in force at an instant.
  public func isInForce(at instant: Date) -> Bool {
    if let from, instant < from { return false }
    if let until, instant >= until { return false }
    return true
  }
}

extension Versioned: Equatable where Rule: Equatable {}
extension Versioned: Hashable where Rule: Hashable {}
