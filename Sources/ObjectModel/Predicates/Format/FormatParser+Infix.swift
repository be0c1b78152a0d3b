extension FormatParser {
  /// An operator between two sides.
  enum Infix: Equatable, Sendable {
    case or
    case and
    case comparison(ComparisonOperator)
    /// An operator of arithmetic, or on the bits of integers.
    case function(PredicateFunction)

    var precedence: Precedence {
      switch self {
      case .or: .or
      case .and: .and
      case .comparison: .comparison
      case .function(.add), .function(.subtract): .sum
      case .function(.multiply), .function(.divide): .product
      case .function(.power): .power
      case .function(.bitwiseAnd): .bitwiseAnd
      case .function(.bitwiseXor): .bitwiseXor
      case .function(.bitwiseOr): .bitwiseOr
      case .function: .shift
      }
    }
  }

  /// An operator, as the corresponding function.
  mutating func function(
    _ left: Item, _ function: PredicateFunction, _ precedence: Precedence
  ) throws -> Item {
    let repair =
      function.isArithmetic
      ? nil : "join comparisons with AND or OR; \(foundText) combines the bits of integers"
    let leftNode = try expression(left, repair: repair)
    advance()
    // The power operator associates to the right, the others to the left.
    let right = try parse(function == .power ? precedence : precedence.next)
    return try item(
      .function(function, [leftNode, try expression(right, repair: repair)]), left.start)
  }

  /// `~flags`.
  mutating func complement(_ token: FormatToken) throws -> Item {
    advance()
    let operand = try parseExpression(.sign)
    return try item(.function(.onesComplement, [operand]), token.range.lowerBound)
  }
}

extension FormatParser.Infix {
  /// By spelling; words are in upper case.
  private static let all: [String: Self] = {
    var all: [String: Self] = [
      "AND": .and, "&&": .and, "OR": .or, "||": .or, "=": .comparison(.equalTo),
      "<>": .comparison(.notEqualTo), "=<": .comparison(.lessThanOrEqualTo),
      "=>": .comparison(.greaterThanOrEqualTo), "&": .function(.bitwiseAnd),
      "|": .function(.bitwiseOr), "^": .function(.bitwiseXor), "<<": .function(.shiftLeft),
      ">>": .function(.shiftRight),
    ]
    for symbol in ComparisonOperator.allCases { all[symbol.spelling] = .comparison(symbol) }
    for function in PredicateFunction.allCases {
      if let symbol = function.symbol { all[symbol] = .function(function) }
    }
    return all
  }()

  /// Nil for a token that is not an infix operator.
  init?(kind: FormatToken.Kind, keyword: String?) {
    var spelling = keyword
    if case .symbol(let symbol) = kind { spelling = symbol }
    guard let infix = spelling.flatMap({ Self.all[$0] }) else { return nil }
    self = infix
  }
}
