/// Parses the format language by operator precedence.
///
/// A single function parses both predicates and expressions, because only what follows a
/// parenthesis distinguishes `(a + 1) > 2` from `(a > 1)`; so nothing is parsed twice. The
/// functions use untyped throws: with typed errors, each `try` would reserve stack space for the
/// error, and they recurse.
struct FormatParser {
  /// A predicate or an expression, and its position.
  struct Item {
    var content: SyntaxNode
    var start: Int
  }

  /// The binding strengths of operators, weakest first.
  enum Precedence: Int, Comparable {
    case lowest
    case or
    case and
    case not
    case comparison
    case bitwiseOr
    case bitwiseXor
    case bitwiseAnd
    case shift
    case sum
    case product
    case power
    case sign

    /// The precedence of a side of a comparison and of an argument: everything that yields a value.
    static let value = bitwiseOr

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  let text: FormatText
  var arguments: FormatArguments
  var depth = 0
  private let tokens: [FormatToken]
  private var index = 0

  init(format: String, arguments: [Any?]) throws {
    let lexed = try LexedFormat.of(format)
    text = lexed.text
    tokens = lexed.tokens
    self.arguments = FormatArguments(arguments)
  }

  /// Parses the whole format as a predicate.
  mutating func parsePredicate() throws -> PredicateNode {
    if current.kind == .end {
      throw error("expected a predicate, found an empty format", repair: "write TRUEPREDICATE")
    }
    let node = try parsePredicate(.lowest)
    try finish("expected AND, OR or the end")
    return node
  }

  /// Parses the whole format as an expression.
  mutating func parseExpression() throws -> ExpressionNode {
    if current.kind == .end {
      throw error("expected an expression, found an empty format", repair: "name a key path")
    }
    let node = try parseExpression(.lowest)
    try finish("expected the end")
    return node
  }

  /// Checks that nothing is left over.
  private func finish(_ expectation: String) throws {
    guard current.kind == .end else {
      if current.isSymbol(")") { throw error("the parenthesis closed here was not opened") }
      throw error("\(expectation) after \(previousText), found \(foundText)")
    }
    guard arguments.surplus == 0 else {
      let quoted = tokens.first { token in
        guard case .string(let content) = token.kind else { return false }
        return content.contains("%@") || content.contains("%K")
      }
      throw text.error(
        "the format uses \(arguments.count - arguments.surplus) arguments, found"
          + " \(arguments.count)",
        repair: quoted == nil
          ? "give one argument for each %"
          : "remove the quotes around the %, within them it is text",
        at: quoted?.range.lowerBound ?? text.scalars.count)
    }
  }

  /// Parses operators that bind at least as tightly as the precedence.
  mutating func parse(_ minimum: Precedence) throws -> Item {
    depth += 1
    defer { depth -= 1 }
    guard depth <= PredicateNode.maximumDepth else { throw tooDeep(at: current.range.lowerBound) }
    var left = try operand()
    while let infix = current.infix, infix.precedence >= minimum {
      switch infix {
      case .or, .and: left = try chain(from: left, infix)
      case .comparison(let symbol): left = try comparison(left, symbol, .direct)
      case .function(let function): left = try self.function(left, function, infix.precedence)
      }
    }
    return left
  }

  /// Parses a predicate that binds at least as tightly as the precedence.
  mutating func parsePredicate(_ minimum: Precedence) throws -> PredicateNode {
    let item = try parse(minimum)
    return try predicate(item)
  }

  /// Parses an expression that binds at least as tightly as the precedence.
  mutating func parseExpression(_ minimum: Precedence) throws -> ExpressionNode {
    let item = try parse(minimum)
    return try expression(item)
  }

  /// `a AND b AND c`, flat.
  private mutating func chain(from first: Item, _ infix: Infix) throws -> Item {
    var nodes = [try predicate(first)]
    while current.infix == infix {
      advance()
      nodes.append(try parsePredicate(infix.precedence.next))
    }
    return try item(infix == .and ? .and(nodes) : .or(nodes), first.start)
  }

  /// Parses the operator's options and the right side of a comparison.
  mutating func comparison(
    _ left: Item, _ symbol: ComparisonOperator, _ modifier: ComparisonModifier
  ) throws -> Item {
    guard case .expression(let leftNode) = left.content else {
      throw error(
        "expected AND, OR or the end after a comparison, found \(foundText)",
        repair: left.joinsBits
          ? "join comparisons with AND or OR; & and | combine the bits of integers"
          : "comparisons do not chain; join them with AND")
    }
    advance()
    let options = try comparisonOptions()
    try checkModifier()
    let right = try parse(.value)
    let rightNode = try expression(right)
    // IN with a range means BETWEEN its bounds.
    let isInRange = symbol == .in && rightNode.isList && arguments.lastWasRange
    let node = ComparisonNode(
      leftNode, isInRange ? .between : symbol, rightNode, modifier: modifier, options: options)
    return try item(.comparison(node), left.start)
  }

  /// Throws if `ANY` or a similar modifier follows an operator.
  private func checkModifier() throws {
    guard let keyword = current.keyword, ["ANY", "SOME", "ALL", "NONE"].contains(keyword) else {
      return
    }
    throw error(
      "\(keyword) cannot follow \(previousText)",
      repair: "put it before the whole comparison, and the path that it applies to on the left "
        + "side: \(keyword) lines.qty == 1")
  }

  /// `[cd]` after an operator.
  private mutating func comparisonOptions() throws -> ComparisonOptions {
    guard current.isSymbol("[") else { return [] }
    advance()
    guard case .word(let letters) = current.kind else {
      throw error("expected the letters c, d, n, l or w after \"[\", found \(foundText)")
    }
    var options: ComparisonOptions = []
    for letter in letters.lowercased().unicodeScalars {
      guard let option = ComparisonOptions.byLetter.first(where: { $0.letter == letter })?.option
      else { throw error("expected the letters c, d, n, l or w after \"[\", found \"\(letters)\"") }
      options.insert(option)
    }
    advance()
    try take("]")
    return options
  }
}

extension FormatParser.Item {
  /// Whether it is a comparison whose right side is a `&` or `|` operation.
  fileprivate var joinsBits: Bool {
    guard case .predicate(let predicate) = content, case .comparison(let node) = predicate.kind,
      case .function(let function, _) = node.right.kind
    else { return false }
    return function == .bitwiseAnd || function == .bitwiseOr
  }
}

extension FormatParser {
  var current: FormatToken { tokens[index] }

  var following: FormatToken { tokens[min(index + 1, tokens.count - 1)] }

  mutating func advance() { index = min(index + 1, tokens.count - 1) }

  /// Consumes a required symbol.
  mutating func take(_ sign: String) throws {
    guard current.isSymbol(sign) else { throw expected("\"\(sign)\"") }
    advance()
  }

  /// The error for a missing element after the last token.
  func expected(_ what: String, repair: String? = nil) -> ObjectGraphError {
    error("expected \(what) after \(previousText), found \(foundText)", repair: repair)
  }

  /// The character position of a token in the text.
  func position(of token: FormatToken) -> Int { text.character(at: token.range.lowerBound) }

  /// An expression at the position of a token.
  func item(_ kind: ExpressionNode.Kind, at token: FormatToken) -> Item {
    let node = ExpressionNode(kind, at: position(of: token))
    return Item(content: .expression(node), start: token.range.lowerBound)
  }

  /// Runs a closure for a token.
  ///
  /// - Throws: errors of the closure, with the token's position.
  func located<Value>(at token: FormatToken, _ body: () throws -> Value) throws -> Value {
    try ObjectGraphError.passing(body) { $0.position = position(of: token) }
  }

  func predicate(_ item: Item) throws -> PredicateNode {
    guard case .predicate(let node) = item.content else {
      throw expected(
        "a comparison operator",
        repair: current.keyword == "NOT"
          ? "put NOT before the whole comparison: NOT a IN {1, 2}"
          : foundText.lowercased() == "\"is\"" ? "write == nil or != nil" : nil)
    }
    return node
  }

  /// - Parameter repair: the advice if the item is a predicate.
  func expression(_ item: Item, repair: String? = nil) throws -> ExpressionNode {
    guard case .expression(let node) = item.content else {
      throw text.error("expected a value, found a predicate", repair: repair, at: item.start)
    }
    return node
  }

  func item(_ node: PredicateNode, _ start: Int) throws -> Item {
    try checked(Item(content: .predicate(node), start: start))
  }

  func item(_ node: ExpressionNode, _ start: Int) throws -> Item {
    try checked(Item(content: .expression(node), start: start))
  }

  /// A chain of operators makes the tree deeper without nested calls: `1 + 1 + 1 + …`.
  private func checked(_ item: Item) throws -> Item {
    guard item.content.depth <= PredicateNode.maximumDepth else { throw tooDeep(at: item.start) }
    return item
  }

  private func tooDeep(at start: Int) -> ObjectGraphError {
    var error = ObjectGraphError.tooDeep
    error.position = text.character(at: start)
    return error
  }

  func error(_ message: String, repair: String? = nil) -> ObjectGraphError {
    text.error(message, repair: repair, at: current.range.lowerBound)
  }

  /// The current token, as quoted in error messages.
  var foundText: String {
    if current.kind == .end { return "the end of the format" }
    if let keyword = current.keyword { return "the keyword \(keyword)" }
    return quoted(current)
  }

  /// The token before the current one, as quoted in error messages.
  var previousText: String { index == 0 ? "the start of the format" : quoted(tokens[index - 1]) }

  var previous: FormatToken? { index == 0 ? nil : tokens[index - 1] }

  private func quoted(_ token: FormatToken) -> String {
    let spelling = text[token.range]
    return spelling.first == "\"" || spelling.first == "'" ? spelling : "\"\(spelling)\""
  }
}

extension FormatParser.Precedence {
  /// The next tighter level.
  var next: Self { Self(rawValue: rawValue + 1) ?? .sign }
}
