import Foundation

/// A word, a sign or a literal of a format string.
struct FormatToken: Sendable {
  enum Kind: Hashable, Sendable {
    /// A key or a keyword.
    case word(String)
    /// A key that was escaped with `#`, so that it is no keyword.
    case key(String)
    /// `modulus:by:`, the name of a function with its colons.
    case function(String)
    /// A whole number without its sign, since the least Int64 has no positive counterpart.
    case integer(UInt64)
    case double(Double)
    case string(String)
    case date(Date)
    /// `$NAME`.
    case variable(String)
    /// `%@` and its relatives: what follows the percent sign.
    case argument(String)
    /// `@count`: what follows the at sign.
    case collectionOperator(String)
    case symbol(String)
    /// A long list of literals, braces included.
    case list([AttributeValue])
    case end

    /// The value of a literal that may have a sign before it; nil for anything else, and for a
    /// number of more than 64 bits.
    func value(isNegative: Bool) -> AttributeValue? {
      switch self {
      case .integer(let magnitude):
        if isNegative, magnitude == Int64.min.magnitude { return .integer(.min) }
        return Int64(exactly: magnitude).map { .integer(isNegative ? -$0 : $0) }
      case .double(let number): return .double(isNegative ? -number : number)
      case .string(let text): return .string(text)
      case .date(let date): return .date(date)
      default: return nil
      }
    }
  }

  let kind: Kind

  /// The offsets of the token's scalars.
  let range: Range<Int>

  /// The keyword that an unescaped word is, in upper case; the parser asks for it again and again.
  let keyword: String?

  /// The infix operator that the token is.
  let infix: FormatParser.Infix?

  init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
    if case .word(let word) = kind {
      let upper = word.uppercased()
      keyword = Self.keywords.contains(upper) ? upper : nil
    } else {
      keyword = nil
    }
    infix = FormatParser.Infix(kind: kind, keyword: keyword)
  }

  func isSymbol(_ text: String) -> Bool { kind == .symbol(text) }

  /// Words that name a key only when they are escaped with `#`.
  static let keywords: Set<String> = [
    "AND", "OR", "NOT", "IN", "BETWEEN", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES",
    "ANY", "SOME", "ALL", "NONE", "TRUEPREDICATE", "FALSEPREDICATE", "TRUE", "FALSE", "YES", "NO",
    "NIL", "NULL", "SELF",
  ]
}
