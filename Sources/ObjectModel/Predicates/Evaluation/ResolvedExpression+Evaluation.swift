extension ResolvedExpression {
  /// The expression's value for the subject.
  ///
  /// - Throws: `invalidArgument` if the regular expression of a `MATCHES` backtracks too much.
  package func value(for subject: any PredicateSubject) throws -> AttributeValue {
    try value(in: EvaluationScope(subject))
  }

  /// The expression's value in the scope.
  ///
  /// - Throws: errors of `value(for:)`.
  package func value(in scope: EvaluationScope) throws -> AttributeValue {
    switch self {
    case .constant(let value): value
    case .path(let path): path.value(for: scope.start(at: path.root))
    case .list(let elements): .list(try elements.map { try $0.value(in: scope) })
    case .function(let call) where call.function.isArithmetic:
      Arithmetic.apply(
        call.function, try call.arguments[0].value(in: scope),
        try call.arguments[1].value(in: scope))
    case .function(let call):
      call.function.value(of: try call.arguments.map { try $0.value(in: scope) })
    case .aggregate(let aggregate): try aggregate.value(in: scope)
    case .ternary(let condition, let one, let other, let type):
      try (condition.holds(in: scope) ? one : other).value(in: scope).widened(to: type)
    case .cast(let operand, let type): type.value(of: try operand.value(in: scope))
    }
  }
}

extension ResolvedAggregate {
  func value(in scope: EvaluationScope) throws -> AttributeValue {
    if let path = countedPath {
      let objects = path.objects(for: scope.start(at: path.root))
      return objects.map { .integer(Int64($0.count)) } ?? .null
    }
    guard let values = try source.values(in: scope) else { return .null }
    return function.value(of: values, isDistinct: isDistinct, type: type)
  }
}

extension ResolvedAggregate.Source {
  /// Nil if an object before the collection is nil.
  fileprivate func values(in scope: EvaluationScope) throws -> [AttributeValue]? {
    switch self {
    case .values(let path): return path.values(for: scope.start(at: path.root))
    case .list(let elements): return try elements.map { try $0.value(in: scope) }
    case .rows(let expression): return try scope.rows.map { try expression.value(for: $0) }
    case .subquery(let subquery, let path):
      let collection = subquery.collection
      guard let objects = collection.objects(for: scope.start(at: collection.root)) else {
        return nil
      }
      return try objects.compactMap { object in
        guard try subquery.predicate.holds(in: scope.binding(object, at: subquery.depth)) else {
          return nil
        }
        return path.value(for: object)
      }
    }
  }
}
