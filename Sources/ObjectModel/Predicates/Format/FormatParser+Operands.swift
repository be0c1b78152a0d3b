extension FormatParser {
  /// A value, a key path, a parenthesis, or a prefix operator with its operand.
  mutating func operand() throws -> Item {
    let token = current
    switch token.kind {
    case .integer, .double, .string, .date:
      advance()
      return item(.constant(try literal(token, isNegative: false)), at: token)
    case .variable(let name): return try variable(name, token)
    case .argument(let specifier): return try argument(specifier, token)
    case .key(let key): return try keyPath([key], token)
    case .word(let word):
      if let keyword = token.keyword { return try self.keyword(keyword, token) }
      if following.isSymbol("(") { return try call(word, token) }
      return try keyPath([word], token)
    case .function(let name): return try call(name, token)
    case .list(let values):
      advance()
      return item(.constant(.list(values)), at: token)
    case .symbol("("): return try parenthesis(token)
    case .symbol("{"): return try aggregate(token)
    case .symbol("-"): return try negative(token)
    case .symbol("!"): return try negation(token)
    case .symbol("~"): return try complement(token)
    case .collectionOperator(let name): return try leadingOperator(name, token)
    case .symbol, .end: throw unexpected()
    }
  }

  private mutating func keyword(_ keyword: String, _ token: FormatToken) throws -> Item {
    switch keyword {
    case "NOT": return try negation(token)
    case "ANY", "SOME": return try modified(.any, token)
    case "ALL": return try modified(.all, token)
    case "NONE": return try modified(.none, token)
    case "SELF": return try keyPath([], token)
    case "TRUEPREDICATE", "FALSEPREDICATE":
      advance()
      return try item(.literal(keyword == "TRUEPREDICATE"), token.range.lowerBound)
    case "TRUE", "YES", "FALSE", "NO":
      advance()
      return item(.constant(.boolean(keyword == "TRUE" || keyword == "YES")), at: token)
    case "NIL", "NULL":
      advance()
      return item(.constant(.null), at: token)
    default: throw unexpected()
    }
  }

  /// The error for a token that starts neither a value nor a predicate.
  private func unexpected() -> ObjectGraphError {
    let afterValueOperator = previous.map { token in
      switch token.kind {
      case .symbol(let symbol): !["(", "&&", "||", "!"].contains(symbol)
      default: if case .comparison = token.infix { true } else { false }
      }
    }
    let what = afterValueOperator == true ? "a value" : "a comparison"
    let place = previous == nil ? "at \(previousText)" : "after \(previousText)"
    var repair: String?
    if let keyword = current.keyword {
      repair = "write #\(text[current.range]) when \(keyword) names a key"
    }
    return error("expected \(what) \(place), found \(foundText)", repair: repair)
  }

  private mutating func negation(_ token: FormatToken) throws -> Item {
    advance()
    let child = try parsePredicate(.not)
    return try item(.not(child), token.range.lowerBound)
  }

  private mutating func modified(
    _ modifier: ComparisonModifier, _ token: FormatToken
  ) throws -> Item {
    advance()
    let left = try parse(.value)
    guard case .comparison(let symbol) = current.infix else {
      throw expected("a comparison operator")
    }
    var item = try comparison(left, symbol, modifier)
    item.start = token.range.lowerBound
    return item
  }

  private mutating func parenthesis(_ token: FormatToken) throws -> Item {
    advance()
    let item = try parse(.lowest)
    guard current.isSymbol(")") else {
      if current.isSymbol(",") {
        throw error(
          "expected \")\", found \",\"", repair: "lists are written in braces: {1, 2}")
      }
      throw unclosed("parenthesis", ")", token)
    }
    advance()
    return item
  }

  private mutating func aggregate(_ token: FormatToken) throws -> Item {
    advance()
    var elements: [ExpressionNode] = []
    while !current.isSymbol("}") {
      let start = current.range.lowerBound
      let element = try parseExpression(.value)
      if element.isList {
        throw text.error("a list cannot hold a list", repair: "write one list", at: start)
      }
      elements.append(element)
      if current.isSymbol(",") {
        advance()
        if current.isSymbol("}") { throw unexpected() }
      } else if !current.isSymbol("}") {
        throw unclosed("brace", "}", token)
      }
    }
    advance()
    let list = ExpressionNode(.list(of: elements), at: position(of: token))
    return try item(list, token.range.lowerBound)
  }

  private func unclosed(_ what: String, _ sign: String, _ token: FormatToken) -> ObjectGraphError {
    let opened = text.character(at: token.range.lowerBound)
    if current.kind == .end {
      return text.error(
        "the \(what) opened at character \(opened) is not closed", repair: "close it with \(sign)",
        at: token.range.lowerBound)
    }
    return error(
      "expected \"\(sign)\" for the \(what) opened at character \(opened), found \(foundText)")
  }

  private mutating func negative(_ token: FormatToken) throws -> Item {
    advance()
    let number = current
    switch number.kind {
    case .integer, .double:
      advance()
      return item(.constant(try literal(number, isNegative: true)), at: token)
    default:
      let operand = try parseExpression(.sign)
      return try item(.function(.negate, [operand]), token.range.lowerBound)
    }
  }

  private func literal(_ token: FormatToken, isNegative: Bool) throws -> AttributeValue {
    if let value = token.kind.value(isNegative: isNegative) { return value }
    guard case .integer(let magnitude) = token.kind else { throw unexpected() }
    throw text.error(
      "the number \(magnitude) does not fit in 64 bits", at: token.range.lowerBound)
  }

  private mutating func argument(_ specifier: String, _ token: FormatToken) throws -> Item {
    let node = try taking(at: token) { try $0.take(specifier) }
    switch node.kind {
    case .keyPath(let keys) where !keys.isEmpty || specifier == "K":
      return try keyPath(keys, token)
    default:
      advance()
      let isValue = if case .constant = node.kind { !node.isList } else { false }
      let number = arguments.specifiers.count - 1
      let placed = node.placed(at: position(of: token), argument: isValue ? number : nil)
      return try item(placed, token.range.lowerBound)
    }
  }

  /// Takes arguments for a token.
  ///
  /// - Throws: errors of the closure, with the token's position.
  mutating func taking<Value>(
    at token: FormatToken, _ body: (inout FormatArguments) throws -> Value
  ) throws -> Value {
    var arguments = arguments
    defer { self.arguments = arguments }
    return try located(at: token) { try body(&arguments) }
  }
}
