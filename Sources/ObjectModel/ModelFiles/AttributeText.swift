import Foundation

/// Default values and bounds as model files write them.
enum AttributeText {
  /// The value of a default, or nil when the text is none of the attribute's type.
  static func value(of text: String, as type: AttributeType) -> AttributeValue? {
    switch type {
    case .integer16: integer(text, in: Int64(Int16.min)...Int64(Int16.max)).map { .integer($0) }
    case .integer32: integer(text, in: Int64(Int32.min)...Int64(Int32.max)).map { .integer($0) }
    case .integer64: integer(text, in: .min ... .max).map { .integer($0) }
    case .boolean: flag(text).map { .boolean($0) } ?? number(text).map { .boolean($0 != 0) }
    case .double, .float:
      (number(text) ?? flag(text).map { $0 ? 1 : 0 }).map { .double($0) }
    case .decimal: decimal(text).map { .decimal($0) }
    case .string: .string(text)
    case .date: date(text)
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .uri: URL(string: text).map { .uri($0) }
    case .undefined, .binaryData, .transformable, .objectID, .composite: nil
    }
  }

  /// The value of a bound, or nil when the text is none or the type has no bounds.
  static func bound(of text: String, for type: AttributeType) -> AttributeValue? {
    switch type {
    case .integer16, .integer32, .integer64, .string:
      integer(text, in: .min ... .max).map { .integer($0) }
    case .double, .float: number(text).map { .double($0) }
    case .decimal: decimal(text).map { .decimal($0) }
    case .date: date(text)
    default: nil
    }
  }

  /// Seconds since 2001.
  private static func date(_ text: String) -> AttributeValue? {
    number(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
  }

  /// An attribute whose type was changed keeps the text of its former default: 0.0, NO.
  private static func integer(_ text: String, in range: ClosedRange<Int64>) -> Int64? {
    let value =
      Int64(text) ?? number(text).flatMap { Int64(exactly: $0) } ?? flag(text).map { $0 ? 1 : 0 }
    return value.flatMap { range.contains($0) ? $0 : nil }
  }

  private static func flag(_ text: String) -> Bool? {
    switch text {
    case "YES", "true": true
    case "NO", "false": false
    default: nil
    }
  }

  private static func number(_ text: String) -> Double? {
    guard isNumeral(text), let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// Foundation reads as far as it can, so that the text is checked before.
  private static func decimal(_ text: String) -> Decimal? {
    guard number(text) != nil, let value = Decimal(string: text), value.isFinite else {
      return nil
    }
    return value
  }

  private static func isNumeral(_ text: String) -> Bool {
    text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
  }
}
