extension FormatParser {
  /// What joins two sides.
  enum Infix: Equatable {
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
  func infix() -> Infix? {
    if let keyword = current.keyword {
      switch keyword {
      case "AND": return .and
      case "OR": return .or
      default: return ComparisonOperator(rawValue: keyword).map(Infix.comparison)
      }
    }
    guard case .symbol(let symbol) = current.kind else { return nil }
    switch symbol {
    case "&&": return .and
    case "||": return .or
    case "=": return .comparison(.equal)
    case "<>": return .comparison(.notEqual)
    case "=<": return .comparison(.lessThanOrEqual)
    case "=>": return .comparison(.greaterThanOrEqual)
    default:
      return ComparisonOperator(rawValue: symbol).map(Infix.comparison)
        ?? ArithmeticOperator(rawValue: symbol).map(Infix.arithmetic)
    }
  }
}
