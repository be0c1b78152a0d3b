/// Variables: the names of those that are free, and their replacement.
extension PredicateNode {
  /// The names of the free variables in the tree, paths behind them included.
  package var variables: Set<String> {
    var names: Set<String> = []
    insertVariables(into: &names, bound: [])
    return names
  }

  fileprivate func insertVariables(into names: inout Set<String>, bound: Set<String>) {
    switch self {
    case .literal, .block: break
    case .and(let children), .or(let children):
      for child in children { child.insertVariables(into: &names, bound: bound) }
    case .not(let child): child.insertVariables(into: &names, bound: bound)
    case .comparison(let comparison):
      comparison.left.insertVariables(into: &names, bound: bound)
      comparison.right.insertVariables(into: &names, bound: bound)
    }
  }

  /// The tree with every free variable that the dictionary knows replaced by its expression, and
  /// the beginning of every path from one.
  func substituting(_ variables: [String: ExpressionNode]) throws -> PredicateNode {
    switch self {
    case .literal, .block: return self
    case .and(let children): return .and(try children.map { try $0.substituting(variables) })
    case .or(let children): return .or(try children.map { try $0.substituting(variables) })
    case .not(let child): return .not(try child.substituting(variables))
    case .comparison(var comparison):
      comparison.left = try comparison.left.substituting(variables)
      comparison.right = try comparison.right.substituting(variables)
      return .comparison(comparison)
    }
  }
}

extension ExpressionNode {
  fileprivate func insertVariables(into names: inout Set<String>, bound: Set<String>) {
    switch self {
    case .variable(let name):
      if !bound.contains(Self.variableName(of: name)) { names.insert(name) }
    case .constant, .keyPath, .selfObject, .fetchOperand: break
    case .aggregate(let parts), .function(_, let parts):
      for part in parts { part.insertVariables(into: &names, bound: bound) }
    case .negative(let operand), .cast(let operand, _), .collection(_, let operand, _):
      operand.insertVariables(into: &names, bound: bound)
    case .arithmetic(_, let left, let right):
      left.insertVariables(into: &names, bound: bound)
      right.insertVariables(into: &names, bound: bound)
    case .subquery(let node):
      node.collection.insertVariables(into: &names, bound: bound)
      node.predicate.insertVariables(into: &names, bound: bound.union([node.variable]))
    case .fetch(let node):
      node.request.insertVariables(into: &names, bound: bound)
      node.context.insertVariables(into: &names, bound: bound)
    case .ternary(let condition, let one, let other):
      condition.insertVariables(into: &names, bound: bound)
      one.insertVariables(into: &names, bound: bound)
      other.insertVariables(into: &names, bound: bound)
    }
  }

  /// The expression with every free variable that the dictionary knows replaced.
  func substituting(_ variables: [String: ExpressionNode]) throws -> ExpressionNode {
    switch self {
    case .variable(let name): return try replacement(name, variables)
    case .constant, .keyPath, .selfObject, .fetchOperand: return self
    case .aggregate(let elements):
      return .aggregate(try elements.map { try $0.substituting(variables) })
    case .function(let function, let arguments):
      return .function(function, try arguments.map { try $0.substituting(variables) })
    case .negative(let operand): return .negative(try operand.substituting(variables))
    case .cast(let operand, let type): return .cast(try operand.substituting(variables), type)
    case .collection(let symbol, let collection, let keys):
      return .collection(symbol, of: try collection.substituting(variables), then: keys)
    case .arithmetic(let symbol, let left, let right):
      return .arithmetic(
        symbol, try left.substituting(variables), try right.substituting(variables))
    case .subquery(var node):
      node.collection = try node.collection.substituting(variables)
      node.predicate = try node.predicate.substituting(
        variables.filter { Self.variableName(of: $0.key) != node.variable })
      return .subquery(node)
    case .fetch(var node):
      node.request = try node.request.substituting(variables)
      node.context = try node.context.substituting(variables)
      return .fetch(node)
    case .ternary(let condition, let one, let other):
      return .ternary(
        try condition.substituting(variables), try one.substituting(variables),
        try other.substituting(variables))
    }
  }

  /// The name of a variable without the path behind it.
  static func variableName(of name: String) -> String { String(name.prefix { $0 != "." }) }

  private func replacement(
    _ name: String, _ variables: [String: ExpressionNode]
  ) throws -> ExpressionNode {
    if let whole = variables[name] { return whole }
    let keys = name.split(separator: ".").map(String.init)
    guard keys.count > 1, let base = variables[keys[0]] else { return self }
    switch base {
    case .keyPath(let start): return .keyPath(start + keys[1...])
    case .selfObject: return .keyPath(Array(keys[1...]))
    case .variable(let other): return .variable(([other] + keys[1...]).joined(separator: "."))
    case .constant(.null): return base
    default:
      throw ObjectGraphError(
        .invalidArgument, "nothing can be asked of the value of $\(keys[0]), as $\(name) does",
        repair: "give a key path for $\(keys[0]), or a value under \"\(name)\"", key: name)
    }
  }
}
