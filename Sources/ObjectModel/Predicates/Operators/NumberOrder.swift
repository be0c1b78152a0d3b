import Foundation

/// Compares numbers of different types by their exact values.
///
/// Converting both to one type would round: 9007199254740993 and 9007199254740992.0 are the same
/// double, but not the same number.
enum NumberOrder {
  /// The order of two numbers, or nil if one of them is NaN.
  static func compare(_ left: AttributeValue, _ right: AttributeValue) -> ComparisonResult? {
    switch (left.asNumber, right.asNumber) {
    case (.integer(let left), .integer(let right)): order(left, right)
    case (.double(let left), .double(let right)):
      left.isNaN || right.isNaN ? nil : order(left, right)
    case (.integer(let left), .double(let right)): compare(left, right)
    case (.double(let left), .integer(let right)): compare(right, left)?.reversed
    case (.decimal(let left), .double(let right)): compare(left, right)
    case (.double(let left), .decimal(let right)): compare(right, left)?.reversed
    case (.decimal, .decimal), (.decimal, .integer), (.integer, .decimal):
      decimals(left.asDecimal, right.asDecimal)
    default: nil
    }
  }

  static func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
    left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
  }

  private static func decimals(_ left: Decimal?, _ right: Decimal?) -> ComparisonResult? {
    guard let left, let right, !left.isNaN, !right.isNaN else { return nil }
    return order(left, right)
  }

  private static func compare(_ left: Int64, _ right: Double) -> ComparisonResult? {
    if right.isNaN { return nil }
    // 2^63 is a double, Int64.max is not.
    if right >= 0x1p63 { return .orderedAscending }
    if right < -0x1p63 { return .orderedDescending }
    let whole = right.rounded(.down)
    let result = order(left, Int64(whole))
    return result == .orderedSame && right > whole ? .orderedAscending : result
  }

  private static func compare(_ left: Decimal, _ right: Double) -> ComparisonResult? {
    guard !left.isNaN, !right.isNaN, let rough = Double(left.description) else { return nil }
    // Rounding preserves order: a decimal and its nearest double are on the same side of any other
    // double.
    guard rough == right else { return order(rough, right) }
    return DecimalDigits(left.description).order(to: DecimalDigits(exactly: right))
  }
}

extension ComparisonResult {
  /// The order of the same two, swapped.
  var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedDescending: .orderedAscending
    case .orderedSame: .orderedSame
    }
  }
}
