import Foundation

/// One aggregate over values that come one by one; nils are left out.
///
/// Stores in memory and in SQLite share it where SQLite has no such aggregate of its own.
package struct AggregateRun {
  private let function: AggregateFunction
  /// Whether numbers are decimals, which are summed to the last digit.
  private let isDecimal: Bool
  private var count: Int64 = 0
  private var sum = AttributeValue.integer(0)
  private var extreme = AttributeValue.null
  /// Only for what needs all values at once.
  private var values: [AttributeValue] = []

  package init(_ function: AggregateFunction, isDecimal: Bool) {
    self.function = function
    self.isDecimal = isDecimal
    if isDecimal { sum = .decimal(0) }
  }

  package mutating func add(_ value: AttributeValue) {
    guard !value.isNull else { return }
    count += 1
    switch function {
    case .count: break
    case .sum, .average: sum = Arithmetic.apply(.add, sum, value)
    case .minimum: keep(value, if: .orderedAscending)
    case .maximum: keep(value, if: .orderedDescending)
    case .median, .mode, .standardDeviation: values.append(value)
    }
  }

  private mutating func keep(_ value: AttributeValue, if order: ComparisonResult) {
    if extreme.isNull || ValueOrder.compareForSorting(value, extreme, options: []) == order {
      extreme = value
    }
  }

  package func result() -> AttributeValue {
    switch function {
    case .count: return .integer(count)
    case .sum: return sum
    case .minimum, .maximum: return extreme
    case .average: return divided(sum, by: count)
    case .median: return median(sorted())
    case .mode: return mode(sorted())
    case .standardDeviation: return standardDeviation()
    }
  }

  private func sorted() -> [AttributeValue] {
    values.sorted { ValueOrder.compareForSorting($0, $1, options: []) == .orderedAscending }
  }

  private func divided(_ value: AttributeValue, by count: Int64) -> AttributeValue {
    guard count > 0 else { return .null }
    if isDecimal { return Arithmetic.apply(.divide, value, .decimal(Decimal(count))) }
    return Arithmetic.apply(.divide, value, .double(Double(count)))
  }

  private func median(_ values: [AttributeValue]) -> AttributeValue {
    guard !values.isEmpty else { return .null }
    let middle = values.count / 2
    if values.count % 2 == 1 { return divided(values[middle], by: 1) }
    // Halved first, two great integers could lose a half each; as doubles their sum has room.
    let lower = divided(values[middle - 1], by: 1)
    return divided(Arithmetic.apply(.add, lower, divided(values[middle], by: 1)), by: 2)
  }

  private func mode(_ values: [AttributeValue]) -> AttributeValue {
    var (best, bestCount) = (AttributeValue.null, 0)
    var start = 0
    while start < values.count {
      var end = start + 1
      while end < values.count,
        ValueOrder.compareForSorting(values[start], values[end], options: []) == .orderedSame
      {
        end += 1
      }
      if end - start > bestCount { (best, bestCount) = (values[start], end - start) }
      start = end
    }
    return best
  }

  /// Of the whole population, in two passes, which loses no digits to great values.
  private func standardDeviation() -> AttributeValue {
    let numbers = values.compactMap { value in
      if case .double(let number)? = value.converted(to: .double) { number } else { nil }
    }
    guard !numbers.isEmpty else { return .null }
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let result = (squares / Double(numbers.count)).squareRoot()
    return result.isNaN ? .null : .double(result)
  }
}

extension AggregateRun {
  /// The aggregate of values in the order of their rows.
  static func result(
    of aggregate: ResolvedAggregate, over values: some Sequence<AttributeValue>
  ) -> AttributeValue {
    var run = AggregateRun(aggregate.function, isDecimal: aggregate.isOverDecimals)
    var seen: Set<GroupKey> = []
    for value in values where !aggregate.isDistinct || seen.insert(GroupKey([value])).inserted {
      run.add(value)
    }
    return run.result()
  }
}

extension ResolvedAggregate {
  /// Whether it calculates with decimals.
  package var isOverDecimals: Bool {
    if case .rows(let values) = source { values.type == .decimal } else { type == .decimal }
  }
}
