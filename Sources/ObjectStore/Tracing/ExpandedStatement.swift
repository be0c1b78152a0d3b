/// Finds the values of parameters by comparing a statement's text with the text that has the values
/// in their places, which is all that SQLite tells of them.
struct ExpandedStatement {
  private let sql: [UInt8]
  private let expanded: [UInt8]
  private var place = 0

  private init(sql: String, expanded: String) {
    self.sql = Array(sql.utf8)
    self.expanded = Array(expanded.utf8)
  }

  /// The values in the order of the parameters, which are question marks, with a number from 1
  /// behind each of them or behind none.
  static func values(of sql: String, in expanded: String) -> [SQLParameter] {
    var statement = ExpandedStatement(sql: sql, expanded: expanded)
    return statement.values()
  }

  private mutating func values() -> [SQLParameter] {
    var values: [Int: SQLParameter] = [:]
    var quote: UInt8?
    var rest = sql[...]
    while let byte = rest.popFirst() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == Ascii.apostrophe || byte == Ascii.quotationMark {
        quote = byte
      } else if byte == Ascii.questionMark {
        let digits = rest.prefix(while: Ascii.isDigit)
        rest = rest.dropFirst(digits.count)
        values[Int(String(decoding: digits, as: UTF8.self)) ?? values.count + 1] = literal()
        continue
      }
      place += 1
    }
    return values.sorted { $0.key < $1.key }.map(\.value)
  }

  private func byte(at place: Int) -> UInt8? {
    expanded.indices.contains(place) ? expanded[place] : nil
  }

  /// Reads the literal at the place, and goes behind it.
  private mutating func literal() -> SQLParameter {
    switch byte(at: place) {
    case Ascii.apostrophe:
      place += 1
      return .text(String(decoding: quoted(), as: UTF8.self))
    case Ascii.x where byte(at: place + 1) == Ascii.apostrophe:
      place += 2
      return .blob(Self.bytes(ofDigits: quoted()))
    default: return word()
    }
  }

  /// What stands before the closing quote, doubled quotes made single.
  private mutating func quoted() -> [UInt8] {
    var bytes: [UInt8] = []
    while let next = byte(at: place) {
      place += 1
      if next == Ascii.apostrophe {
        guard byte(at: place) == Ascii.apostrophe else { break }
        place += 1
      }
      bytes.append(next)
    }
    return bytes
  }

  private static func bytes(ofDigits digits: [UInt8]) -> [UInt8] {
    stride(from: 0, to: digits.count - 1, by: 2).map { index in
      UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16) ?? 0
    }
  }

  /// A number, NULL, or `zeroblob(N)`.
  private mutating func word() -> SQLParameter {
    let start = place
    if byte(at: place) == Ascii.minus { place += 1 }
    while let next = byte(at: place) {
      let follows = place > start ? expanded[place - 1] : 0
      let isExponentSign =
        (next == Ascii.minus || next == Ascii.plus) && (follows | 0x20) == Ascii.e
      guard Ascii.isWord(next) || isExponentSign else { break }
      place += 1
    }
    let text = String(decoding: expanded[start..<place], as: UTF8.self)
    if text == "zeroblob", byte(at: place) == Ascii.open { return zeros() }
    if let number = Int64(text) { return .integer(number) }
    return Double(text).map { .real($0) } ?? .null
  }

  private mutating func zeros() -> SQLParameter {
    place += 1
    let start = place
    while let next = byte(at: place), next != Ascii.close { place += 1 }
    let count = Int(String(decoding: expanded[start..<place], as: UTF8.self)) ?? 0
    place += 1
    return .blob(Array(repeating: 0, count: max(0, count)))
  }
}

private enum Ascii {
  static let apostrophe = UInt8(ascii: "'")
  static let quotationMark = UInt8(ascii: "\"")
  static let questionMark = UInt8(ascii: "?")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let open = UInt8(ascii: "(")
  static let close = UInt8(ascii: ")")
  static let x = UInt8(ascii: "x")
  static let e = UInt8(ascii: "e")

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Whether a byte may be within a number or a name.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
