import Foundation

extension AttributeValue {
  /// The value's own type; nil for nil and for a list.
  package var type: AttributeType? {
    switch self {
    case .null, .list: nil
    case .integer: .integer64
    case .boolean: .boolean
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .data: .binaryData
    case .uuid: .uuid
    case .uri: .uri
    case .objectID: .objectID
    }
  }

  /// A date as the number of its day since 2001-01-01 in UTC; other values unchanged.
  var asDayNumber: AttributeValue {
    switch self {
    case .date(let date):
      let days = (date.timeIntervalSinceReferenceDate / 86_400).rounded(.down)
      return Int64(exactly: days).map { .integer($0) } ?? self
    case .list(let values): return .list(values.map(\.asDayNumber))
    default: return self
    }
  }

  /// The value converted to an attribute's type, or nil if that is meaningless.
  ///
  /// A number that the type cannot represent exactly, such as 2.5 as an integer, is unchanged, so
  /// that comparisons with it are exact. A string becomes a UUID or a URI if it is one. A double
  /// becomes the decimal in which it is written: 0.1 is one tenth.
  package func converted(to type: AttributeType) -> AttributeValue? {
    switch (self, type.family) {
    case (.null, _), (_, .any): self
    case (.integer, .number), (.boolean, .number), (.double, .number), (.decimal, .number):
      number(in: type)
    case (.string, .text), (.date, .date), (.data, .data), (.uuid, .uuid), (.uri, .uri),
      (.objectID, .object):
      self
    case (.string(let text), .uuid): UUID(uuidString: text).map(AttributeValue.uuid)
    case (.string(let text), .uri): URL(string: text).map(AttributeValue.uri)
    default: nil
    }
  }

  /// The value, or each element of a list, converted to the type it is compared with, if possible.
  func fitting(_ type: AttributeType?) -> AttributeValue {
    guard let type else { return self }
    if case .list(let values) = self { return .list(values.map { $0.fitting(type) }) }
    return converted(to: type) ?? self
  }

  /// An integer or decimal as a double or decimal, to match the other branch of a conditional.
  package func widened(to type: AttributeType?) -> AttributeValue {
    switch (self, type) {
    case (.integer, .double), (.boolean, .double), (.decimal, .double):
      asDouble.map(AttributeValue.double) ?? self
    case (.integer, .decimal), (.boolean, .decimal): asDecimal.map(AttributeValue.decimal) ?? self
    case (.boolean, .integer64): asNumber
    default: self
    }
  }

  private func number(in type: AttributeType) -> AttributeValue? {
    switch type {
    case .integer16, .integer32, .integer64: return exactInteger.map(AttributeValue.integer) ?? self
    case .boolean:
      switch exactInteger {
      case 0: return .boolean(false)
      case 1: return .boolean(true)
      default: return nil
      }
    case .double: return nearestDouble
    case .float:
      guard case .double(let number) = nearestDouble, Float(number).isFinite else {
        return nearestDouble
      }
      return .double(Double(Float(number)))
    case .decimal: return writtenDecimal
    default: return nil
    }
  }

  /// The number as an integer, if it is a whole number.
  private var exactInteger: Int64? {
    switch self {
    case .double(let number): Int64(exactly: number)
    // A whole decimal is written without a point and without an exponent.
    case .decimal(let number): Int64(number.description)
    default: asInteger
    }
  }

  /// The number as a double; an integer that a double cannot represent is unchanged.
  private var nearestDouble: AttributeValue {
    if case .integer(let number) = self, Double(exactly: number) == nil { return self }
    return asDouble.map(AttributeValue.double) ?? self
  }

  /// The number as the decimal in which it is written; a double without an exact decimal form is
  /// unchanged.
  private var writtenDecimal: AttributeValue {
    guard let decimal = asDecimal else { return self }
    if case .double(let number) = self, Double(decimal.description) != number { return self }
    return .decimal(decimal)
  }
}

/// Numbers.
extension AttributeValue {
  /// The value, with a boolean as 0 or 1.
  var asNumber: AttributeValue {
    if case .boolean(let flag) = self { .integer(flag ? 1 : 0) } else { self }
  }

  /// The nearest double to a number.
  var asDouble: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .boolean(let flag): flag ? 1 : 0
    case .double(let number): number
    case .decimal(let number): Double(number.description)
    default: nil
    }
  }

  /// The value of an integer or a boolean.
  var asInteger: Int64? { if case .integer(let number) = asNumber { number } else { nil } }

  /// The number as a decimal with the digits in which it is written; nil if the value is not a
  /// number.
  var asDecimal: Decimal? {
    switch self {
    case .integer(let number): return Decimal(number)
    case .boolean(let flag): return flag ? 1 : 0
    case .decimal(let number): return number
    case .double(let number):
      let decimal = Decimal(string: number.description)
      return decimal?.isNaN == true || !number.isFinite ? nil : decimal
    default: return nil
    }
  }
}

/// Values in a model for an attribute: its default value and bounds.
extension AttributeValue {
  /// The value in the stored form of an attribute type, or nil if it cannot be represented exactly.
  package func kept(as type: AttributeType) -> AttributeValue? {
    if case .data = self, type == .transformable { return self }
    guard let converted = converted(to: type) else { return nil }
    switch (converted, type) {
    case (.integer(let number), .integer16): return Int16(exactly: number).map { _ in converted }
    case (.integer(let number), .integer32): return Int32(exactly: number).map { _ in converted }
    case (.null, _), (.integer, .integer64), (.boolean, .boolean), (.double, .double),
      (.double, .float), (.decimal, .decimal), (.string, .string), (.date, .date),
      (.data, .binaryData), (.uuid, .uuid), (.uri, .uri):
      return converted
    default: return nil
    }
  }

  /// The value as a bound for an attribute type, for a string as its length; nil if the type does
  /// not have such bounds.
  func bound(of type: AttributeType) -> AttributeValue? {
    switch (self, type.family) {
    case (.integer, .text), (.double, .text), (.decimal, .text), (.date, .date): self
    case (.integer, .number), (.double, .number), (.decimal, .number): converted(to: type)
    default: nil
    }
  }
}
