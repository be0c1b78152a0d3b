/// One side of a comparison, a dictionary column, or the source of a derived attribute, as written.
package struct ExpressionNode: Sendable {
  package indirect enum Kind: Sendable, Hashable {
    /// A value; a list if all its elements are constants.
    case constant(AttributeValue)
    /// Keys from the evaluated object; without keys, the object itself, `SELF`.
    case keyPath([String])
    /// `$NAME`, without the dollar sign; `$NAME.key` includes the path.
    case variable(String)
    /// A list with at least one element that is not a constant.
    case aggregate([ExpressionNode])
    case function(PredicateFunction, [ExpressionNode])
    /// `FUNCTION($manager, "name:", arguments)`: a message to an object that a mapping model
    /// provides as a variable.
    case message(to: ExpressionNode, String, [ExpressionNode])
    /// `pages.wordCount.@sum`, or `pages.@sum.wordCount` with the keys after the operator in
    /// `then`. The collection is a key path, a variable with a path, or a subquery.
    case collection(AggregateFunction, of: ExpressionNode, then: [String])
    case subquery(SubqueryNode)
    /// `TERNARY(condition, one, other)`.
    case ternary(PredicateNode, ExpressionNode, ExpressionNode)
    /// `CAST(expression, "NSDate")`, unless the operand is a constant.
    case cast(ExpressionNode, CastType)
    case fetch(FetchNode)
    case fetchOperand(FetchOperand)
  }

  package let kind: Kind

  /// The number of levels in the tree.
  package let depth: Int

  /// The character position in the format string; nil if the expression was not parsed.
  package let position: Int?

  /// The argument that a constant in a template came from; nil for a constant in the format itself,
  /// and outside templates.
  let argument: Int?

  /// - Parameter position: nil for that of the first descendant with a position.
  init(_ kind: Kind, at position: Int? = nil, argument: Int? = nil) {
    self.kind = kind
    self.argument = argument
    let children = kind.children
    if case .fetchOperand(let operand) = kind {
      depth = operand.depth
    } else {
      depth = 1 + (children.lazy.map(\.depth).max() ?? 0)
    }
    self.position = position ?? SyntaxNode.position(in: children)
  }
}

/// Two expressions are equal if they mean the same, wherever they were written.
extension ExpressionNode: Hashable {
  package static func == (left: Self, right: Self) -> Bool { left.kind == right.kind }

  package func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension ExpressionNode {
  package static var selfObject: Self { Self(.keyPath([])) }

  package static func constant(_ value: AttributeValue) -> Self { Self(.constant(value)) }

  package static func keyPath(_ keys: [String], at position: Int? = nil) -> Self {
    Self(.keyPath(keys), at: position)
  }

  package static func variable(_ name: String) -> Self { Self(.variable(name)) }

  /// Creates a list.
  package static func aggregate(_ elements: [ExpressionNode]) -> Self { Self(.list(of: elements)) }

  package static func function(
    _ function: PredicateFunction, _ arguments: [ExpressionNode]
  ) -> Self { Self(.function(function, arguments)) }

  package static func message(
    _ receiver: ExpressionNode, _ name: String, _ arguments: [ExpressionNode]
  ) -> Self { Self(.message(to: receiver, name, arguments)) }

  package static func collection(
    _ symbol: AggregateFunction, of collection: ExpressionNode, then keys: [String]
  ) -> Self { Self(.collection(symbol, of: collection, then: keys)) }

  package static func subquery(_ node: SubqueryNode) -> Self { Self(.subquery(node)) }

  package static func ternary(
    _ condition: PredicateNode, _ one: ExpressionNode, _ other: ExpressionNode
  ) -> Self { Self(.ternary(condition, one, other)) }

  package static func cast(_ operand: ExpressionNode, _ type: CastType) -> Self {
    Self(.cast(operand, type))
  }

  /// The value of a constant.
  var constantValue: AttributeValue? { if case .constant(let value) = kind { value } else { nil } }

  /// Whether the expression is a list, constant or not.
  var isList: Bool {
    switch kind {
    case .aggregate, .constant(.list): true
    default: false
    }
  }

  /// Whether it computes a value from other values, as functions and arithmetic do.
  var isComputed: Bool {
    switch kind {
    case .cast, .ternary: true
    case .function(let function, _): function.aggregate == nil
    default: false
    }
  }
}

extension ExpressionNode.Kind {
  /// Creates a list; one that contains only constants becomes a constant, unless they include
  /// arguments of a template.
  static func list(of elements: [ExpressionNode]) -> Self {
    let values = elements.compactMap { $0.argument == nil ? $0.constantValue : nil }
    return values.count == elements.count && !values.contains(where: \.isList)
      ? .constant(.list(values)) : .aggregate(elements)
  }
}

/// The types that `CAST` converts to.
///
/// To add one, add a case here, the types that can be cast to it in `PredicateWalk.cast`, and its
/// values in `PredicateFunction+Evaluation`. Parsing, printing and SQL use these.
package enum CastType: String, Sendable, Hashable, CaseIterable {
  /// A number of seconds since 2001-01-01, or a date literal.
  case date = "NSDate"
  /// A double; for a date, its seconds since 2001-01-01.
  case number = "NSNumber"
  case decimal = "NSDecimalNumber"
  case string = "NSString"

  package var attributeType: AttributeType {
    switch self {
    case .date: .date
    case .number: .double
    case .decimal: .decimal
    case .string: .string
    }
  }
}
