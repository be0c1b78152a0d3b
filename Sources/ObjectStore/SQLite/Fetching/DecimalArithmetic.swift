import Foundation
import ObjectModel
import SQLite

/// The arithmetic of decimals in SQL, as expressions do it in memory.
enum DecimalArithmetic {
  /// NULL when an operand is nil, on a division by zero, and when the result is not a number.
  static func apply(
    _ symbol: String, _ left: FunctionValue, _ right: FunctionValue
  ) -> FunctionValue {
    guard let left = decimal(left), let right = decimal(right) else { return .null }
    let result: Decimal
    switch ArithmeticOperator(rawValue: symbol) {
    case .add: result = left + right
    case .subtract: result = left - right
    case .multiply: result = left * right
    case .divide:
      if right.isZero { return .null }
      result = left / right
    case .power, nil: return .null
    }
    return result.isNaN ? .null : value(result)
  }

  private static func decimal(_ value: FunctionValue) -> Decimal? {
    let text: String
    switch value {
    case .integer(let number): return Decimal(number)
    case .real(let number): text = number.description
    case .text(let digits): text = digits
    case .null, .blob: return nil
    }
    let decimal = Decimal(string: text, locale: Row.posix)
    return decimal?.isNaN == true ? nil : decimal
  }

  /// The form that a column would hold; the nearest double where none holds it exactly.
  private static func value(_ decimal: Decimal) -> FunctionValue {
    let text = NSDecimalNumber(decimal: decimal).description(withLocale: Row.posix)
    switch Array(text.utf8).withUnsafeBytes({ StoredDecimal($0) }) {
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case nil: return Double(text).map { .real($0) } ?? .null
    }
  }
}
