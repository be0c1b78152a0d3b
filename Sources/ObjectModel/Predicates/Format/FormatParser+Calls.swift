/// Calls: functions by either spelling, `SUBQUERY`, `TERNARY`, `CAST` and `FUNCTION`.
extension FormatParser {
  /// What a name with a parenthesis behind it makes.
  mutating func call(_ name: String, _ token: FormatToken) throws -> Item {
    // Constants may be worked out, or decide about what the call gives.
    holes = nil
    advance()
    guard current.isSymbol("(") else {
      throw error("expected \"(\" after \(previousText), found \(foundText)")
    }
    advance()
    switch name.uppercased() {
    case "SUBQUERY": return try subquery(token)
    case "TERNARY": return try ternary(token)
    case "CAST": return try cast(token)
    case "FUNCTION": return try method(token)
    default: return try function(name, try callArguments(token), token)
    }
  }

  /// The arguments up to the closing parenthesis, which is taken too.
  private mutating func callArguments(_ token: FormatToken) throws -> [Item] {
    var items: [Item] = []
    while !current.isSymbol(")") {
      if !items.isEmpty { try comma(token) }
      let item = try parse(.value)
      _ = try expression(item)
      items.append(item)
    }
    advance()
    return items
  }

  private mutating func function(
    _ name: String, _ items: [Item], _ token: FormatToken
  ) throws -> Item {
    let node: ExpressionNode
    do {
      node = try FunctionName.node(name, try items.map { try expression($0) })
    } catch {
      guard var located = error as? ObjectGraphError else { throw error }
      located.position = text.character(at: token.range.lowerBound)
      throw located
    }
    if node.isLeaf { leaf(at: token) }
    let deepest = items.map(\.depth).max() ?? 0
    return try checked(.expression(node), deepest + 1, token.range.lowerBound)
  }

  /// `FUNCTION(operand, "name:", arguments…)`.
  private mutating func method(_ token: FormatToken) throws -> Item {
    let operand = try parse(.value)
    _ = try expression(operand)
    try comma(token)
    guard case .string(let name) = current.kind else {
      throw error(
        "expected the name of a function in quotes after \(previousText), found \(foundText)")
    }
    advance()
    var rest: [Item] = []
    if current.isSymbol(",") {
      advance()
      rest = try callArguments(token)
    } else {
      try close(token)
    }
    return try function(name, [operand] + rest, token)
  }

  private mutating func subquery(_ token: FormatToken) throws -> Item {
    let collection = try parse(.value)
    let source = try expression(collection)
    try comma(token)
    guard case .variable(let name) = current.kind else {
      throw error(
        "expected a variable such as $x after \(previousText), found \(foundText)",
        repair: "write SUBQUERY(collection, $x, $x.key == 1).@count > 0")
    }
    advance()
    try comma(token)
    let condition = try parse(.lowest)
    let predicate = try predicate(condition)
    try close(token)
    let following = try followingKeys()
    let item = try checked(
      .expression(.subquery(SubqueryNode(source, name, predicate, path: following.keys))),
      max(collection.depth, condition.depth) + 1, token.range.lowerBound)
    return try self.collection(item, token, following)
  }

  private mutating func ternary(_ token: FormatToken) throws -> Item {
    let condition = try parse(.lowest)
    let predicate = try predicate(condition)
    try comma(token)
    let one = try parse(.value)
    let first = try expression(one)
    try comma(token)
    let other = try parse(.value)
    let second = try expression(other)
    try close(token)
    return try checked(
      .expression(.ternary(predicate, first, second)),
      max(condition.depth, one.depth, other.depth) + 1, token.range.lowerBound)
  }

  /// `CAST("…", "NSUUID")`, the spelling of constants that have no literal,
  /// or the cast of anything.
  private mutating func cast(_ token: FormatToken) throws -> Item {
    let firstLeaf = positions.count
    let operand = try parse(.value)
    let node = try expression(operand)
    try comma(token)
    guard case .string(let type) = current.kind else {
      throw error("expected a type in quotes after \(previousText), found \(foundText)")
    }
    let typeToken = current
    advance()
    try close(token)
    do {
      let cast = try FunctionName.cast(node, to: type)
      if case .constant = cast {
        mergeLeaves(from: firstLeaf, at: token)
        return .leaf(cast, token)
      }
      return try checked(.expression(cast), operand.depth + 1, token.range.lowerBound)
    } catch {
      guard var located = error as? ObjectGraphError else { throw error }
      located.position = text.character(at: typeToken.range.lowerBound)
      throw located
    }
  }

  private mutating func comma(_ token: FormatToken) throws {
    guard current.isSymbol(",") else {
      if current.kind == .end { try close(token) }
      throw error("expected \",\" after \(previousText), found \(foundText)")
    }
    advance()
  }

  private mutating func close(_ token: FormatToken) throws {
    guard current.isSymbol(")") else {
      if current.kind == .end {
        throw text.error(
          "the call of \(text[token.range]) is not closed", repair: "close it with )",
          at: token.range.lowerBound)
      }
      throw error("expected \")\" after \(previousText), found \(foundText)")
    }
    advance()
  }
}
