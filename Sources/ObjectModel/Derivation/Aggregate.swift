import Foundation

/// Sums, averages and extremes of attribute values.
enum Aggregate {
  /// - Returns: nil when a sum of integers does not fit into 64 bits.
  static func value(
    of symbol: CollectionOperator, _ values: [AttributeValue]
  ) -> AttributeValue? {
    let present = values.filter { !$0.isNull }
    switch symbol {
    case .count: return .integer(Int64(values.count))
    case .sum: return sum(present)
    case .minimum: return extreme(present, .orderedAscending)
    case .maximum: return extreme(present, .orderedDescending)
    case .average: return average(present)
    }
  }

  private static func sum(_ values: [AttributeValue]) -> AttributeValue? {
    var integers: Int64 = 0
    var doubles = 0.0
    var decimals = Decimal(0)
    var kind = AttributeType.integer64
    for value in values {
      switch value {
      case .integer(let number):
        let (sum, overflow) = integers.addingReportingOverflow(number)
        if overflow { return nil }
        integers = sum
      case .double(let number):
        doubles += number
        kind = .double
      case .decimal(let number):
        decimals += number
        kind = .decimal
      default: break
      }
    }
    return switch kind {
    case .double: .double(doubles)
    case .decimal: .decimal(decimals)
    default: .integer(integers)
    }
  }

  private static func average(_ values: [AttributeValue]) -> AttributeValue? {
    guard !values.isEmpty else { return .null }
    var doubles = 0.0
    var decimals = Decimal(0)
    var isDecimal = false
    for value in values {
      switch value {
      case .integer(let number): doubles += Double(number)
      case .double(let number): doubles += number
      case .decimal(let number):
        decimals += number
        isDecimal = true
      default: break
      }
    }
    return isDecimal
      ? .decimal(decimals / Decimal(values.count)) : .double(doubles / Double(values.count))
  }

  private static func extreme(
    _ values: [AttributeValue], _ wanted: ComparisonResult
  ) -> AttributeValue? {
    var best = values.first ?? .null
    for value in values.dropFirst() where ValueOrder.compare(value, best) == wanted {
      best = value
    }
    return best
  }
}
