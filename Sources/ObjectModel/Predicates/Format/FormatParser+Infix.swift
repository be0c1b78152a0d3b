extension FormatParser {
  /// What joins two sides.
  enum Infix: Equatable, Sendable {
    case or
    case and
    case comparison(ComparisonOperator)
    case arithmetic(ArithmeticOperator)

    var precedence: Precedence {
      switch self {
      case .or: .or
      case .and: .and
      case .comparison: .comparison
      case .arithmetic(.add), .arithmetic(.subtract): .sum
      case .arithmetic(.multiply), .arithmetic(.divide): .product
      case .arithmetic(.power): .power
      }
    }
  }

  /// The infix operator that the current token is.
  func infix() -> Infix? { current.infix }
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
