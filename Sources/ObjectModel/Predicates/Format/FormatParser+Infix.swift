extension FormatParser {
  /// What joins two sides.
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

  /// An operator on the bits of integers, as the function that it stands for.
  mutating func bitwise(
    _ left: Item, _ function: PredicateFunction, _ precedence: Precedence
  ) throws -> Item {
    let repair = "join comparisons by AND or OR; \(foundText) joins the bits of integers"
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
  /// Nil for a token that is no infix operator.
  init?(kind: FormatToken.Kind, keyword: String?) {
    let symbol: String
    if let keyword {
      symbol = keyword
    } else {
      guard case .symbol(let text) = kind else { return nil }
      symbol = text
    }
    switch symbol {
    case "AND", "&&": self = .and
    case "OR", "||": self = .or
    case "=": self = .comparison(.equal)
    case "<>": self = .comparison(.notEqual)
    case "=<": self = .comparison(.lessThanOrEqual)
    case "=>": self = .comparison(.greaterThanOrEqual)
    case "&": self = .bitwise(.bitwiseAnd)
    case "|": self = .bitwise(.bitwiseOr)
    case "^": self = .bitwise(.bitwiseXor)
    case "<<": self = .bitwise(.shiftLeft)
    case ">>": self = .bitwise(.shiftRight)
    default:
      if let comparison = ComparisonOperator(rawValue: symbol) {
        self = .comparison(comparison)
      } else if let arithmetic = ArithmeticOperator(rawValue: symbol) {
        self = .arithmetic(arithmetic)
      } else {
        return nil
      }
    }
  }
}
