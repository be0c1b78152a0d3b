/// A token while its characters are still being read.
struct TokenBuilder: Sendable {
  let start: SourcePosition
  let depth: Int
  var text = ""
  var hasQuotes = false
  var badEscape: Token.BadEscape?

  mutating func note(badEscape message: String, at range: SourceRange) {
    badEscape = badEscape ?? Token.BadEscape(range: range, message: message)
  }

  func finished(at end: SourcePosition) -> Token {
    Token(
      kind: kind, text: kind == .variable ? String(text.dropFirst()) : text,
      range: SourceRange(start: start, end: end), depth: depth, badEscape: badEscape)
  }

  private var kind: Token.Kind {
    guard !hasQuotes else { return .quoted }
    if isVariable { return .variable }
    return isNumber ? .number : .word
  }

  private var isVariable: Bool {
    guard text.first == "$", let first = text.dropFirst().first else { return false }
    guard first.isLetter || first == "_" else { return false }
    return text.dropFirst().allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }

  private var isNumber: Bool {
    var (digits, hasPoint) = (0, false)
    for byte in text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: ".") where digits > 0 && !hasPoint: (digits, hasPoint) = (0, true)
      default: return false
      }
    }
    return digits > 0
  }
}
