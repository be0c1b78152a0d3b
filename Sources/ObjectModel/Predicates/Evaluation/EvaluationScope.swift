/// The scope in which an expression is evaluated.
package struct EvaluationScope {
  /// The object that `SELF` refers to.
  package let subject: any PredicateSubject

  /// The objects that subquery variables refer to, outermost first.
  var variables: [any PredicateSubject] = []

  /// The rows for aggregates over rows.
  let rows: [any PredicateSubject]

  package init(_ subject: any PredicateSubject, rows: [any PredicateSubject] = []) {
    self.subject = subject
    self.rows = rows
  }

  /// The object at which a path starts.
  func start(at root: ResolvedPath.Root) -> any PredicateSubject {
    switch root {
    case .evaluated: subject
    case .variable(let depth): depth < variables.count ? variables[depth] : subject
    }
  }

  /// The scope inside a subquery at a depth, for one of its objects.
  func binding(_ object: any PredicateSubject, at depth: Int) -> EvaluationScope {
    var scope = self
    scope.variables.removeLast(max(0, scope.variables.count - depth))
    scope.variables.append(object)
    return scope
  }
}
