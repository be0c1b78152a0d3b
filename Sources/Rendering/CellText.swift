import Foundation

extension Cell {
  /// The value as a person reads it, possibly on several lines; nil for null.
  package var plainText: String? {
    switch self {
    case .null: nil
    case .text(let text): text
    case .integer(let number): String(number)
    case .decimal(let digits): digits
    case .double(let number): Self.text(of: number)
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .list, .object: JSONFormat.text(of: self)
    }
  }

  private static func text(of number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return number.description
  }
}

extension String {
  /// The text on one line, with characters that would disturb a terminal escaped.
  package var onOneLine: String {
    guard unicodeScalars.contains(where: \.disturbsTerminals) else { return self }
    return unicodeScalars.map { $0.disturbsTerminals ? $0.visibleEscape : String($0) }.joined()
  }
}

extension Unicode.Scalar {
  /// Control characters, which may move the cursor or change its color, and line and paragraph
  /// separators.
  var disturbsTerminals: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  /// An escape as in C source text.
  var visibleEscape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where value < 0x100: "\\x" + String(format: "%02x", value)
    default: "\\u" + String(format: "%04x", value)
    }
  }
}
