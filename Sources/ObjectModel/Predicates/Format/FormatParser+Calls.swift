/// Calls: functions by either spelling, `SUBQUERY`, `TERNARY`, `CAST` and `FUNCTION`.
extension FormatParser {
  /// Parses a name followed by a parenthesis.
  mutating func call(_ name: String, _ token: FormatToken) throws -> Item {
    advance()
    try take("(")
    switch name.uppercased() {
    case "SUBQUERY": return try subquery(token)
    case "TERNARY": return try ternary(token)
    case "CAST": return try cast(token)
    case "FUNCTION": return try method(token)
    default: return try function(name, try callArguments(token), token)
    }
  }

  /// The arguments up to and including the closing parenthesis.
  private mutating func callArguments(_ token: FormatToken) throws -> [ExpressionNode] {
    var nodes: [ExpressionNode] = []
    while !current.isSymbol(")") {
      if !nodes.isEmpty { try comma(token) }
      nodes.append(try parseExpression(.value))
    }
    advance()
    return nodes
  }

  private func function(
    _ name: String, _ arguments: [ExpressionNode], _ token: FormatToken
  ) throws -> Item {
    let node = try located(at: token) { try FunctionName.node(name, arguments) }
    // A node without arguments has the position of its name.
    return try item(
      node.position == nil ? node.placed(at: position(of: token)) : node, token.range.lowerBound)
  }

  /// `FUNCTION(operand, "name:", arguments…)`. An unknown name with a variable as its operand is a
  /// message, as used in mapping models.
  private mutating func method(_ token: FormatToken) throws -> Item {
    let operand = try parseExpression(.value)
    try comma(token)
    guard case .string(let name) = current.kind else {
      throw expected("the name of a function in quotes")
    }
    advance()
    var rest: [ExpressionNode] = []
    if current.isSymbol(",") {
      advance()
      rest = try callArguments(token)
    } else {
      try close(token)
    }
    if case .variable = operand.kind, !FunctionName.isKnown(name) {
      let node = ExpressionNode.message(operand, name, rest)
      return try item(node, token.range.lowerBound)
    }
    return try function(name, [operand] + rest, token)
  }

  private mutating func subquery(_ token: FormatToken) throws -> Item {
    let source = try parseExpression(.value)
    try comma(token)
    guard case .variable(let name) = current.kind else {
      throw expected(
        "a variable such as $x", repair: "write SUBQUERY(collection, $x, $x.key == 1).@count > 0")
    }
    advance()
    try comma(token)
    let predicate = try parsePredicate(.lowest)
    try close(token)
    let following = try followingKeys()
    let query = SubqueryNode(source, name, predicate, path: following.keys)
    return try collection(item(.subquery(query), token.range.lowerBound), token, following)
  }

  private mutating func ternary(_ token: FormatToken) throws -> Item {
    let condition = try parsePredicate(.lowest)
    try comma(token)
    let one = try parseExpression(.value)
    try comma(token)
    let other = try parseExpression(.value)
    try close(token)
    return try item(.ternary(condition, one, other), token.range.lowerBound)
  }

  /// `CAST("…", "NSUUID")`, the spelling of constants that have no literal, or a cast of any
  /// expression.
  private mutating func cast(_ token: FormatToken) throws -> Item {
    let node = try parseExpression(.value)
    try comma(token)
    guard case .string(let type) = current.kind else { throw expected("a type in quotes") }
    let typeToken = current
    advance()
    try close(token)
    let cast = try located(at: typeToken) { try FunctionName.cast(node, to: type) }
    if case .constant = cast.kind { return item(cast.kind, at: token) }
    return try item(cast, token.range.lowerBound)
  }

  private mutating func comma(_ token: FormatToken) throws {
    if current.kind == .end { try close(token) }
    try take(",")
  }

  private mutating func close(_ token: FormatToken) throws {
    guard current.kind != .end else {
      throw text.error(
        "the call to \(text[token.range]) is not closed", repair: "close it with )",
        at: token.range.lowerBound)
    }
    try take(")")
  }
}
