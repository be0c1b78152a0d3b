/// A piece of a command with its place in the text.
public struct Token: Sendable, Hashable {
  /// What a token is.
  public enum Kind: Sendable, Hashable {
    /// Bare text: a command's word, a name, a date, a part of a predicate.
    case word
    /// Text with quotes around it or in it, which is therefore never a keyword.
    case quoted
    /// A decimal number: an optional minus sign, digits, and perhaps a point and more digits.
    case number
    /// `$name`; the token's text is the name alone.
    case variable
    /// A word with a leading dot at the beginning of a command, `.help`.
    case dotCommand
  }

  /// An escape in quotes that means nothing; it matters only when the token's text is used.
  public struct BadEscape: Sendable, Hashable {
    /// Where the escape stands.
    public let range: SourceRange
    /// What is wrong with it.
    public let message: String
  }

  /// What the token is.
  public let kind: Kind

  /// The text that is meant: without its quotes, escapes resolved.
  public let text: String

  /// Where it stands, quotes included.
  public let range: SourceRange

  /// How many brackets are open at its beginning.
  public let depth: Int

  /// The first escape in it that means nothing.
  public let badEscape: BadEscape?

  /// Whether the token can be a keyword: bare, and not inside brackets.
  public var isBare: Bool { (kind == .word || kind == .dotCommand) && depth == 0 }
}
