import Foundation
import ObjectModel

/// A condition of a generated request: its text, and whether it holds, in plain Swift.
///
/// nil is equal to nil alone; every other comparison with it is false, and NOT is the complement.
indirect enum PlainCondition {
  case comparison(PlainExpression, String, PlainExpression)
  case isNil(PlainExpression)
  case and(PlainCondition, PlainCondition)
  case or(PlainCondition, PlainCondition)
  case not(PlainCondition)

  func format(_ arguments: inout [Any?]) -> String {
    switch self {
    case .comparison(let left, let symbol, let right):
      return "\(left.format(&arguments)) \(symbol) \(right.format(&arguments))"
    case .isNil(let operand): return "\(operand.format(&arguments)) == nil"
    case .and(let left, let right):
      return "(\(left.format(&arguments))) AND (\(right.format(&arguments)))"
    case .or(let left, let right):
      return "(\(left.format(&arguments))) OR (\(right.format(&arguments)))"
    case .not(let operand): return "NOT (\(operand.format(&arguments)))"
    }
  }

  func holds(for row: PlainRow) -> Bool {
    switch self {
    case .comparison(let left, let symbol, let right):
      return Self.holds(left.value(of: row, in: []), symbol, right.value(of: row, in: []))
    case .isNil(let operand): return operand.value(of: row, in: []).isNull
    case .and(let left, let right): return left.holds(for: row) && right.holds(for: row)
    case .or(let left, let right): return left.holds(for: row) || right.holds(for: row)
    case .not(let operand): return !operand.holds(for: row)
    }
  }

  private static func holds(
    _ left: AttributeValue, _ symbol: String, _ right: AttributeValue
  ) -> Bool {
    switch symbol {
    case "==": return PlainOrder.isSame(left, right)
    case "!=": return !PlainOrder.isSame(left, right)
    default: break
    }
    guard !left.isNull, !right.isNull else { return false }
    switch symbol {
    case "<": return PlainOrder.compare(left, right) < 0
    case "<=": return PlainOrder.compare(left, right) <= 0
    case ">": return PlainOrder.compare(left, right) > 0
    case ">=": return PlainOrder.compare(left, right) >= 0
    default:
      guard case .string(let text) = left, case .string(let start) = right else { return false }
      return Array(text.utf8).starts(with: Array(start.utf8))
    }
  }
}
