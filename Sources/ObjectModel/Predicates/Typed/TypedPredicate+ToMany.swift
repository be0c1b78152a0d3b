/// Conditions on the objects of a to-many relationship.
extension TypedPredicate {
  /// Makes a condition on how many objects of a to-many relationship fulfil a predicate.
  ///
  /// A comparison of one of their properties with a value becomes `ANY`, `ALL` or `NONE`; anything
  /// else a `SUBQUERY`, whose conditions all speak of the same object.
  package convenience init(
    _ modifier: ComparisonModifier, of collection: FetchExpression,
    satisfying predicate: FetchPredicate
  ) {
    if let comparison = Self.comparison(predicate.node, of: collection.node, modifier) {
      self.init(
        node: .comparison(comparison), depth: max(collection.depth, predicate.depth),
        positions: LeafPositions(), defect: collection.defect ?? predicate.defect)
      return
    }
    let wanted = modifier == .all ? TypedPredicate(not: predicate) : predicate
    let symbol: ComparisonOperator = modifier == .any ? .greaterThan : .equal
    self.init(
      FetchExpression(countIn: collection, satisfying: wanted), symbol,
      FetchExpression(.constant(.integer(0))))
  }

  private static func comparison(
    _ node: PredicateNode, of collection: ExpressionNode, _ modifier: ComparisonModifier
  ) -> ComparisonNode? {
    guard case .comparison(var comparison) = node, comparison.modifier == .direct,
      case .constant = comparison.right, case .keyPath(let keys) = collection
    else { return nil }
    switch comparison.left {
    case .keyPath(let rest): comparison.left = .keyPath(keys + rest)
    case .selfObject: comparison.left = collection
    default: return nil
    }
    comparison.modifier = modifier
    return comparison
  }
}

extension FetchExpression {
  /// Makes `SUBQUERY(collection, $x, predicate).@count`.
  package convenience init(
    countIn collection: FetchExpression, satisfying predicate: FetchPredicate
  ) {
    let name = predicate.node.unusedVariable
    let query = SubqueryNode(collection.node, name, predicate.node.rebased(onto: name))
    self.init(
      .collection(.count, of: .subquery(query), then: []),
      depth: 2 + max(collection.depth, predicate.depth),
      defect: collection.defect ?? predicate.defect)
  }

  /// Makes a collection operator over the values of a key in the objects of a relationship.
  package convenience init(
    _ symbol: CollectionOperator, of collection: FetchExpression, then value: FetchExpression?
  ) {
    let defect = collection.defect ?? value?.defect
    guard defect == nil, case .keyPath(let keys) = collection.node else {
      self.init(.constant(.null), defect: defect ?? Self.noCollection)
      return
    }
    switch value?.node {
    case nil: self.init(.collection(symbol, of: collection.node, then: []), depth: 2)
    case .keyPath(let rest):
      self.init(.collection(symbol, of: .keyPath(keys + rest), then: []), depth: 2)
    default: self.init(.constant(.null), defect: Self.noCollection)
    }
  }

  private static var noCollection: ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "a collection operator needs a to-many relationship and an attribute",
      repair: "begin with a key path to the relationship")
  }
}

extension PredicateNode {
  /// A name for a variable that the tree does not use.
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

  /// The tree with everything that it says of the evaluated object said of a variable.
  fileprivate func rebased(onto variable: String) -> PredicateNode {
    switch self {
    case .literal, .block: return self
    case .and(let children): return .and(children.map { $0.rebased(onto: variable) })
    case .or(let children): return .or(children.map { $0.rebased(onto: variable) })
    case .not(let child): return .not(child.rebased(onto: variable))
    case .comparison(var comparison):
      comparison.left = comparison.left.rebased(onto: variable)
      comparison.right = comparison.right.rebased(onto: variable)
      return .comparison(comparison)
    }
  }
}

extension ExpressionNode {
  fileprivate func rebased(onto variable: String) -> ExpressionNode {
    switch self {
    case .constant, .variable, .fetch, .fetchOperand: return self
    case .keyPath(let keys): return .variable(([variable] + keys).joined(separator: "."))
    case .selfObject: return .variable(variable)
    case .aggregate(let parts): return .aggregate(parts.map { $0.rebased(onto: variable) })
    case .negative(let operand): return .negative(operand.rebased(onto: variable))
    case .cast(let operand, let type): return .cast(operand.rebased(onto: variable), type)
    case .arithmetic(let symbol, let left, let right):
      return .arithmetic(symbol, left.rebased(onto: variable), right.rebased(onto: variable))
    case .function(let function, let arguments):
      return .function(function, arguments.map { $0.rebased(onto: variable) })
    case .collection(let symbol, let collection, let keys):
      return .collection(symbol, of: collection.rebased(onto: variable), then: keys)
    case .subquery(var query):
      query.collection = query.collection.rebased(onto: variable)
      query.predicate = query.predicate.rebased(onto: variable)
      return .subquery(query)
    case .ternary(let condition, let one, let other):
      return .ternary(
        condition.rebased(onto: variable), one.rebased(onto: variable),
        other.rebased(onto: variable))
    }
  }
}
