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
