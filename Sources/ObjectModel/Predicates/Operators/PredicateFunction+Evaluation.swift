import Foundation

extension PredicateFunction {
  /// The function's value for values of the types that it takes; nil of anything else.
  ///
  /// Aggregates, `distinct:` and `now` are no functions of values and give nil.
  package func value(of arguments: [AttributeValue]) -> AttributeValue {
    switch self {
    case .random: return .double(Double.random(in: 0..<1))
    case .noIndex: return arguments.first ?? .null
    default: break
    }
    guard argumentCount.contains(arguments.count), let first = arguments.first else { return .null }
    switch self {
    case .uppercase, .lowercase, .canonical, .length: return text(first)
    case .year, .month, .day: return date(first)
    case .squareRoot, .logarithm, .naturalLogarithm, .exponential: return double(first)
    case .ceiling, .floor, .truncate, .round, .absolute: return number(first)
    case .modulus: return Self.remainder(first.asNumber, arguments[1].asNumber)
    default: return bits(arguments)
    }
  }

  private func text(_ value: AttributeValue) -> AttributeValue {
    guard case .string(let text) = value else { return .null }
    switch self {
    case .uppercase: return .string(text.uppercased())
    case .lowercase: return .string(text.lowercased())
    case .canonical: return .string(text.canonicalText)
    default: return .integer(Int64(text.utf16.count))
    }
  }

  private func date(_ value: AttributeValue) -> AttributeValue {
    guard case .date(let date) = value, let parts = DateLiteral.calendarDate(of: date) else {
      return .null
    }
    switch self {
    case .year: return .integer(Int64(parts.year))
    case .month: return .integer(Int64(parts.month))
    default: return .integer(Int64(parts.day))
    }
  }

  private func double(_ value: AttributeValue) -> AttributeValue {
    guard let number = value.asDouble else { return .null }
    let result: Double
    switch self {
    case .squareRoot: result = number.squareRoot()
    case .exponential: result = Foundation.exp(number)
    default:
      guard number > 0 else { return .null }
      result = self == .logarithm ? Foundation.log10(number) : Foundation.log(number)
    }
    return result.isNaN ? .null : .double(result)
  }

  private func number(_ value: AttributeValue) -> AttributeValue {
    switch value.asNumber {
    case .integer(let number):
      guard self == .absolute else { return .integer(number) }
      return number == .min ? .double(0x1p63) : .integer(abs(number))
    case .double(let number):
      if number.isNaN { return .null }
      switch self {
      case .ceiling: return .double(number.rounded(.up))
      case .floor: return .double(number.rounded(.down))
      case .truncate: return .double(number.rounded(.towardZero))
      case .round: return .double(number.rounded(.toNearestOrAwayFromZero))
      default: return .double(abs(number))
      }
    case .decimal(let number): return number.isNaN ? .null : .decimal(decimal(number))
    default: return .null
    }
  }

  /// Works on the magnitude, for which all rounding modes of the library agree about directions.
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
      // The least integer by -1 overflows in the processor, though nothing remains.
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

  private func bits(_ arguments: [AttributeValue]) -> AttributeValue {
    guard let first = arguments.first?.asInteger else { return .null }
    if self == .onesComplement { return .integer(~first) }
    guard arguments.count == 2, let second = arguments[1].asInteger else { return .null }
    switch self {
    case .bitwiseAnd: return .integer(first & second)
    case .bitwiseOr: return .integer(first | second)
    case .bitwiseXor: return .integer(first ^ second)
    case .shiftLeft: return .integer(first << second)
    case .shiftRight: return .integer(first >> second)
    default: return .null
    }
  }
}

extension CastType {
  /// The value in the type, or nil when it has none there.
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
