import Foundation

extension FormatLexer {
  /// A string literal; everything between the quotes is literal, except backslash escapes.
  mutating func quoted(by quote: Unicode.Scalar) throws -> String {
    let start = offset
    offset += 1
    var content = String.UnicodeScalarView()
    while let scalar = text[offset] {
      offset += 1
      if scalar == quote { return String(content) }
      content.append(scalar == "\\" ? try escaped() : scalar)
    }
    throw text.error(
      "the quote opened at character \(text.character(at: start)) is not closed",
      repair: "close it with \(quote)", at: start)
  }

  private mutating func escaped() throws -> Unicode.Scalar {
    let start = offset - 1
    guard let scalar = text[offset] else {
      throw text.error("expected a character after the backslash", at: start)
    }
    offset += 1
    if scalar == "u" { return try escapedScalar(start) }
    guard let escaped = Self.escapes[scalar] else {
      throw text.error(
        "\"\\\(scalar)\" is not an escape sequence", repair: "write a backslash itself as \\\\",
        at: start)
    }
    return escaped
  }

  /// The characters after a backslash, and what they stand for.
  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "\\": "\\", "\"": "\"", "'": "'", "n": "\n", "r": "\r", "t": "\t", "0": "\0",
  ]

  /// `\u00E9` or `\u{1F600}`.
  private mutating func escapedScalar(_ start: Int) throws -> Unicode.Scalar {
    let isBraced = text[offset] == "{"
    if isBraced { offset += 1 }
    let first = offset
    let end = first + (isBraced ? 8 : 4)
    while let scalar = text[offset], offset < end, !isBraced || scalar != "}" { offset += 1 }
    let digits = text[first..<offset]
    let isWhole = isBraced || offset == end
    if isBraced { offset += 1 }
    guard isWhole, digits.unicodeScalars.allSatisfy(\.properties.isASCIIHexDigit),
      let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number)
    else {
      throw text.error(
        "the escape \\u does not name a character", repair: "write \\u00E9 or \\u{1F600}", at: start
      )
    }
    return scalar
  }

  /// A number in decimal, hexadecimal, octal or binary digits, or a date.
  mutating func number() throws -> FormatToken.Kind {
    let start = offset
    if let date = try date() { return .date(date) }
    if text[offset] == "0", let radix = text[offset + 1].flatMap({ Self.radixes[$0] }) {
      offset += 2
      let digits = readName()
      guard !digits.isEmpty, digits.allSatisfy({ Int(String($0), radix: radix) != nil }) else {
        throw malformed(start)
      }
      return try whole(digits, radix: radix, start)
    }
    skipDigits()
    var isWhole = true
    if text[offset] == ".", Self.isDigit(text[offset + 1]) {
      isWhole = false
      offset += 1
      skipDigits()
    }
    if text[offset] == "e" || text[offset] == "E" {
      isWhole = false
      offset += 1
      if text[offset] == "+" || text[offset] == "-" { offset += 1 }
      guard Self.isDigit(text[offset]) else { throw malformed(start) }
      skipDigits()
    }
    if let scalar = text[offset], Self.continuesName(scalar) { throw malformed(start) }
    let spelling = text[start..<offset]
    if isWhole { return try whole(spelling, radix: 10, start) }
    guard let number = Double(spelling), number.isFinite else {
      throw text.error("the number \(spelling) is too large for a double", at: start)
    }
    return .double(number)
  }

  /// `2026-07-01` or `2026-07-01T09:00:00Z` without spaces, or nil if the text is anything else.
  private mutating func date() throws -> Date? {
    let shape = "dddd-dd-dd".unicodeScalars.enumerated()
    let isDate = shape.allSatisfy { index, sign in
      sign == "-" ? text[offset + index] == "-" : Self.isDigit(text[offset + index])
    }
    guard isDate else { return nil }
    let start = offset
    offset += 10
    if text[offset] == "T" || text[offset] == "t" {
      while let scalar = text[offset], Self.continuesName(scalar) || ":.+-".contains(scalar) {
        offset += 1
      }
    } else if let scalar = text[offset], scalar == "-" || Self.continuesName(scalar) {
      offset += 1
    }
    let spelling = text[start..<offset]
    guard let date = DateLiteral.date(from: spelling) else {
      if let sign = text[start + 10], sign == "T" || sign == "t", offset > start + 10,
        DateLiteral.date(from: text[start..<start + 10]) != nil
      {
        throw text.error(
          "\(spelling) is not a point in time",
          repair:
            "a time of day needs its offset from UTC: 2026-07-01T09:00:00Z or …T09:00:00-07:00",
          at: start)
      }
      throw text.error(
        "\(spelling) is not a calendar date",
        repair: "write 2026-07-01 or 2026-07-01T09:00:00Z; put spaces around a minus sign",
        at: start)
    }
    return date
  }

  private func whole(_ digits: String, radix: Int, _ start: Int) throws -> FormatToken.Kind {
    guard let number = UInt64(digits, radix: radix) else {
      throw text.error("the number \(digits) does not fit in 64 bits", at: start)
    }
    return .integer(number)
  }

  /// The radixes for the letters after a 0.
  private static let radixes: [Unicode.Scalar: Int] = [
    "x": 16, "X": 16, "o": 8, "O": 8, "b": 2, "B": 2,
  ]

  private mutating func malformed(_ start: Int) -> ObjectGraphError {
    _ = readName()
    return text.error(
      "\(text[start..<offset]) is not a number", repair: "text is written in quotes", at: start)
  }

  private mutating func skipDigits() { while Self.isDigit(text[offset]) { offset += 1 } }
}

extension String {
  fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool { unicodeScalars.contains(scalar) }
}
