/// A condition on objects of one class, created with operators on key paths.
///
///     let predicate = \Reservation.partySize > 2 && \.campSite?.siteNumber == 15
///
/// It is a `FetchPredicate` and can be used wherever one can; only the compiler knows the class. To
/// combine it with a predicate in the format language, use the initializer:
///
///     try \Reservation.partySize > 2 && TypedPredicate(format: "notes MATCHES %@", pattern)
///
/// A key path through anything but `@Managed` properties creates a predicate that throws when it is
/// used. What a key path goes through is found by reading it once, on an object without a context:
/// a computed property in the path runs then, and must accept any values of the properties that it
/// reads.
public final class TypedPredicate<Root>: FetchPredicate, @unchecked Sendable {
  // Sound: it adds no state to the superclass, whose state is `let` and Sendable.

  /// Creates a typed predicate from an untyped one; its keys are checked when it is used.
  public convenience init(_ predicate: FetchPredicate) {
    self.init(predicate.node, depth: predicate.depth, defect: predicate.defect)
  }

  /// Creates a comparison of two expressions.
  package convenience init(
    _ left: FetchExpression, _ symbol: ComparisonOperator, _ right: FetchExpression,
    modifier: ComparisonModifier = .direct, options: ComparisonOptions = []
  ) {
    let node = ComparisonNode(
      left.node, symbol, right.node, modifier: modifier, options: options)
    self.init(.comparison(node), defect: left.defect ?? right.defect)
  }

  /// Joins two predicates with AND; `a && b && c` becomes one flat list, as in the format language.
  package convenience init(_ left: FetchPredicate, and right: FetchPredicate) {
    let nodes = if case .and(let nodes) = left.node.kind { nodes } else { [left.node] }
    self.init(.and(nodes + [right.node]), defect: left.defect ?? right.defect)
  }

  /// Joins two predicates with OR, also as one flat list.
  package convenience init(_ left: FetchPredicate, or right: FetchPredicate) {
    let nodes = if case .or(let nodes) = left.node.kind { nodes } else { [left.node] }
    self.init(.or(nodes + [right.node]), defect: left.defect ?? right.defect)
  }

  /// Negates a predicate.
  package convenience init(not predicate: FetchPredicate) {
    self.init(.not(predicate.node), defect: predicate.defect)
  }
}
