import Foundation

/// A word, symbol or literal in a format string.
struct FormatToken: Sendable {
  enum Kind: Hashable, Sendable {
    /// A key or a keyword.
    case word(String)
    /// A key escaped with `#`, so that it is not a keyword.
    case key(String)
    /// `modulus:by:`, a function name with colons.
    case function(String)
    /// A whole number without a sign, because the least Int64 has no positive counterpart.
    case integer(UInt64)
    case double(Double)
    case string(String)
    case date(Date)
    /// `$NAME`.
    case variable(String)
    /// `%@` and similar: the specifier after the percent sign.
    case argument(String)
    /// `@count`: the name after the at sign.
    case collectionOperator(String)
    case symbol(String)
    /// A long list of literals, including its braces.
    case list([AttributeValue])
    case end

    /// The value of a literal that can follow a minus sign; nil for anything else, and for a number
    /// of more than 64 bits.
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

  /// The keyword, in upper case, for an unescaped word; cached, because the parser checks it often.
  let keyword: String?

  /// The infix operator, if the token is one.
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

  /// Words that are keys only if escaped with `#`.
  static let keywords: Set<String> = [
    "AND", "OR", "NOT", "IN", "BETWEEN", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES",
    "ANY", "SOME", "ALL", "NONE", "TRUEPREDICATE", "FALSEPREDICATE", "TRUE", "FALSE", "YES", "NO",
    "NIL", "NULL", "SELF",
  ]
}
