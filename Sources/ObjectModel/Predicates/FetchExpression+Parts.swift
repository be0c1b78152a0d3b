/// The parts of an expression. Parts that do not apply to its kind are nil.
extension FetchExpression {
  /// The kinds of expressions, with Core Data's raw values.
  public enum ExpressionType: UInt, Sendable, Hashable, CaseIterable {
    case constantValue = 0
    case evaluatedObject = 1
    case variable = 2
    case keyPath = 3
    /// Includes arithmetic, casts, and a collection operator after a subquery.
    case function = 4
    case subquery = 13
    /// A list, including one given as a constant value.
    case aggregate = 14
    case conditional = 20
    case fetchRequest = 50
  }

  /// The kind of the expression.
  public var expressionType: ExpressionType {
    switch node.kind {
    case .aggregate, .constant(.list): .aggregate
    case .constant, .fetchOperand: .constantValue
    case .fetch: .fetchRequest
    case .variable: .variable
    case .keyPath(let keys): keys.isEmpty ? .evaluatedObject : .keyPath
    case .collection(_, let collection, _):
      switch collection.kind {
      case .variable: .variable
      case .keyPath: .keyPath
      default: .function
      }
    case .subquery(let node): node.path.isEmpty ? .subquery : .function
    case .ternary: .conditional
    case .function, .message, .cast: .function
    }
  }

  /// The value of a constant, as key-value coding returns it, or the values of a list of constants;
  /// for a fetch request, its description; nil for a context, because it belongs to its queue.
  public var constantValue: Any? {
    switch node.kind {
    case .constant(let value): value.anyValue
    case .fetchOperand(.request(let request)): request.description
    default: nil
    }
  }

  /// The text of a key path, including its collection operator.
  public var keyPath: String? { expressionType == .keyPath ? FormatPrinter.text(of: node) : nil }

  /// The name of a variable without the dollar sign, followed by its path.
  public var variable: String? {
    expressionType == .variable ? String(FormatPrinter.text(of: node).dropFirst()) : nil
  }

  /// Core Data's name of the function, such as `sum:`; `add:to:` for a plus sign.
  public var function: String? {
    switch node.kind {
    case .function(let function, _): function.rawValue
    case .message(_, let name, _): name
    case .cast: "castObject:toType:"
    default: expressionType == .function ? "valueForKeyPath:" : nil
    }
  }

  /// The arguments of a function.
  public var arguments: [FetchExpression]? {
    switch node.kind {
    case .function(_, let arguments): return arguments.map { FetchExpression($0) }
    case .message(let receiver, _, let arguments):
      return ([receiver] + arguments).map { FetchExpression($0) }
    case .cast(let operand, let type):
      return [FetchExpression(operand), FetchExpression(.constant(.string(type.rawValue)))]
    case .collection(let symbol, let collection, let keys):
      guard case .subquery(let query) = collection.kind else { return nil }
      return Self.path([symbol.operatorName] + keys, behind: query)
    case .subquery(let query) where !query.path.isEmpty: return Self.path([], behind: query)
    default: return nil
    }
  }

  /// The elements of a list, or the single collection expression of a subquery.
  public var collection: [FetchExpression]? {
    switch node.kind {
    case .aggregate(let elements): elements.map { FetchExpression($0) }
    case .constant(.list(let values)): values.map { FetchExpression(.constant($0)) }
    case .subquery(let query) where query.path.isEmpty: [FetchExpression(query.collection)]
    default: nil
    }
  }

  /// The condition of a subquery or of a conditional expression.
  public var predicate: FetchPredicate? {
    switch node.kind {
    case .subquery(let query) where query.path.isEmpty: FetchPredicate(query.predicate)
    case .ternary(let condition, _, _): FetchPredicate(condition)
    default: nil
    }
  }

  /// The result of a conditional expression if its condition is true.
  public var trueExpression: FetchExpression? {
    if case .ternary(_, let one, _) = node.kind { FetchExpression(one) } else { nil }
  }

  /// The result of a conditional expression if its condition is false.
  public var falseExpression: FetchExpression? {
    if case .ternary(_, _, let other) = node.kind { FetchExpression(other) } else { nil }
  }

  private static func path(_ keys: [String], behind query: SubqueryNode) -> [FetchExpression] {
    var bare = query
    bare.path = []
    let path = (query.path + keys).joined(separator: ".")
    return [FetchExpression(.subquery(bare)), FetchExpression(.constant(.string(path)))]
  }
}
