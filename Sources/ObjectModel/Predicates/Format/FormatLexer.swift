/// Cuts a format string into tokens.
struct FormatLexer {
  let text: FormatText
  var offset = 0

  /// All tokens, ending with `end`.
  mutating func tokens() throws -> [FormatToken] {
    var tokens: [FormatToken] = []
    while let scalar = skipSpace() {
      let start = offset
      let kind = try next(scalar)
      tokens.append(FormatToken(kind: kind, range: start..<offset))
    }
    tokens.append(FormatToken(kind: .end, range: offset..<offset))
    return tokens
  }

  static func isName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, startsName(first) else { return false }
    return name.unicodeScalars.allSatisfy(continuesName)
  }

  /// Whether a name can begin with a scalar: one that continues names and is no digit or mark, which
  /// leaves out symbols that Unicode counts as alphabetic, such as Ⓐ.
  static func startsName(_ scalar: Unicode.Scalar) -> Bool {
    continuesName(scalar) && (scalar == "_" || scalar.isAlphabetic)
  }

  static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.isNameContinuation
  }

  static func isDigit(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return ("0"..."9").contains(scalar)
  }

  /// Skips white space and returns the next scalar, or nil at the end.
  mutating func skipSpace() -> Unicode.Scalar? {
    while let scalar = text[offset], scalar.isWhitespace { offset += 1 }
    return text[offset]
  }

  private mutating func next(_ scalar: Unicode.Scalar) throws -> FormatToken.Kind {
    switch scalar {
    case "\"", "'": return .string(try quoted(by: scalar))
    case "$": return .variable(try name(after: "$", what: "the name of a variable"))
    case "#": return .key(try name(after: "#", what: "a key"))
    case "@": return .collectionOperator(try name(after: "@", what: "count"))
    case "%": return try argument()
    case "{":
      if let values = literals() { return .list(values) }
      return try symbol()
    default:
      if Self.isDigit(scalar) || (scalar == "." && Self.isDigit(text[offset + 1])) {
        return try number()
      }
      if Self.startsName(scalar) { return word() }
      return try symbol()
    }
  }

  /// A word, or the name of a function with colons.
  private mutating func word() -> FormatToken.Kind {
    let start = offset
    let word = readName()
    guard text[offset] == ":" else { return .word(word) }
    while text[offset] == ":" {
      offset += 1
      _ = readName()
    }
    return .function(text[start..<offset])
  }

  /// Reads letters, digits and underscores.
  mutating func readName() -> String {
    let start = offset
    while let scalar = text[offset], Self.continuesName(scalar) { offset += 1 }
    return text[start..<offset]
  }

  private mutating func name(after sign: String, what: String) throws -> String {
    let start = offset
    offset += 1
    guard let first = text[offset], Self.startsName(first) else {
      throw text.error("expected \(what) right after \"\(sign)\"", at: start)
    }
    return readName()
  }

  private mutating func argument() throws -> FormatToken.Kind {
    let start = offset
    offset += 1
    if text[offset] == "%" {
      throw text.error(
        "\"%%\" stands for a percent sign, which is not an operator of the format language",
        repair: "inside quotes, a percent sign stands for itself", at: start)
    }
    if let sign = text[offset], sign == "@" || sign == "K" {
      offset += 1
      return .argument(String(sign))
    }
    while let length = text[offset], "lhqz".unicodeScalars.contains(length) { offset += 1 }
    guard let letter = text[offset], "diuoxXfFgGeEsScC".unicodeScalars.contains(letter) else {
      let found = text[start..<min(offset + 1, text.scalars.count)]
      throw text.error(
        "\"\(found)\" is not an argument specifier",
        repair: "use %@ for a value, %K for a key path, %d or %ld for an integer, %f for a double",
        at: start)
    }
    offset += 1
    return .argument(text[start + 1..<offset])
  }

  private static let pairs: Set<String> = [
    "==", "=<", "=>", "!=", "<>", "<=", ">=", "&&", "||", "**", "<<", ">>",
  ]
  private static let singles: Set<Unicode.Scalar> = [
    "=", "<", ">", "!", "+", "-", "*", "/", "(", ")", "{", "}", "[", "]", ",", ".", "&", "|", "^",
    "~",
  ]

  private mutating func symbol() throws -> FormatToken.Kind {
    // Only these characters can start a two-character operator, so most tokens need no further
    // check.
    if let first = text[offset], "=!<>&|*".unicodeScalars.contains(first), text[offset + 1] != nil,
      Self.pairs.contains(text[offset..<offset + 2])
    {
      let pair = text[offset..<offset + 2]
      offset += 2
      return .symbol(pair)
    }
    guard let single = text[offset], Self.singles.contains(single) else {
      let found = text[offset].map { String(Character($0)) } ?? ""
      throw text.error(
        "unexpected character \"\(found)\"", repair: "text is written in quotes", at: offset)
    }
    offset += 1
    return .symbol(String(Character(single)))
  }
}

/// Unicode properties with a fast path for ASCII, which covers nearly all formats: the full lookup
/// takes longer than everything else in the lexer.
extension Unicode.Scalar {
  fileprivate var isAlphabetic: Bool { isASCII ? isASCIILetter : properties.isAlphabetic }

  fileprivate var isNameContinuation: Bool {
    isASCII ? isASCIILetter || ("0"..."9").contains(self) : properties.isIDContinue
  }

  fileprivate var isWhitespace: Bool {
    isASCII ? self == " " || (0x09...0x0d).contains(value) : properties.isWhitespace
  }

  private var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}

/// The text of a format string. The lexer works on Unicode scalars, so that a combining mark cannot
/// hide the quote before it, but errors count characters, as a reader does.
struct FormatText: Sendable {
  let scalars: [Unicode.Scalar]

  /// The character that each scalar belongs to; empty if each scalar is a character.
  private let characters: [Int]

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    if text.count == scalars.count {
      characters = []
    } else {
      characters = text.enumerated().flatMap { index, character in
        repeatElement(index, count: character.unicodeScalars.count)
      }
    }
  }

  /// The character offset for a scalar offset, which may be the end.
  func character(at scalar: Int) -> Int {
    if characters.isEmpty { return scalar }
    return scalar < characters.count ? characters[scalar] : (characters.last ?? -1) + 1
  }

  subscript(range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

  /// The scalar at an offset, or nil after the end.
  subscript(offset: Int) -> Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  func error(_ message: String, repair: String? = nil, at scalar: Int) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, message, repair: repair, position: character(at: scalar))
  }
}

/// A format string and its tokens, which do not depend on the arguments.
///
/// Programs use the same few formats repeatedly, so the most recent ones are kept: splitting a
/// format into tokens is most of the work of parsing it.
struct LexedFormat: Sendable {
  let text: FormatText
  let tokens: [FormatToken]

  private static let known = FormatCache<LexedFormat>()

  /// The tokens of a format.
  ///
  /// - Throws: `invalidArgument` with the position of an invalid token.
  static func of(_ format: String) throws -> LexedFormat {
    if let kept = known.value(of: format) { return kept }
    var lexer = FormatLexer(text: FormatText(format))
    let lexed = LexedFormat(text: lexer.text, tokens: try lexer.tokens())
    known.keep(lexed, of: format)
    return lexed
  }
}
