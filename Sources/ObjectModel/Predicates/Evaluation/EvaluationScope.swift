/// What an expression is evaluated over.
package struct EvaluationScope {
  /// What `SELF` is.
  package let subject: any PredicateSubject

  /// The objects that the variables of subqueries stand for, the outermost first.
  var variables: [any PredicateSubject] = []

  /// What aggregates over rows run over.
  let rows: [any PredicateSubject]

  package init(_ subject: any PredicateSubject, rows: [any PredicateSubject] = []) {
    self.subject = subject
    self.rows = rows
  }

  /// The object that a path starts from.
  func start(at root: ResolvedPath.Root) -> any PredicateSubject {
    switch root {
    case .evaluated: subject
    case .variable(let depth): depth < variables.count ? variables[depth] : subject
    }
  }

  /// The scope within a subquery of the depth, for one of its objects.
  func binding(_ object: any PredicateSubject, at depth: Int) -> EvaluationScope {
    var scope = self
    scope.variables.removeLast(max(0, scope.variables.count - depth))
    scope.variables.append(object)
    return scope
  }
}
