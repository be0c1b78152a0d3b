/// Free variables: their names, and their replacement.
extension SyntaxNode {
  fileprivate func variables(bound: Set<String>) -> Set<String> {
    switch self {
    case .expression(let node):
      switch node.kind {
      case .variable(let name):
        return bound.contains(ExpressionNode.variableName(of: name)) ? [] : [name]
      case .subquery(let query):
        return SyntaxNode.expression(query.collection).variables(bound: bound)
          .union(
            SyntaxNode.predicate(query.predicate).variables(bound: bound.union([query.variable])))
      default: break
      }
    case .predicate: break
    }
    return children.reduce(into: []) { $0.formUnion($1.variables(bound: bound)) }
  }
}

extension PredicateNode {
  /// The names of the free variables in the tree, including paths that follow them.
  package var variables: Set<String> { SyntaxNode.predicate(self).variables(bound: []) }

  /// The tree with each free variable that the dictionary contains replaced by its expression,
  /// including at the start of paths.
  func substituting(_ variables: [String: ExpressionNode]) throws -> PredicateNode {
    try replacing { try $0.substitute(from: variables) }
  }
}

extension ExpressionNode {
  /// The names of the free variables in the tree, including paths that follow them.
  package var variables: Set<String> { SyntaxNode.expression(self).variables(bound: []) }

  /// The name of a variable without its path.
  static func variableName(of name: String) -> String { String(name.prefix { $0 != "." }) }

  /// The replacement for a variable, or for a subquery, which binds one; nil for other nodes.
  fileprivate func substitute(from variables: [String: ExpressionNode]) throws -> ExpressionNode? {
    switch kind {
    case .variable(let name):
      let value = try value(of: name, from: variables)
      return position.map { value.placed(at: $0) } ?? value
    case .subquery(var query):
      query.collection = try query.collection.replacing { try $0.substitute(from: variables) }
      query.predicate = try query.predicate.substituting(
        variables.filter { Self.variableName(of: $0.key) != query.variable })
      return with(.subquery(query))
    default: return nil
    }
  }

  private func value(
    of name: String, from variables: [String: ExpressionNode]
  ) throws -> ExpressionNode {
    if let whole = variables[name] { return whole }
    let keys = name.split(separator: ".").map(String.init)
    guard keys.count > 1, let base = variables[keys[0]] else { return self }
    switch base.kind {
    case .keyPath(let start): return .keyPath(start + keys[1...])
    case .variable(let other): return .variable(([other] + keys[1...]).joined(separator: "."))
    case .constant(.null): return base
    default:
      throw ObjectGraphError(
        .invalidArgument, "$\(name) needs a key of $\(keys[0]), but its value has no keys",
        repair: "give a key path for $\(keys[0]), or a value under \"\(name)\"", key: name)
    }
  }
}
