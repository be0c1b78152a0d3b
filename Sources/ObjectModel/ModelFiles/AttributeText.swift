import Foundation

/// Default values and bounds in the form used by model files.
enum AttributeText {
  /// The keys of an attribute's default value and bounds.
  static let keys = ["defaultValueString", "minValueString", "maxValueString"]
  /// The keys for dates.
  static let dateKeys = ["defaultDateTimeInterval", "minDateTimeInterval", "maxDateTimeInterval"]

  /// A default value, or nil if the text is not valid for the attribute's type.
  static func value(of text: String, as type: AttributeType) -> AttributeValue? {
    switch type {
    case .integer16, .integer32, .integer64: integer(text)?.kept(as: type)
    case .boolean: flag(text).map { .boolean($0) } ?? number(text).map { .boolean($0 != 0) }
    case .double, .float:
      (number(text) ?? flag(text).map { $0 ? 1 : 0 }).map { .double($0) }
    case .decimal: decimal(text).map { .decimal($0) }
    case .string: .string(text)
    // Seconds since 2001.
    case .date: number(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .uri: URL(string: text).map { .uri($0) }
    case .undefined, .binaryData, .transformable, .objectID, .composite: nil
    }
  }

  /// A bound, or nil if the text is not valid or the type has no bounds.
  static func bound(of text: String, for type: AttributeType) -> AttributeValue? {
    switch type {
    case .integer16, .integer32, .integer64, .string: integer(text)
    case .double, .float: number(text).map { .double($0) }
    case .decimal, .date: value(of: text, as: type)
    default: nil
    }
  }

  /// An attribute whose type has changed keeps the text of its former default value: 0.0, NO.
  private static func integer(_ text: String) -> AttributeValue? {
    (Int64(text) ?? number(text).flatMap { Int64(exactly: $0) } ?? flag(text).map { $0 ? 1 : 0 })
      .map { .integer($0) }
  }

  private static func flag(_ text: String) -> Bool? {
    switch text {
    case "YES", "true": true
    case "NO", "false": false
    default: nil
    }
  }

  private static func number(_ text: String) -> Double? {
    CastLiteral.isNumber(text) ? Double(text) : nil
  }

  /// Checked first, because Foundation accepts text that only starts with a number.
  private static func decimal(_ text: String) -> Decimal? {
    guard number(text) != nil, let value = Decimal(string: text), value.isFinite else { return nil }
    return value
  }
}
