import Foundation

/// Types whose values the format language writes as `CAST("…", "NSUUID")`, because it has no
/// literals for them.
enum CastLiteral: String, CaseIterable {
  /// Seconds since 2001-01-01, or a date literal.
  case date = "NSDate"
  case decimal = "NSDecimalNumber"
  /// Only for infinities.
  case double = "NSNumber"
  case uuid = "NSUUID"
  case uri = "NSURL"
  /// Encoded in base64.
  case data = "NSData"

  /// Whether the text spells a finite number in decimal digits.
  static func isNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy { "0123456789.-+eE".utf8.contains($0) } && Double(text)?.isFinite == true
  }

  func value(of text: String) -> AttributeValue? {
    switch self {
    case .date:
      if let date = DateLiteral.date(from: text) { return .date(date) }
      guard let interval = Double(text), interval.isFinite else { return nil }
      return .date(Date(timeIntervalSinceReferenceDate: interval))
    case .decimal:
      // Decimal(string:) accepts any text that starts with a number.
      guard Self.isNumber(text) else { return nil }
      return Decimal(string: text).map(AttributeValue.decimal)
    case .double: return Double(text).map(AttributeValue.double)
    case .uuid: return UUID(uuidString: text).map(AttributeValue.uuid)
    case .uri: return URL(string: text).map(AttributeValue.uri)
    case .data: return Data(base64Encoded: text).map(AttributeValue.data)
    }
  }
}
