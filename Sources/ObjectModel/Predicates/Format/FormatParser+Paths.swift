/// Key paths, variables, and what follows them behind an at sign.
extension FormatParser {
  /// The rest of a key path whose first keys the current token gave; none of them is `SELF`.
  mutating func keyPath(_ first: [String], _ token: FormatToken) throws -> Item {
    advance()
    let keys = first + (try followingKeys())
    leaf(at: token)
    let base: ExpressionNode = keys.isEmpty ? .selfObject : .keyPath(keys)
    return try collection(.leaf(base, token), token)
  }

  /// A variable, with the path behind it as part of its name.
  mutating func variable(_ name: String, _ token: FormatToken) throws -> Item {
    advance()
    let path = [name] + (try followingKeys())
    leaf(at: token)
    return try collection(.leaf(.variable(path.joined(separator: ".")), token), token)
  }

  /// `.a.b` as far as it goes; the point before an at sign is taken too.
  mutating func followingKeys() throws -> [String] {
    var keys: [String] = []
    while current.isSymbol(".") {
      advance()
      switch current.kind {
      case .word(let key), .key(let key): keys.append(key)
      case .collectionOperator: return keys
      default: throw error("expected a key after \".\", found \(foundText)")
      }
      advance()
    }
    return keys
  }

  /// The collection operator behind a path, or the path alone; `[SIZE]` is `@count`.
  mutating func collection(_ base: Item, _ token: FormatToken) throws -> Item {
    guard case .expression(let node) = base.content else { return base }
    let symbol: CollectionOperator
    switch current.kind {
    case .collectionOperator(let name):
      symbol = try collectionOperator(name)
      if node == .selfObject {
        throw error("expected a to-many relationship before @\(name)", repair: "name one")
      }
      advance()
    case .symbol("["):
      guard case .word(let word) = following.kind, word.uppercased() == "SIZE" else {
        throw error(
          "single elements of a collection cannot be asked for",
          repair: "use ANY, SUBQUERY(…) or @count; an order among objects is an attribute of theirs"
        )
      }
      symbol = .count
      advance()
      advance()
      guard current.isSymbol("]") else {
        throw error("expected \"]\" after \(previousText), found \(foundText)")
      }
      advance()
    default: return base
    }
    let rest = try followingKeys()
    if case .collectionOperator(let name) = current.kind {
      throw error(
        "@\(name) cannot follow \(symbol.rawValue), which gives a single value",
        repair: "use one collection operator in a path")
    }
    if symbol == .count, let key = rest.first {
      throw error(
        "\(key) cannot follow @count, which gives a number", repair: "end the path at @count")
    }
    let content = ExpressionNode.collection(symbol, of: node, then: rest)
    return try checked(.expression(content), base.depth + 1, token.range.lowerBound)
  }

  private func collectionOperator(_ name: String) throws -> CollectionOperator {
    if let symbol = CollectionOperator(rawValue: "@\(name)") { return symbol }
    let known = CollectionOperator.allCases.map { String($0.rawValue.dropFirst()) }
    throw error(
      "the collection operator @\(name) is not known",
      repair: NearestName.nearest(to: name, among: known).map { "did you mean @\($0)?" }
        ?? "use one of " + CollectionOperator.allCases.map(\.rawValue).joined(separator: ", "))
  }
}
