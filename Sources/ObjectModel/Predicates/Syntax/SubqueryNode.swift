/// `SUBQUERY(collection, $variable, predicate).path`: the objects of a collection that meet a
/// condition, or the values at the end of a path from each of them.
package struct SubqueryNode: Sendable, Hashable {
  /// A key path, a variable with or without a path, or another subquery.
  package var collection: ExpressionNode

  /// The name of the variable for each object, without the dollar sign.
  package var variable: String

  /// Keys that start at `SELF` refer to the object for which the whole predicate is evaluated.
  package var predicate: PredicateNode

  /// Empty for the objects themselves.
  package var path: [String]

  package init(
    _ collection: ExpressionNode, _ variable: String, _ predicate: PredicateNode,
    path: [String] = []
  ) {
    self.collection = collection
    self.variable = variable
    self.predicate = predicate
    self.path = path
  }
}

extension SubqueryNode {
  /// The number of objects.
  var count: ExpressionNode { .collection(.count, of: .subquery(self), then: []) }

  /// The condition that some, all or none of the collection's objects match the subquery.
  ///
  /// A comparison of one of their properties with a value becomes `ANY`, `ALL` or `NONE`; anything
  /// else counts the results of a subquery, whose conditions all apply to the same object.
  package func holds(for modifier: ComparisonModifier) -> PredicateNode {
    if let comparison = comparison(modifier) { return comparison }
    var query = self
    if modifier == .all { query.predicate = predicate.negated }
    let symbol: ComparisonOperator = modifier == .any ? .greaterThan : .equalTo
    return .comparison(ComparisonNode(query.count, symbol, .constant(.integer(0))))
  }

  private func comparison(_ modifier: ComparisonModifier) -> PredicateNode? {
    guard case .comparison(var comparison) = predicate.kind, comparison.modifier == .direct,
      case .constant = comparison.right.kind, case .keyPath(let keys) = collection.kind,
      case .variable(let name) = comparison.left.kind
    else { return nil }
    let parts = name.split(separator: ".").map(String.init)
    guard parts.first == variable else { return nil }
    comparison.left = .keyPath(keys + parts.dropFirst())
    comparison.modifier = modifier
    return .comparison(comparison)
  }
}
