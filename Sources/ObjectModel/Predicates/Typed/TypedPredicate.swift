/// A condition on objects of one class, as operators on key paths make it.
///
///     let predicate = \Reservation.partySize > 2 && \.campSite?.siteNumber == 15
///
/// It is a `FetchPredicate` and can be used wherever one is asked for; the class is known to the
/// compiler only. A predicate of that class in the format language joins in by its initializer:
///
///     try \Reservation.partySize > 2 && TypedPredicate(format: "notes MATCHES %@", pattern)
///
/// A key path that leads over anything but `@Managed` properties gives a predicate that throws what
/// is wrong when it is used. What a key path leads over shows only when it is read, which is done
/// once for each, of an object without a context: a computed property that is named runs then, and
/// must take whatever values the properties that it reads may have.
public final class TypedPredicate<Root>: FetchPredicate, @unchecked Sendable {
  // Sound: it adds no state to the superclass, whose state is `let` and Sendable.

  /// Takes a predicate for one of the objects of the class; its keys are checked when it is used.
  public convenience init(_ predicate: FetchPredicate) {
    self.init(predicate.node, depth: predicate.depth, defect: predicate.defect)
  }

  /// Makes a comparison of two expressions.
  package convenience init(
    _ left: FetchExpression, _ symbol: ComparisonOperator, _ right: FetchExpression,
    modifier: ComparisonModifier = .direct, options: ComparisonOptions = []
  ) {
    let node = ComparisonNode(
      left.node, symbol, right.node, modifier: modifier, options: options)
    self.init(.comparison(node), defect: left.defect ?? right.defect)
  }

  /// Joins two predicates by AND; `a && b && c` makes one flat list, as in the format language.
  package convenience init(_ left: FetchPredicate, and right: FetchPredicate) {
    let nodes = if case .and(let nodes) = left.node.kind { nodes } else { [left.node] }
    self.init(.and(nodes + [right.node]), defect: left.defect ?? right.defect)
  }

  /// Joins two predicates by OR, flat as well.
  package convenience init(_ left: FetchPredicate, or right: FetchPredicate) {
    let nodes = if case .or(let nodes) = left.node.kind { nodes } else { [left.node] }
    self.init(.or(nodes + [right.node]), defect: left.defect ?? right.defect)
  }

  /// Turns a predicate into its opposite.
  package convenience init(not predicate: FetchPredicate) {
    self.init(.not(predicate.node), defect: predicate.defect)
  }
}
