extension FetchPredicate {
  /// Evaluates the predicate for a managed object, or for values without a model: a dictionary, an
  /// array, or a single value, which the predicate refers to as `SELF`.
  ///
  /// Without a model, a key that a dictionary lacks is nil, and values of incomparable types are
  /// unequal and have no order.
  ///
  /// - Parameter variables: values for the predicate's variables, by name without the dollar sign;
  ///   paths may follow variables whose values are managed objects, dictionaries or arrays.
  /// - Throws: `invalidArgument` if the predicate does not fit the object's entity, a key is
  ///   requested from a value without keys, a variable has no value, or the regular expression of a
  ///   `MATCHES` backtracks too much.
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
    return try evaluation.holds(node)
  }

  /// Evaluates the predicate for a subject.
  ///
  /// It is resolved against the subject's entity on each call; for many subjects, resolve it once.
  ///
  /// - Throws: `invalidArgument` if the predicate does not fit the entity, or the regular expression
  ///   of a `MATCHES` backtracks too much.
  package func evaluate(with subject: any PredicateSubject) throws -> Bool {
    try PredicateResolver(entity: subject.objectID.entity).resolve(self).matches(subject)
  }
}

extension FetchExpression {
  /// Evaluates the expression for a managed object, or for values without a model, as accepted by
  /// `FetchPredicate.evaluate(with:)`.
  ///
  /// - Parameter context: values of variables, by name without the dollar sign; they may include a
  ///   fetch request and a context.
  /// - Returns: a value as key-value coding returns it: nil, `Int64`, `Bool`, `Double`, `Decimal`,
  ///   `String`, `Date`, `Data`, `UUID`, `URL`, or an array; for an object, the given object or its
  ///   ID. A `FetchRequestExpression` returns an array of the request's results, or a number.
  /// - Throws: errors of `FetchPredicate.evaluate(with:)`.
  public func expressionValue(with object: Any?, context: [String: Any?]? = nil) throws -> Any? {
    if let defect { throw defect }
    if let keyed = object as? any KeyedValues, context?.isEmpty ?? true, !isCollection {
      let subject = keyed.predicateSubject
      let resolved = try PredicateResolver(entity: subject.objectID.entity).resolve(self)
      return try resolved.value(for: subject).anyValue
    }
    let evaluation = PlainEvaluation(object, variables: context ?? [:])
    return try evaluation.value(of: node).anyValue
  }

  /// Whether the value may be a collection, for which a model has no type.
  private var isCollection: Bool {
    switch node.kind {
    case .keyPath, .subquery, .aggregate, .constant(.list), .fetch: true
    default: false
    }
  }
}

/// An object whose values an evaluation can read by key: a managed object.
package protocol KeyedValues {
  /// The object as a resolved predicate sees it.
  var predicateSubject: any PredicateSubject { get }

  /// - Throws: if the object does not have the key.
  func predicateValue(forKey key: String) throws -> Any?
}
