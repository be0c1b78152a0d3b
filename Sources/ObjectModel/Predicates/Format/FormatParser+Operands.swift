import Foundation

extension FormatParser {
  /// A value, a key path, a parenthesis, or what a prefix operator makes of one.
  mutating func operand() throws -> Item {
    let token = current
    switch token.kind {
    case .integer, .double, .string, .date:
      advance()
      return .constant(try literal(token, isNegative: false), token, &self)
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
      return .constant(.list(values), token, &self)
    case .symbol("("): return try parenthesis(token)
    case .symbol("{"): return try aggregate(token)
    case .symbol("-"): return try negative(token)
    case .symbol("!"): return try negation(token)
    case .symbol("~"): return try complement(token)
    case .collectionOperator(let name): return try leadingOperator(name, token)
    case .symbol, .end: throw unexpected()
    }
  }

  private mutating func keyword(
    _ keyword: String, _ token: FormatToken
  ) throws -> Item {
    switch keyword {
    case "NOT": return try negation(token)
    case "ANY", "SOME": return try modified(.any, token)
    case "ALL": return try modified(.all, token)
    case "NONE": return try modified(.none, token)
    case "SELF": return try keyPath([], token)
    case "TRUEPREDICATE", "FALSEPREDICATE":
      advance()
      let node = PredicateNode.literal(keyword == "TRUEPREDICATE")
      return Item(content: .predicate(node), depth: 1, start: token.range.lowerBound)
    case "TRUE", "YES", "FALSE", "NO":
      advance()
      return .constant(.boolean(keyword == "TRUE" || keyword == "YES"), token, &self)
    case "NIL", "NULL":
      advance()
      return .constant(.null, token, &self)
    default: throw unexpected()
    }
  }

  /// The error for a token that starts neither a value nor a predicate.
  private func unexpected() -> ObjectGraphError {
    let afterValueOperator = previous.map { token in
      switch token.kind {
      case .symbol(let symbol): !["(", "&&", "||", "!"].contains(symbol)
      default: token.keyword.map { ComparisonOperator(rawValue: $0) != nil } ?? false
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
    let item = try parse(.not)
    return try checked(
      .predicate(.not(try predicate(item))), item.depth + 1, token.range.lowerBound)
  }

  private mutating func modified(
    _ modifier: ComparisonModifier, _ token: FormatToken
  ) throws -> Item {
    advance()
    let left = try parse(.value)
    guard case .comparison(let symbol) = infix() else {
      throw error("expected a comparison operator after \(previousText), found \(foundText)")
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
    let firstLeaf = positions.count
    var elements: [ExpressionNode] = []
    var deepest = 0
    while !current.isSymbol("}") {
      let start = current.range.lowerBound
      let item = try parse(.value)
      let element = try expression(item)
      if element.isList {
        throw text.error("a list cannot hold a list", repair: "write one list", at: start)
      }
      elements.append(element)
      deepest = max(deepest, item.depth)
      if current.isSymbol(",") {
        advance()
        if current.isSymbol("}") { throw unexpected() }
      } else if !current.isSymbol("}") {
        throw unclosed("brace", "}", token)
      }
    }
    advance()
    let constants = elements.compactMap(\.constantValue)
    if constants.count == elements.count {
      mergeLeaves(from: firstLeaf, at: token)
      return .leaf(.constant(.list(constants)), token)
    }
    return try checked(.expression(.aggregate(elements)), deepest + 1, token.range.lowerBound)
  }

  private func unclosed(
    _ what: String, _ sign: String, _ token: FormatToken
  ) -> ObjectGraphError {
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
      return .constant(try literal(number, isNegative: true), token, &self)
    default:
      let item = try parse(.sign)
      return try checked(
        .expression(.negative(try expression(item))), item.depth + 1, token.range.lowerBound)
    }
  }

  private func literal(
    _ token: FormatToken, isNegative: Bool
  ) throws -> AttributeValue {
    switch token.kind {
    case .double(let number): return .double(isNegative ? -number : number)
    case .string(let string): return .string(string)
    case .date(let date): return .date(date)
    case .integer(let magnitude):
      if isNegative, magnitude == Int64.min.magnitude { return .integer(.min) }
      guard let number = Int64(exactly: magnitude) else {
        throw text.error(
          "the number \(magnitude) does not fit in 64 bits", at: token.range.lowerBound)
      }
      return .integer(isNegative ? -number : number)
    default: throw unexpected()
    }
  }

  private mutating func argument(
    _ specifier: String, _ token: FormatToken
  ) throws -> Item {
    let node: ExpressionNode
    do {
      node = try arguments.take(specifier)
    } catch {
      var located = error
      located.position = text.character(at: token.range.lowerBound)
      throw located
    }
    if case .constant(let value) = node, !value.isList {
      holes?.append(.init(specifier: specifier, leaf: positions.count))
    } else {
      holes = nil
    }
    switch node {
    case .keyPath(let keys): return try keyPath(keys, token)
    case .selfObject where specifier == "K": return try keyPath([], token)
    // A path with a collection operator is whole; its keys are its one leaf.
    case .collection:
      advance()
      leaf(at: token)
      return Item(content: .expression(node), depth: 2, start: token.range.lowerBound)
    default:
      advance()
      for _ in 0..<node.leafCount { leaf(at: token) }
      return try checked(.expression(node), node.depth, token.range.lowerBound)
    }
  }
}

extension FormatParser.Item {
  static func leaf(_ node: ExpressionNode, _ token: FormatToken) -> Self {
    Self(content: .expression(node), depth: 1, start: token.range.lowerBound)
  }

  static func constant(
    _ value: AttributeValue, _ token: FormatToken, _ parser: inout FormatParser
  ) -> Self {
    parser.leaf(at: token)
    return leaf(.constant(value), token)
  }
}

extension ExpressionNode {
  /// The value of a constant.
  var constantValue: AttributeValue? {
    if case .constant(let value) = self { value } else { nil }
  }

  /// Whether the expression is a list, of constants or not.
  var isList: Bool {
    switch self {
    case .aggregate, .constant(.list): true
    default: false
    }
  }
}
