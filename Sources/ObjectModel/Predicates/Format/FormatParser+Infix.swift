extension FormatParser {
  /// An operator between two sides.
  enum Infix: Equatable, Sendable {
    case or
    case and
    case comparison(ComparisonOperator)
    case arithmetic(ArithmeticOperator)
    case bitwise(PredicateFunction)

    var precedence: Precedence {
      switch self {
      case .or: .or
      case .and: .and
      case .comparison: .comparison
      case .arithmetic(.add), .arithmetic(.subtract): .sum
      case .arithmetic(.multiply), .arithmetic(.divide): .product
      case .arithmetic(.power): .power
      case .bitwise(.bitwiseAnd): .bitwiseAnd
      case .bitwise(.bitwiseXor): .bitwiseXor
      case .bitwise(.bitwiseOr): .bitwiseOr
      case .bitwise: .shift
      }
    }
  }

  /// An operator on the bits of integers, as the corresponding function.
  mutating func bitwise(
    _ left: Item, _ function: PredicateFunction, _ precedence: Precedence
  ) throws -> Item {
    let repair = "join comparisons with AND or OR; \(foundText) combines the bits of integers"
    let leftNode = try expression(left, repair: repair)
    advance()
    let right = try parse(precedence.next)
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
      "=>": .comparison(.greaterThanOrEqualTo), "&": .bitwise(.bitwiseAnd),
      "|": .bitwise(.bitwiseOr), "^": .bitwise(.bitwiseXor), "<<": .bitwise(.shiftLeft),
      ">>": .bitwise(.shiftRight),
    ]
    for symbol in ComparisonOperator.allCases { all[symbol.spelling] = .comparison(symbol) }
    for symbol in ArithmeticOperator.allCases { all[symbol.rawValue] = .arithmetic(symbol) }
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
