extension ResolvedExpression {
  /// The expression's value for the subject.
  package func value(for subject: any PredicateSubject) -> AttributeValue {
    value(in: EvaluationScope(subject))
  }

  /// The expression's value in the scope.
  package func value(in scope: EvaluationScope) -> AttributeValue {
    switch self {
    case .constant(let value): value
    case .path(let path): path.value(for: scope.start(at: path.root))
    case .list(let elements): .list(elements.map { $0.value(in: scope) })
    case .negative(let operand): Arithmetic.negative(operand.value(in: scope))
    case .arithmetic(let symbol, let left, let right):
      Arithmetic.apply(symbol, left.value(in: scope), right.value(in: scope))
    case .function(let call):
      call.function.value(of: call.arguments.map { $0.value(in: scope) })
    case .aggregate(let aggregate): aggregate.value(in: scope)
    case .ternary(let condition, let one, let other, let type):
      (condition.holds(in: scope) ? one : other).value(in: scope).widened(to: type)
    case .cast(let operand, let type): type.value(of: operand.value(in: scope))
    }
  }
}

extension ResolvedAggregate {
  func value(in scope: EvaluationScope) -> AttributeValue {
    if let path = countedPath {
      let objects = path.objects(for: scope.start(at: path.root))
      return objects.map { .integer(Int64($0.count)) } ?? .null
    }
    guard let values = source.values(in: scope) else { return .null }
    return function.value(of: values, isDistinct: isDistinct, type: type)
  }
}

extension ResolvedAggregate.Source {
  /// Nil if an object before the collection is nil.
  fileprivate func values(in scope: EvaluationScope) -> [AttributeValue]? {
    switch self {
    case .values(let path): return path.values(for: scope.start(at: path.root))
    case .list(let elements): return elements.map { $0.value(in: scope) }
    case .rows(let expression): return scope.rows.map { expression.value(for: $0) }
    case .subquery(let subquery, let path):
      let collection = subquery.collection
      guard let objects = collection.objects(for: scope.start(at: collection.root)) else {
        return nil
      }
      return objects.compactMap { object in
        guard subquery.predicate.holds(in: scope.binding(object, at: subquery.depth)) else {
          return nil
        }
        return path.value(for: object)
      }
    }
  }
}
