/// A piece of a command with its place in the text.
package struct Token: Sendable, Hashable {
  /// The kind of a token.
  package enum Kind: Sendable, Hashable {
    /// Plain text: a command word, a name, a date, a part of a predicate.
    case word
    /// Text with quotes around or inside it, which is therefore never a keyword.
    case quoted
    /// A decimal number: an optional minus sign, digits, and optionally a point and more digits.
    case number
    /// `$name`; the token's text is the name alone.
    case variable
  }

  /// An invalid escape in quotes; it matters only when the token's text is used.
  package struct BadEscape: Sendable, Hashable {
    /// The place of the escape.
    package let range: SourceRange
    /// What is wrong with it.
    package let message: String
  }

  /// The kind of the token.
  package let kind: Kind

  /// The text without quotes and with escapes resolved.
  package let text: String

  /// The place of the token, quotes included.
  package let range: SourceRange

  /// How many brackets are open at its beginning.
  package let depth: Int

  /// The first invalid escape in it; nil for none.
  package let badEscape: BadEscape?

  /// Whether the token can be a keyword: unquoted, and not inside brackets.
  package var isBare: Bool { kind == .word && depth == 0 }
}
