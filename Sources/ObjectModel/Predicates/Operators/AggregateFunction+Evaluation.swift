import Foundation

extension AggregateFunction {
  /// Aggregates the values; nils are ignored.
  ///
  /// - Parameters:
  ///   - isDistinct: whether equal values count once.
  ///   - type: the type of the result; nil to derive it from the values.
  package func value(
    of values: [AttributeValue], isDistinct: Bool = false, type: AttributeType? = nil
  ) -> AttributeValue {
    let type = type ?? .number(holding: values.compactMap(\.type))
    var present = values.filter { !$0.isNull }
    // A set has no order, but sums of rounded numbers depend on the order.
    if isDistinct || ![.count, .minimum, .maximum].contains(self) {
      present.sort { ValueOrder.compareForSorting($0, $1) == .orderedAscending }
    }
    if isDistinct { present = Self.runs(of: present).map { $0[$0.startIndex] } }
    if self == .count { return .integer(Int64(present.count)) }
    if self == .sum { return Self.sum(present, type) }
    guard let first = present.first else { return .null }
    switch self {
    case .minimum, .maximum:
      let wanted: ComparisonResult = self == .minimum ? .orderedAscending : .orderedDescending
      return present.reduce(first) { ValueOrder.compare($1, $0) == wanted ? $1 : $0 }
    case .average: return Self.average(present[...], type)
    case .median:
      let half = present.count / 2
      return Self.average(present[(present.count % 2 == 0 ? half - 1 : half)...half], type)
    case .mode:
      // The first of the longest runs.
      return Self.runs(of: present).max { $0.count < $1.count }?.first ?? .null
    default: return Self.deviation(present.compactMap(\.asDouble))
    }
  }

  /// Groups equal neighbors.
  private static func runs(of sorted: [AttributeValue]) -> [ArraySlice<AttributeValue>] {
    var runs: [ArraySlice<AttributeValue>] = []
    var start = 0
    for index in sorted.indices.dropFirst()
    where ValueOrder.compareForSorting(sorted[start], sorted[index]) != .orderedSame {
      runs.append(sorted[start..<index])
      start = index
    }
    if !sorted.isEmpty { runs.append(sorted[start...]) }
    return runs
  }

  private static func sum(_ values: [AttributeValue], _ type: AttributeType) -> AttributeValue {
    switch type {
    case .decimal: return .decimal(decimals(values))
    case .double, .float: return number(doubles(values.compactMap(\.asDouble)))
    default:
      // If a sum of integers overflows, it continues as a double.
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
    // Adding large integers as doubles would round each of them.
    if let sum = integers(values) { return .double(Double(sum) / Double(values.count)) }
    return number(doubles(values.compactMap(\.asDouble)) / Double(values.count))
  }

  /// The sum of values that are all integers; otherwise nil.
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

  /// Neumaier's compensated sum, which hardly depends on the order of the values, because a set has
  /// none.
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
