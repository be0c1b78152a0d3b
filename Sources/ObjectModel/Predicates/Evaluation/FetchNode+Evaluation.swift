extension FetchNode {
  /// What the fetch finds, as a constant of a predicate.
  ///
  /// - Throws: `invalidArgument` for operands that are no request and no context,
  ///   and what the fetch throws.
  func found() throws -> AttributeValue {
    try carriedOut { try $0.values(of: $1, isCountOnly: isCountOnly) }
  }

  /// What the fetch finds, in the form that its request asks for.
  ///
  /// - Parameter value: gives the values of the operands.
  func results(_ value: (ExpressionNode) throws -> PlainValue) throws -> PlainValue {
    let known = FetchNode(
      request: try Self.operand(request, value), context: try Self.operand(context, value),
      isCountOnly: isCountOnly)
    return try known.carriedOut { PlainValue(try $0.results(of: $1, isCountOnly: isCountOnly)) }
  }

  private static func operand(
    _ node: ExpressionNode, _ value: (ExpressionNode) throws -> PlainValue
  ) throws -> ExpressionNode {
    switch try value(node) {
    case .opaque(let operand as FetchOperand): ExpressionNode(.fetchOperand(operand))
    case .opaque(let other as any FetchOperandConvertible):
      ExpressionNode(.fetchOperand(other.fetchOperand))
    default: node
    }
  }

  private func carriedOut<Value>(
    _ fetch: (any ExpressionFetcher, StatedRequest) throws -> Value
  ) throws -> Value {
    guard case .fetchOperand(.request(let stated)) = request.kind else {
      throw Self.unfit(
        request, "a fetch request", "make it of FetchExpression(forConstantValue: request)")
    }
    guard case .fetchOperand(.context(let place)) = context.kind else {
      throw Self.unfit(
        context, "a context", "make it of FetchExpression(forConstantValue: context)")
    }
    return try ObjectGraphError.passing {
      try fetch(place.fetcher, stated)
    } changed: {
      $0.message = "in the fetch of \(stated.name) within an expression: \($0.message)"
      $0.position = nil
    }
  }

  private static func unfit(
    _ node: ExpressionNode, _ wanted: String, _ repair: String
  ) -> ObjectGraphError {
    if case .variable(let name) = node.kind {
      return ObjectGraphError(
        .invalidArgument, "the variable $\(name) has no value, \(wanted) is needed",
        repair: "give it one by withSubstitutionVariables", key: name)
    }
    return ObjectGraphError(
      .invalidArgument,
      "a fetch within an expression needs \(wanted), \(FormatPrinter.text(of: node)) is none",
      repair: repair)
  }
}
