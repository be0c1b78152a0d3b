/// Executing a fetch inside an expression.
extension FetchNode {
  /// The result of the fetch, as a constant for a predicate.
  ///
  /// - Throws: `invalidArgument` for operands that are not a request and a context, and errors of
  ///   the fetch.
  func found() throws -> AttributeValue {
    try carriedOut { try $0.values(of: $1, isCountOnly: isCountOnly) }
  }

  /// - Parameter fetch: executes the request in the context.
  func carriedOut<Value>(
    _ fetch: (any ExpressionFetcher, StatedRequest) throws -> Value
  ) throws -> Value {
    guard case .fetchOperand(.request(let stated)) = request.kind else {
      throw Self.unfit(
        request, "a fetch request", "create it with FetchExpression(forConstantValue: request)")
    }
    guard case .fetchOperand(.context(let place)) = context.kind else {
      throw Self.unfit(
        context, "a context", "create it with FetchExpression(forConstantValue: context)")
    }
    return try ObjectGraphError.passing {
      try fetch(place.fetcher, stated)
    } changed: {
      $0.message = "in the fetch of \(stated.name) inside an expression: \($0.message)"
      $0.position = nil
    }
  }

  private static func unfit(
    _ node: ExpressionNode, _ wanted: String, _ repair: String
  ) -> ObjectGraphError {
    if case .variable(let name) = node.kind {
      return ObjectGraphError(
        .invalidArgument, "the variable $\(name) has no value, but \(wanted) is needed",
        repair: "give it one with withSubstitutionVariables", key: name)
    }
    return ObjectGraphError(
      .invalidArgument,
      "a fetch inside an expression needs \(wanted), found \(FormatPrinter.text(of: node))",
      repair: repair)
  }
}
