import Foundation

/// The arithmetic of expressions, which follows SQLite: integers that overflow become doubles, and
/// division by zero and results that are not numbers give nil. Subtracting two dates gives seconds,
/// and seconds can be added to or subtracted from a date.
package enum Arithmetic {
  /// - Parameter function: one with a symbol.
  package static func apply(
    _ function: PredicateFunction, _ left: AttributeValue, _ right: AttributeValue
  ) -> AttributeValue {
    if function == .power { return doubles(function, left, right) }
    switch (left.asNumber, right.asNumber) {
    case (.integer(let first), .integer(let second)):
      return integers(function, first, second) ?? doubles(function, left, right)
    case (.decimal, .decimal), (.decimal, .integer), (.integer, .decimal):
      guard let first = left.asDecimal, let second = right.asDecimal else { return .null }
      return decimals(function, first, second)
    default: return doubles(function, left, right)
    }
  }

  /// Nil on overflow.
  private static func integers(
    _ function: PredicateFunction, _ left: Int64, _ right: Int64
  ) -> AttributeValue? {
    let (result, overflow): (Int64, Bool)
    switch function {
    case .add: (result, overflow) = left.addingReportingOverflow(right)
    case .subtract: (result, overflow) = left.subtractingReportingOverflow(right)
    case .multiply: (result, overflow) = left.multipliedReportingOverflow(by: right)
    default:
      if right == 0 { return .null }
      (result, overflow) = left.dividedReportingOverflow(by: right)
    }
    return overflow ? nil : .integer(result)
  }

  private static func decimals(
    _ function: PredicateFunction, _ left: Decimal, _ right: Decimal
  ) -> AttributeValue {
    let result: Decimal
    switch function {
    case .add: result = left + right
    case .subtract: result = left - right
    case .multiply: result = left * right
    default:
      if right.isZero { return .null }
      result = left / right
    }
    return result.isNaN ? .null : .decimal(result)
  }

  private static func doubles(
    _ function: PredicateFunction, _ left: AttributeValue, _ right: AttributeValue
  ) -> AttributeValue {
    guard let left = left.asDouble, let right = right.asDouble else {
      return dates(function, left, right)
    }
    let result: Double
    switch function {
    case .add: result = left + right
    case .subtract: result = left - right
    case .multiply: result = left * right
    case .divide:
      if right == 0 { return .null }
      result = left / right
    // A column does not keep the sign of zero, which would determine that of a negative power.
    default: result = Foundation.pow(left == 0 ? 0 : left, right)
    }
    return result.isNaN ? .null : .double(result)
  }

  /// The seconds between two dates, or a date shifted by seconds; nil for any other values.
  private static func dates(
    _ function: PredicateFunction, _ left: AttributeValue, _ right: AttributeValue
  ) -> AttributeValue {
    func seconds(_ value: AttributeValue) -> AttributeValue { CastType.number.value(of: value) }
    switch (function, left, right) {
    case (.subtract, .date, .date): return apply(.subtract, seconds(left), seconds(right))
    case (.add, .date, _) where right.asDouble != nil,
      (.subtract, .date, _) where right.asDouble != nil:
      return CastType.date.value(of: apply(function, seconds(left), right))
    case (.add, _, .date) where left.asDouble != nil:
      return CastType.date.value(of: apply(.add, left, seconds(right)))
    default: return .null
    }
  }
}
