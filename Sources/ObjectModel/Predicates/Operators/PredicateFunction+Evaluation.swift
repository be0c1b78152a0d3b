import Foundation

extension PredicateFunction {
  /// The function's value for values of the types that it accepts; nil for any others.
  ///
  /// Aggregates, `distinct:` and `now` are not functions of values, and give nil.
  package func value(of arguments: [AttributeValue]) -> AttributeValue {
    if self == .random { return .double(Double.random(in: 0..<1)) }
    guard argumentCount.contains(arguments.count), let first = arguments.first else { return .null }
    let second = arguments[arguments.count - 1]
    switch self {
    case .noIndex: return first
    case .uppercase: return Self.text(first) { .string($0.uppercased()) }
    case .lowercase: return Self.text(first) { .string($0.lowercased()) }
    case .canonical: return Self.text(first) { .string($0.canonicalText) }
    case .length: return Self.text(first) { .integer(Int64($0.utf16.count)) }
    case .year: return Self.date(first) { $0.year }
    case .month: return Self.date(first) { $0.month }
    case .day: return Self.date(first) { $0.day }
    case .squareRoot: return Self.double(first) { $0.squareRoot() }
    case .exponential: return Self.double(first) { Foundation.exp($0) }
    case .logarithm: return Self.double(first) { $0 > 0 ? Foundation.log10($0) : .nan }
    case .naturalLogarithm: return Self.double(first) { $0 > 0 ? Foundation.log($0) : .nan }
    case .ceiling, .floor, .truncate, .round, .absolute: return number(first)
    case .negate: return Arithmetic.apply(.subtract, .integer(0), first)
    case .add, .subtract, .multiply, .divide, .power: return Arithmetic.apply(self, first, second)
    case .modulus: return Self.remainder(first.asNumber, second.asNumber)
    case .bitwiseAnd: return Self.bits(first, second, &)
    case .bitwiseOr: return Self.bits(first, second, |)
    case .bitwiseXor: return Self.bits(first, second, ^)
    case .shiftLeft: return Self.bits(first, second, <<)
    case .shiftRight: return Self.bits(first, second, >>)
    case .onesComplement: return Self.bits(first, .integer(-1), ^)
    case .random, .now, .distinct, .sum, .count, .minimum, .maximum, .average, .median, .mode,
      .standardDeviation:
      return .null
    }
  }

  private static func text(
    _ value: AttributeValue, _ function: (String) -> AttributeValue
  ) -> AttributeValue {
    if case .string(let text) = value { function(text) } else { .null }
  }

  private static func date(
    _ value: AttributeValue, _ part: ((year: Int, month: Int, day: Int)) -> Int
  ) -> AttributeValue {
    guard case .date(let date) = value, let parts = DateLiteral.calendarDate(of: date) else {
      return .null
    }
    return .integer(Int64(part(parts)))
  }

  private static func double(
    _ value: AttributeValue, _ function: (Double) -> Double
  ) -> AttributeValue {
    guard let result = value.asDouble.map(function), !result.isNaN else { return .null }
    return .double(result)
  }

  private static func bits(
    _ left: AttributeValue, _ right: AttributeValue, _ function: (Int64, Int64) -> Int64
  ) -> AttributeValue {
    guard let left = left.asInteger, let right = right.asInteger else { return .null }
    return .integer(function(left, right))
  }

  private func number(_ value: AttributeValue) -> AttributeValue {
    switch value.asNumber {
    case .integer(let number):
      guard self == .absolute else { return .integer(number) }
      return number == .min ? .double(0x1p63) : .integer(abs(number))
    case .double:
      return Self.double(value) { number in
        switch self {
        case .ceiling: number.rounded(.up)
        case .floor: number.rounded(.down)
        case .truncate: number.rounded(.towardZero)
        case .round: number.rounded(.toNearestOrAwayFromZero)
        default: abs(number)
        }
      }
    case .decimal(let number): return number.isNaN ? .null : .decimal(decimal(number))
    default: return .null
    }
  }

  /// Rounds the magnitude, for which the library's rounding modes are unambiguous.
  private func decimal(_ number: Decimal) -> Decimal {
    var magnitude = number.magnitude
    if self == .absolute { return magnitude }
    var whole = Decimal()
    NSDecimalRound(&whole, &magnitude, 0, self == .round ? .plain : .down)
    let isNegative = number < 0
    if whole != magnitude, (self == .ceiling && !isNegative) || (self == .floor && isNegative) {
      whole += 1
    }
    return isNegative ? -whole : whole
  }

  private static func remainder(_ left: AttributeValue, _ right: AttributeValue) -> AttributeValue {
    switch (left, right) {
    case (.integer(let left), .integer(let right)):
      // The least integer modulo -1 overflows in hardware, although the remainder is 0.
      return right == 0 ? .null : right == -1 ? .integer(0) : .integer(left % right)
    case (.double, _), (_, .double):
      guard let left = left.asDouble, let right = right.asDouble, right != 0 else { return .null }
      let result = fmod(left, right)
      return result.isNaN ? .null : .double(result)
    default:
      guard let left = left.asDecimal, let right = right.asDecimal, !right.isZero, !left.isNaN
      else { return .null }
      let quotient = PredicateFunction.truncate.decimal(left / right)
      return .decimal(left - quotient * right)
    }
  }
}

extension CastType {
  /// The value converted to the type, or nil if that is impossible.
  package func value(of value: AttributeValue) -> AttributeValue {
    switch (self, value) {
    case (.date, .date), (.string, .string): return value
    case (.date, .string(let text)): return CastLiteral.date.value(of: text) ?? .null
    case (.date, _):
      guard let seconds = value.asDouble, seconds.isFinite else { return .null }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.number, .date(let date)): return .double(date.timeIntervalSinceReferenceDate)
    case (.number, .string(let text)):
      guard CastLiteral.isNumber(text) else { return .null }
      return Double(text).map(AttributeValue.double) ?? .null
    case (.number, _): return value.asDouble.map(AttributeValue.double) ?? .null
    case (.decimal, .string(let text)): return CastLiteral.decimal.value(of: text) ?? .null
    case (.decimal, _): return value.asDecimal.map(AttributeValue.decimal) ?? .null
    case (.string, .integer(let number)): return .string(String(number))
    case (.string, .boolean(let flag)): return .string(flag ? "1" : "0")
    case (.string, .uuid(let uuid)): return .string(uuid.uuidString)
    case (.string, .uri(let url)): return .string(url.absoluteString)
    default: return .null
    }
  }
}
