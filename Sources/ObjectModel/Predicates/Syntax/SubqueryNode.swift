/// `SUBQUERY(collection, $variable, predicate).path`: those objects of a collection that fulfil a
/// condition, or what a path leads to from each of them.
package struct SubqueryNode: Sendable, Hashable {
  /// A key path, a variable with or without a path, or another subquery.
  package var collection: ExpressionNode

  /// The name of the variable that stands for one object at a time, without the dollar sign.
  package var variable: String

  /// Keys that start at `SELF` are those of the object that the whole predicate is evaluated for.
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
