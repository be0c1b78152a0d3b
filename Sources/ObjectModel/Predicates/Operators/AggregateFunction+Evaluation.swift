import Foundation

extension AggregateFunction {
  /// What the values come to; nils are left out.
  ///
  /// - Parameters:
  ///   - isDistinct: whether equal values count once.
  ///   - type: the type of the result.
  package func value(
    of values: [AttributeValue], isDistinct: Bool = false, type: AttributeType
  ) -> AttributeValue {
    var present = values.filter { !$0.isNull }
    // A set has no order, and sums of rounded numbers depend on one.
    if isDistinct || ![.count, .minimum, .maximum].contains(self) {
      present.sort {
        ValueOrder.compareForSorting($0, $1, options: []) == .orderedAscending
      }
    }
    if isDistinct { present = Self.runs(of: present).map { $0[$0.startIndex] } }
    if self == .count { return .integer(Int64(present.count)) }
    if self == .sum { return Self.sum(present, type) }
    guard let first = present.first else { return .null }
    switch self {
    case .minimum: return Self.extreme(first, present, .orderedAscending)
    case .maximum: return Self.extreme(first, present, .orderedDescending)
    case .average: return Self.average(present[...], type)
    case .median:
      let half = present.count / 2
      return Self.average(present[(present.count % 2 == 0 ? half - 1 : half)...half], type)
    case .mode: return Self.mode(present) ?? .null
    default: return Self.deviation(present.compactMap(\.asDouble))
    }
  }

  /// What values come to whose type only they themselves tell.
  func value(of values: [AttributeValue], isDistinct: Bool = false) -> AttributeValue {
    value(
      of: values, isDistinct: isDistinct, type: .number(holding: values.compactMap(\.type)))
  }

  /// Neighbours that are equal, together.
  private static func runs(of sorted: [AttributeValue]) -> [ArraySlice<AttributeValue>] {
    var runs: [ArraySlice<AttributeValue>] = []
    var start = 0
    for index in sorted.indices.dropFirst()
    where ValueOrder.compareForSorting(sorted[start], sorted[index], options: []) != .orderedSame {
      runs.append(sorted[start..<index])
      start = index
    }
    if !sorted.isEmpty { runs.append(sorted[start...]) }
    return runs
  }

  private static func mode(_ sorted: [AttributeValue]) -> AttributeValue? {
    var longest: ArraySlice<AttributeValue>?
    for run in runs(of: sorted) where run.count > longest?.count ?? 0 { longest = run }
    return longest?.first
  }

  private static func extreme(
    _ first: AttributeValue, _ values: [AttributeValue], _ wanted: ComparisonResult
  ) -> AttributeValue {
    var best = first
    for value in values where ValueOrder.compare(value, best) == wanted { best = value }
    return best
  }

  private static func sum(_ values: [AttributeValue], _ type: AttributeType) -> AttributeValue {
    switch type {
    case .decimal: return .decimal(decimals(values))
    case .double, .float: return number(doubles(values.compactMap(\.asDouble)))
    default:
      // What overflowed on the way here goes on as a double.
      guard let sum = integers(values[...]).flatMap({ Int64(exactly: $0) }) else {
        return Self.number(doubles(values.compactMap(\.asDouble)))
      }
      return .integer(sum)
    }
  }

  private static func average(
    _ values: ArraySlice<AttributeValue>, _ type: AttributeType
  ) -> AttributeValue {
    if type == .decimal {
      return Arithmetic.apply(
        .divide, .decimal(decimals(Array(values))), .decimal(Decimal(values.count)))
    }
    // Added as doubles, large integers would be rounded one by one.
    if let sum = integers(values) { return .double(Double(sum) / Double(values.count)) }
    return number(doubles(values.compactMap(\.asDouble)) / Double(values.count))
  }

  /// The sum of values that are all integers; nil for others.
  private static func integers(_ values: ArraySlice<AttributeValue>) -> Int128? {
    var sum: Int128 = 0
    for value in values {
      guard let integer = value.asInteger else { return nil }
      sum += Int128(integer)
    }
    return sum
  }

  private static func deviation(_ values: [Double]) -> AttributeValue {
    let mean = doubles(values) / Double(values.count)
    let squares = doubles(values.map { ($0 - mean) * ($0 - mean) })
    return number((squares / Double(values.count)).squareRoot())
  }

  private static func decimals(_ values: [AttributeValue]) -> Decimal {
    values.reduce(Decimal(0)) { $0 + ($1.asDecimal ?? 0) }
  }

  /// Neumaier's compensated sum, which the order of the values hardly changes: a set has none.
  private static func doubles(_ values: [Double]) -> Double {
    var sum = 0.0
    var lost = 0.0
    for value in values {
      let next = sum + value
      lost += abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
      sum = next
    }
    return lost.isFinite ? sum + lost : sum
  }

  private static func number(_ result: Double) -> AttributeValue {
    result.isNaN ? .null : .double(result)
  }
}
