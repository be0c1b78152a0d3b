extension FetchPredicate {
  /// Whether the predicate holds for a managed object, or for values without a model: a dictionary
  /// of values by key, an array, or a single value that the predicate calls `SELF`.
  ///
  /// Without a model, a key that a dictionary lacks is nil, and values of types that do not compare
  /// are not equal and have no order.
  ///
  /// - Parameter variables: values for the predicate's variables, by name without the dollar sign;
  ///   managed objects, dictionaries and arrays among them may be asked for keys.
  /// - Throws: `invalidArgument` when the predicate does not fit the object's entity, when a key is
  ///   asked of something that has none, for variables without a value, and when the regular
  ///   expression of a `MATCHES` tries too many ways and is given up.
  public func evaluate(
    with object: Any?, substitutionVariables variables: [String: Any?]? = nil
  ) throws -> Bool {
    if let defect { throw defect }
    if let keyed = object as? any KeyedValues, variables?.isEmpty ?? true,
      filled != nil || !SyntaxNode.predicate(node).contains(where: \.isBlock)
    {
      return try evaluate(with: keyed.predicateSubject)
    }
    let evaluation = PlainEvaluation(object, variables: variables ?? [:])
    return try EvaluationFailure.surfacing { try evaluation.holds(node) }
  }

  /// Whether the predicate holds for the subject.
  ///
  /// It is resolved against the subject's entity anew each time: for many subjects, resolve once.
  ///
  /// - Throws: `invalidArgument` when the predicate does not fit the entity.
  package func evaluate(with subject: any PredicateSubject) throws -> Bool {
    let resolved = try PredicateResolver(entity: subject.objectID.entity).resolve(self)
    return try EvaluationFailure.surfacing { resolved.matches(subject) }
  }
}

extension FetchExpression {
  /// The expression's value for a managed object, or for values without a model as
  /// `FetchPredicate.evaluate(with:)` takes them.
  ///
  /// - Parameter context: values of variables, by name without the dollar sign; a fetch request and
  ///   a context may be among them.
  /// - Returns: what key-value coding gives: nil, `Int64`, `Bool`, `Double`, `Decimal`, `String`,
  ///   `Date`, `Data`, `UUID`, `URL`, or an array; for an object what was given, or its ID. A
  ///   `FetchRequestExpression` gives an array of what its request is for, or a number.
  /// - Throws: as `FetchPredicate.evaluate(with:)`.
  public func expressionValue(with object: Any?, context: [String: Any?]? = nil) throws -> Any? {
    if let defect { throw defect }
    if let keyed = object as? any KeyedValues, context?.isEmpty ?? true, !isCollection {
      let subject = keyed.predicateSubject
      let resolved = try PredicateResolver(entity: subject.objectID.entity).resolve(self)
      return try EvaluationFailure.surfacing { resolved.value(for: subject).anyValue }
    }
    let evaluation = PlainEvaluation(object, variables: context ?? [:])
    return try EvaluationFailure.surfacing { try evaluation.value(of: node).anyValue }
  }

  /// Whether the value may be more than one, for which a model has no type.
  private var isCollection: Bool {
    switch node.kind {
    case .keyPath, .subquery, .aggregate, .constant(.list), .fetch: true
    default: false
    }
  }
}

/// What can be asked for its values by key in an evaluation: a managed object.
package protocol KeyedValues {
  /// The object as a resolved predicate sees it.
  var predicateSubject: any PredicateSubject { get }

  /// - Throws: for a key that the object does not have.
  func predicateValue(forKey key: String) throws -> Any?
}
