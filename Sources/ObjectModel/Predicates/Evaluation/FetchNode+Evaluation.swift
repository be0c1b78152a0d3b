extension FetchNode {
  /// What the fetch finds, as a constant of a predicate.
  ///
  /// - Throws: `invalidArgument` for operands that are no request and no context,
  ///   and what the fetch throws.
  func found() throws -> AttributeValue {
    let request = try Self.request(request)
    let fetcher = try Self.context(context).fetcher
    return try Self.naming(request) {
      try fetcher.values(of: request, isCountOnly: isCountOnly)
    }
  }

  /// What the fetch finds, in the form that its request asks for.
  ///
  /// - Parameter value: gives the values of the operands.
  func results(_ value: (ExpressionNode) throws -> PlainValue) throws -> PlainValue {
    let request = try Self.request(operand(request, value))
    let fetcher = try Self.context(operand(context, value)).fetcher
    return try Self.naming(request) {
      PlainValue(try fetcher.results(of: request, isCountOnly: isCountOnly))
    }
  }

  private func operand(
    _ node: ExpressionNode, _ value: (ExpressionNode) throws -> PlainValue
  ) throws -> ExpressionNode {
    switch try value(node) {
    case .opaque(let operand as FetchOperand): ExpressionNode(.fetchOperand(operand))
    case .opaque(let other as any FetchOperandConvertible):
      ExpressionNode(.fetchOperand(other.fetchOperand))
    default: node
    }
  }

  private static func request(_ node: ExpressionNode) throws -> StatedRequest {
    guard case .fetchOperand(.request(let request)) = node.kind else {
      throw unfit(node, "a fetch request", "make it of FetchExpression(forConstantValue: request)")
    }
    return request
  }

  private static func context(_ node: ExpressionNode) throws -> StatedContext {
    guard case .fetchOperand(.context(let context)) = node.kind else {
      throw unfit(node, "a context", "make it of FetchExpression(forConstantValue: context)")
    }
    return context
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

  private static func naming<Value>(
    _ request: StatedRequest, _ body: () throws -> Value
  ) throws -> Value {
    try ObjectGraphError.passing(body) {
      $0.message = "in the fetch of \(request.name) within an expression: \($0.message)"
      $0.position = nil
    }
  }
}
