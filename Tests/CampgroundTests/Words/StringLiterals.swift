/// The string literals of a Swift source, those inside interpolations included.
///
/// Literals that are joined by `+` count as one, for a sentence is often broken over several
/// lines. An interpolation stands in the text as `…`.
struct StringLiterals {
  /// A literal, with the lines on which its pieces begin.
  struct Literal {
    private(set) var text = ""
    private var pieces: [(offset: Int, line: Int)] = []

    /// The line of the source at a place in the text, in UTF-16 units.
    func line(at offset: Int) -> Int {
      guard let piece = pieces.last(where: { $0.offset <= offset }) else { return 0 }
      let before = text.utf16.prefix(offset).dropFirst(piece.offset)
      return piece.line + before.count { $0 == 0x0A }
    }

    fileprivate mutating func append(_ piece: [UInt8], at line: Int) {
      pieces.append((text.utf16.count, line))
      text += String(decoding: piece, as: UTF8.self)
    }
  }

  private(set) var literals: [Literal] = []

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  init(of source: String) {
    bytes = Array(source.utf8)
    scanCode(isInterpolated: false)
  }

  // MARK: Code

  /// Reads code up to its end, or to the parenthesis that closes an interpolation.
  private mutating func scanCode(isInterpolated: Bool) {
    var depth = 0
    var joined: Int?
    while place < bytes.count {
      if starts("//") {
        while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
      } else if starts("/*") {
        while place < bytes.count, !starts("*/") { advance() }
        place += 2
      } else if let hashes = hashesOfLiteral {
        let index = joined ?? literals.count
        if joined == nil { literals.append(Literal()) }
        let start = line
        literals[index].append(scanLiteral(hashes), at: start)
        joined = index
      } else {
        let byte = bytes[place]
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") {
          if isInterpolated, depth == 0 { return }
          depth -= 1
        }
        if !" \n+".utf8.contains(byte) { joined = nil }
        advance()
      }
    }
  }

  /// How many `#` stand before the quote of a literal that begins here; nil where none does.
  private var hashesOfLiteral: Int? {
    let hashes = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
    let quote = place + hashes
    return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? hashes : nil
  }

  // MARK: Literals

  private mutating func scanLiteral(_ hashes: Int) -> [UInt8] {
    place += hashes
    let quote = starts("\"\"\"") ? "\"\"\"" : "\""
    place += quote.utf8.count
    let end = quote + String(repeating: "#", count: hashes)
    let escape = "\\" + String(repeating: "#", count: hashes)
    var text: [UInt8] = []
    while place < bytes.count, !starts(end) {
      if starts(escape) {
        place += escape.utf8.count
        guard starts("(") else {
          // Only a quote is part of what people read; any other escape separates words.
          text.append(starts("\"") ? UInt8(ascii: "\"") : UInt8(ascii: " "))
          advance()
          continue
        }
        place += 1
        scanCode(isInterpolated: true)
        place += 1
        text += Array("…".utf8)
      } else {
        text.append(bytes[place])
        advance()
      }
    }
    place += end.utf8.count
    return text
  }

  // MARK: Bytes

  private func starts(_ word: String) -> Bool { bytes[place...].starts(with: word.utf8) }

  private mutating func advance() {
    if place < bytes.count, bytes[place] == UInt8(ascii: "\n") { line += 1 }
    place += 1
  }
}
