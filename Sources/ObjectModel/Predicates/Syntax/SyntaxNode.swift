/// A predicate or an expression, for walks over a syntax tree.
///
/// Only `children` and `mapChildren` know the parts of each kind of node, apart from code that
/// handles each kind separately: the resolver, the evaluation without a model, and the printer. All
/// other walks build on these two.
///
/// To add a kind of expression, add a case to `ExpressionNode.Kind` and its parts in the two; its
/// parsing in `FormatParser.operand` or `call`, and its printing in `FormatPrinter`; its resolution
/// in `PredicateWalk.resolve`, as a case of `ResolvedExpression` with its parts and its type; its
/// value in `ResolvedExpression.value` and, without a model, in `PlainEvaluation.value`; and its
/// SQL in `SQLCompiler.value`. Operators and functions describe their own operands.
package enum SyntaxNode: Sendable {
  case predicate(PredicateNode)
  case expression(ExpressionNode)

  /// The child nodes, from left to right.
  package var children: [SyntaxNode] {
    switch self {
    case .predicate(let node): node.kind.children
    case .expression(let node): node.kind.children
    }
  }

  var depth: Int {
    switch self {
    case .predicate(let node): node.depth
    case .expression(let node): node.depth
    }
  }

  /// The position of the first expression in the tree that has one.
  var position: Int? {
    switch self {
    case .predicate(let node): Self.position(in: node.kind.children)
    case .expression(let node): node.position
    }
  }

  /// The position of the first expression in some trees that has one.
  ///
  /// Not inlined: otherwise, the compiler expands the recursion dozens of times wherever an
  /// expression is made.
  @inline(never)
  static func position(in nodes: [SyntaxNode]) -> Int? {
    for node in nodes {
      if let position = node.position { return position }
    }
    return nil
  }

  /// Whether a condition is true for the node or one of its descendants.
  func contains(where holds: (SyntaxNode) -> Bool) -> Bool {
    holds(self) || children.contains { $0.contains(where: holds) }
  }

  /// The constants of the tree, from left to right.
  var constants: [ExpressionNode] {
    if case .expression(let node) = self, case .constant = node.kind { return [node] }
    return children.flatMap(\.constants)
  }

  /// Whether the node is a block, whose keys are unknown.
  var isBlock: Bool {
    if case .predicate(let node) = self, case .block = node.kind { true } else { false }
  }

  /// Whether the node is a fetch or a part of one.
  var isFetch: Bool {
    guard case .expression(let node) = self else { return false }
    switch node.kind {
    case .fetch, .fetchOperand: return true
    default: return false
    }
  }
}

extension PredicateNode.Kind {
  var children: [SyntaxNode] {
    switch self {
    case .literal, .block: []
    case .and(let children), .or(let children): children.map(SyntaxNode.predicate)
    case .not(let child): [.predicate(child)]
    case .comparison(let node): [.expression(node.left), .expression(node.right)]
    }
  }

  /// The node with its children transformed.
  func mapChildren(
    _ expression: (ExpressionNode) throws -> ExpressionNode,
    _ predicate: (PredicateNode) throws -> PredicateNode
  ) rethrows -> Self {
    switch self {
    case .literal, .block: return self
    case .and(let children): return .and(try children.map(predicate))
    case .or(let children): return .or(try children.map(predicate))
    case .not(let child): return .not(try predicate(child))
    case .comparison(var node):
      node.left = try expression(node.left)
      node.right = try expression(node.right)
      return .comparison(node)
    }
  }
}

extension ExpressionNode.Kind {
  var children: [SyntaxNode] {
    switch self {
    case .constant, .keyPath, .variable, .fetchOperand: []
    case .aggregate(let parts), .function(_, let parts): parts.map(SyntaxNode.expression)
    case .message(let receiver, _, let arguments):
      ([receiver] + arguments).map(SyntaxNode.expression)
    case .cast(let operand, _), .collection(_, let operand, _): [.expression(operand)]
    case .subquery(let node): [.expression(node.collection), .predicate(node.predicate)]
    case .ternary(let condition, let one, let other):
      [.predicate(condition), .expression(one), .expression(other)]
    case .fetch(let node): [.expression(node.request), .expression(node.context)]
    }
  }

  /// The node with its children transformed.
  func mapChildren(
    _ expression: (ExpressionNode) throws -> ExpressionNode,
    _ predicate: (PredicateNode) throws -> PredicateNode
  ) rethrows -> Self {
    switch self {
    case .constant, .keyPath, .variable, .fetchOperand: return self
    case .aggregate(let parts): return .list(of: try parts.map(expression))
    case .function(let function, let arguments):
      return .function(function, try arguments.map(expression))
    case .message(let receiver, let name, let arguments):
      return .message(to: try expression(receiver), name, try arguments.map(expression))
    case .cast(let operand, let type): return .cast(try expression(operand), type)
    case .collection(let symbol, let collection, let keys):
      return .collection(symbol, of: try expression(collection), then: keys)
    case .subquery(var node):
      node.collection = try expression(node.collection)
      node.predicate = try predicate(node.predicate)
      return .subquery(node)
    case .ternary(let condition, let one, let other):
      return .ternary(try predicate(condition), try expression(one), try expression(other))
    case .fetch(var node):
      node.request = try expression(node.request)
      node.context = try expression(node.context)
      return .fetch(node)
    }
  }
}
