import Foundation
import ObjectModel

/// Arithmetic in plain Swift: integers that overflow go on as doubles, a division by 0 is nil.
enum PlainNumbers {
  static func double(_ value: AttributeValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .boolean(let flag): flag ? 1 : 0
    case .double(let number): number
    case .decimal(let number): Double("\(number)")
    default: nil
    }
  }

  static func integer(_ value: AttributeValue) -> Int64? {
    switch value {
    case .integer(let number): number
    case .boolean(let flag): flag ? 1 : 0
    default: nil
    }
  }

  static func decimal(_ value: AttributeValue) -> Decimal? {
    if case .decimal(let number) = value { return number }
    return integer(value).map { Decimal($0) }
  }

  static func apply(
    _ symbol: String, _ left: AttributeValue, _ right: AttributeValue
  ) -> AttributeValue {
    guard let x = double(left), let y = double(right) else { return .null }
    if symbol == "/", y == 0 { return .null }
    if let x = integer(left), let y = integer(right) {
      let wide = wide(symbol, Int128(x), Int128(y))
      if let whole = Int64(exactly: wide) { return .integer(whole) }
    } else if let x = decimal(left), let y = decimal(right) {
      let result =
        switch symbol {
        case "+": x + y
        case "-": x - y
        case "*": x * y
        default: x / y
        }
      return result.isNaN ? .null : .decimal(result)
    }
    let result =
      switch symbol {
      case "+": x + y
      case "-": x - y
      case "*": x * y
      default: x / y
      }
    return result.isNaN ? .null : .double(result)
  }

  private static func wide(_ symbol: String, _ x: Int128, _ y: Int128) -> Int128 {
    switch symbol {
    case "+": x + y
    case "-": x - y
    case "*": x * y
    default: x / y
    }
  }
}

/// Aggregates in plain Swift, of values that are not nil.
enum PlainAggregates {
  static func value(
    _ name: String, _ values: [AttributeValue], _ type: AttributeType
  ) -> AttributeValue {
    if name == "count" { return .integer(Int64(values.count)) }
    if name == "sum" { return sum(values, type) }
    guard !values.isEmpty else { return .null }
    let sorted = values.sorted { PlainOrder.compare($0, $1) < 0 }
    switch name {
    case "min": return sorted[0]
    case "max": return sorted[sorted.count - 1]
    case "average": return average(values, type)
    case "median":
      return average(Array(sorted[((sorted.count - 1) / 2)...(sorted.count / 2)]), type)
    case "mode":
      func count(_ value: AttributeValue) -> Int {
        values.filter { PlainOrder.isSame($0, value) }.count
      }
      let most = sorted.map(count).max()
      return sorted.first { count($0) == most } ?? .null
    default:
      let numbers = values.compactMap(PlainNumbers.double)
      let mean = exactSum(numbers) / Double(numbers.count)
      let squares = exactSum(numbers.map { ($0 - mean) * ($0 - mean) })
      return number((squares / Double(numbers.count)).squareRoot())
    }
  }

  private static func sum(_ values: [AttributeValue], _ type: AttributeType) -> AttributeValue {
    switch type {
    case .decimal: return .decimal(values.compactMap(PlainNumbers.decimal).reduce(0, +))
    case .double, .float: break
    default:
      let integers = values.compactMap(PlainNumbers.integer)
      if integers.count == values.count,
        let whole = Int64(exactly: integers.reduce(Int128(0)) { $0 + Int128($1) })
      {
        return .integer(whole)
      }
    }
    return number(exactSum(values.compactMap(PlainNumbers.double)))
  }

  private static func average(
    _ values: [AttributeValue], _ type: AttributeType
  ) -> AttributeValue {
    if type == .decimal {
      let sum = values.compactMap(PlainNumbers.decimal).reduce(0, +)
      return PlainNumbers.apply("/", .decimal(sum), .integer(Int64(values.count)))
    }
    let integers = values.compactMap(PlainNumbers.integer)
    guard integers.count == values.count else {
      return number(exactSum(values.compactMap(PlainNumbers.double)) / Double(values.count))
    }
    return .double(Double(integers.reduce(Int128(0)) { $0 + Int128($1) }) / Double(values.count))
  }

  private static func number(_ number: Double) -> AttributeValue {
    number.isNaN ? .null : .double(number)
  }

  /// Shewchuk's sum: partial sums that do not overlap keep every bit until the end.
  static func exactSum(_ values: [Double]) -> Double {
    guard values.allSatisfy(\.isFinite) else { return values.reduce(0, +) }
    var partials: [Double] = []
    for value in values {
      var (x, kept) = (value, [Double]())
      for partial in partials {
        let (large, small) = abs(x) < abs(partial) ? (partial, x) : (x, partial)
        let high = large + small
        let low = small - (high - large)
        if low != 0 { kept.append(low) }
        x = high
      }
      partials = kept + [x]
    }
    return partials.reduce(0, +)
  }
}

/// The order of values in plain Swift: nil, then numbers by their values, texts by their bytes.
enum PlainOrder {
  static func isSame(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
    compare(left, right) == 0
  }

  /// Below, at or above 0.
  static func compare(_ left: AttributeValue, _ right: AttributeValue) -> Int {
    switch (left, right) {
    case (.null, .null): return 0
    case (.null, _): return -1
    case (_, .null): return 1
    case (.string(let left), .string(let right)): return order(Array(left.utf8), Array(right.utf8))
    case (.uri(let left), .uri(let right)):
      return order(Array(left.absoluteString.utf8), Array(right.absoluteString.utf8))
    case (.data(let left), .data(let right)): return order(Array(left), Array(right))
    case (.uuid(let left), .uuid(let right)):
      // Upper-case hexadecimal digits are in the order of the bytes.
      return order(Array(left.uuidString.utf8), Array(right.uuidString.utf8))
    case (.date(let left), .date(let right)): return order(left, right)
    case (.objectID(let left), .objectID(let right)): return order(left.key, right.key)
    default: break
    }
    if let left = PlainNumbers.decimal(left), let right = PlainNumbers.decimal(right) {
      return order(left, right)
    }
    switch (PlainNumbers.integer(left), PlainNumbers.integer(right)) {
    case (let left?, let right?): return order(left, right)
    case (let left?, nil): return order(left, PlainNumbers.double(right) ?? .nan)
    case (nil, let right?): return -order(right, PlainNumbers.double(left) ?? .nan)
    default: return order(PlainNumbers.double(left) ?? .nan, PlainNumbers.double(right) ?? .nan)
    }
  }

  /// An integer beside a double: no rounding makes the two the same.
  private static func order(_ left: Int64, _ right: Double) -> Int {
    guard abs(right) < 0x1p100 else { return right > 0 ? -1 : 1 }
    let whole = Int128(right.rounded(.down))
    if Int128(left) != whole { return Int128(left) < whole ? -1 : 1 }
    return right > right.rounded(.down) ? -1 : 0
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left > right ? 1 : 0
  }

  private static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }
}
