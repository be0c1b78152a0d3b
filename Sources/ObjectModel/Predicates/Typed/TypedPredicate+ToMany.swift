/// Conditions on the objects of a to-many relationship.
extension TypedPredicate {
  /// Creates a condition on the number of objects in a to-many relationship that match a predicate.
  ///
  /// A comparison of one of their properties with a value becomes `ANY`, `ALL` or `NONE`; anything
  /// else becomes a `SUBQUERY`, whose conditions all apply to the same object.
  package convenience init(
    _ modifier: ComparisonModifier, of collection: FetchExpression,
    satisfying predicate: FetchPredicate
  ) {
    let query = SubqueryNode(of: collection.node, whereEach: predicate.node)
    self.init(query.holds(for: modifier), defect: collection.defect ?? predicate.defect)
  }
}

extension FetchExpression {
  /// Creates `SUBQUERY(collection, $x, predicate).@count`.
  package convenience init(
    countIn collection: FetchExpression, satisfying predicate: FetchPredicate
  ) {
    let query = SubqueryNode(of: collection.node, whereEach: predicate.node)
    self.init(query.count, defect: collection.defect ?? predicate.defect)
  }

  /// Creates a collection operator on the values of a key in the objects of a relationship.
  package convenience init(
    _ symbol: AggregateFunction, of collection: FetchExpression, then value: FetchExpression?
  ) {
    let defect = collection.defect ?? value?.defect
    guard defect == nil, case .keyPath(let keys) = collection.node.kind,
      case .keyPath(let rest) = value?.node.kind ?? .keyPath([])
    else {
      self.init(.constant(.null), defect: defect ?? Self.noCollection)
      return
    }
    self.init(.collection(symbol, of: .keyPath(keys + rest), then: []))
  }

  private static var noCollection: ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "a collection operator needs a to-many relationship and an attribute",
      repair: "start with a key path to the relationship")
  }
}

extension SubqueryNode {
  /// The objects of a collection that match a predicate, in which `SELF` refers to each of them.
  fileprivate init(of collection: ExpressionNode, whereEach predicate: PredicateNode) {
    let name = predicate.unusedVariable
    self.init(collection, name, predicate.rebased(onto: name))
  }
}

extension PredicateNode {
  /// The name of a variable that the tree does not use.
  fileprivate var unusedVariable: String {
    let text = FormatPrinter.text(of: self)
    var name = "x"
    var number = 0
    while text.contains("$\(name)") {
      number += 1
      name = "x\(number)"
    }
    return name
  }

  /// The tree with references to the evaluated object replaced by references to a variable.
  fileprivate func rebased(onto variable: String) -> PredicateNode {
    replacing { node in
      guard case .keyPath(let keys) = node.kind else { return nil }
      return .variable(([variable] + keys).joined(separator: "."))
    }
  }
}
