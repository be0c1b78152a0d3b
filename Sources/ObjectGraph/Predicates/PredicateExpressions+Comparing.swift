import Foundation
import ObjectModel

extension PredicateExpressions.Equal: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    .condition(try conversion.equality(lhs, rhs))
  }
}

extension PredicateExpressions.NotEqual: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    .condition(try conversion.equality(lhs, rhs).negated)
  }
}

extension PredicateExpressions.Comparison: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    let left = try conversion.part(of: lhs)
    let right = try conversion.part(of: rhs)
    let symbol: ComparisonOperator =
      switch op {
      case .lessThan: .lessThan
      case .lessThanOrEqual: .lessThanOrEqualTo
      case .greaterThan: .greaterThan
      case .greaterThanOrEqual: .greaterThanOrEqualTo
      }
    return .condition(try left.compared(symbol, to: right))
  }
}

extension PredicateExpressions.Range: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    let (lower, upper) = (try conversion.value(of: lower), try conversion.value(of: upper))
    return .range(ConvertedRange(lower: lower, upper: upper, includesUpper: false))
  }
}

extension PredicateExpressions.ClosedRange: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    let (lower, upper) = (try conversion.value(of: lower), try conversion.value(of: upper))
    return .range(ConvertedRange(lower: lower, upper: upper, includesUpper: true))
  }
}

extension PredicateExpressions.RangeExpressionContains: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    guard case .range(let range) = try conversion.part(of: range) else {
      throw PredicateConversion.refusal(
        "a range of type \(RangeExpression.Output.self)",
        repair: "write its bounds, as in (1...5).contains($0.nights)")
    }
    return .condition(range.contains(try conversion.value(of: element)))
  }
}

extension PredicateConversion {
  fileprivate mutating func equality(
    _ left: any PredicateExpression, _ right: any PredicateExpression
  ) throws -> PredicateNode {
    let one = try part(of: left)
    let other = try part(of: right)
    if let node = Self.equality(one, other) ?? Self.equality(other, one) { return node }
    return try one.compared(.equalTo, to: other)
  }

  /// The condition that another one is true, false or nil; nil for any other two parts.
  private static func equality(_ part: ConvertedPart, _ other: ConvertedPart) -> PredicateNode? {
    guard case .value(let node) = other, case .constant(let constant) = node.kind else {
      return nil
    }
    switch (part, constant) {
    case (.condition(let node), .boolean(let value)): return value ? node : node.negated
    case (.condition, .null): return .literal(false)
    case (.optionalCondition(let node, let isSome), .boolean(let value)):
      return .all(of: [isSome, value ? node : node.negated])
    case (.optionalCondition(_, let isSome), .null): return isSome.negated
    default: return nil
    }
  }
}
