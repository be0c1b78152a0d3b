/// Key paths, variables, and collection operators after them.
extension FormatParser {
  /// The rest of a key path whose first keys come from the current token; none of them is `SELF`.
  mutating func keyPath(_ first: [String], _ token: FormatToken) throws -> Item {
    advance()
    let following = try followingKeys()
    let keys = first + following.keys
    return try collection(item(.keyPath(keys), at: token), token, following)
  }

  /// A variable; a path that follows becomes part of its name.
  mutating func variable(_ name: String, _ token: FormatToken) throws -> Item {
    advance()
    let following = try followingKeys()
    let path = [name] + following.keys
    return try collection(
      item(.variable(path.joined(separator: ".")), at: token), token, following)
  }

  /// The keys in `.a.b`, including those from a `%K`; stops after the point before an at sign.
  mutating func followingKeys() throws -> FormatArguments.KeyPathParts {
    var following = FormatArguments.KeyPathParts()
    while current.isSymbol("."), following.symbol == nil {
      advance()
      switch current.kind {
      case .word(let key), .key(let key): following.keys.append(key)
      case .argument("K"):
        let keys = following.keys
        following = try taking(at: current) { try $0.takeKeys() }
        following.keys = keys + following.keys
      case .collectionOperator: return following
      default: throw error("expected a key after \".\", found \(foundText)")
      }
      advance()
    }
    return following
  }

  /// The collection operator after a path, or the path alone; `[SIZE]` means `@count`.
  mutating func collection(
    _ base: Item, _ token: FormatToken, _ following: FormatArguments.KeyPathParts
  ) throws -> Item {
    guard case .expression(let node) = base.content else { return base }
    if let symbol = following.symbol {
      try checkCollection(node, before: symbol.operatorName)
      return try collection(symbol, of: node, then: following.behind, token)
    }
    let symbol: AggregateFunction
    switch current.kind {
    case .collectionOperator(let name):
      symbol = try collectionOperator(name)
      try checkCollection(node, before: "@\(name)")
      advance()
    case .symbol("["):
      guard case .word(let word) = self.following.kind, word.uppercased() == "SIZE" else {
        throw error(
          "single elements of a collection cannot be accessed",
          repair:
            "use ANY, SUBQUERY(…) or @count, or keep the order in an attribute of the objects; "
            + "that of an ordered relationship is not available")
      }
      symbol = .count
      advance()
      advance()
      try take("]")
    default: return base
    }
    let rest = try followingKeys()
    if let problem = secondOperator(behind: symbol, rest) {
      throw error(problem, repair: "use one collection operator in a path")
    }
    return try collection(symbol, of: node, then: rest.keys, token)
  }

  /// `@sum.stays.nights`, an alternative to `stays.nights.@sum` in Core Data's documentation.
  mutating func leadingOperator(_ name: String, _ token: FormatToken) throws -> Item {
    let symbol = try collectionOperator(name)
    advance()
    let following = try followingKeys()
    let problem = secondOperator(behind: symbol, following)
    guard !following.keys.isEmpty, problem == nil else {
      throw error(
        problem ?? "expected a path after \(symbol.operatorName), found \(foundText)",
        repair: "write the operator after the path: stays.nights.\(symbol.operatorName)")
    }
    let base = ExpressionNode(.keyPath(following.keys), at: position(of: token))
    return try collection(symbol, of: base, then: [], token)
  }

  /// The problem with a second operator after one and its keys; nil if there is none.
  private func secondOperator(
    behind symbol: AggregateFunction, _ following: FormatArguments.KeyPathParts
  ) -> String? {
    var second = following.symbol?.operatorName
    if case .collectionOperator(let name) = current.kind { second = "@\(name)" }
    return second.map { "\($0) cannot follow \(symbol.operatorName), which returns a single value" }
  }

  private func checkCollection(_ node: ExpressionNode, before symbol: String) throws {
    guard node == .selfObject else { return }
    throw error("expected a to-many relationship before \(symbol)", repair: "name one")
  }

  private func collection(
    _ symbol: AggregateFunction, of node: ExpressionNode, then rest: [String],
    _ token: FormatToken
  ) throws -> Item {
    if symbol == .count, let key = rest.first {
      throw error(
        "\(key) cannot follow @count, which returns a number", repair: "end the path at @count")
    }
    return try item(.collection(symbol, of: node, then: rest), token.range.lowerBound)
  }

  private func collectionOperator(_ name: String) throws -> AggregateFunction {
    try located(at: current) { try AggregateFunction(named: "@\(name)") }
  }
}
