/// A format string and its tokens, which do not depend on the arguments.
///
/// Programs use the same few formats again and again, so the last ones are kept: cutting a format
/// into tokens is most of the work of parsing it.
struct LexedFormat: Sendable {
  let text: FormatText
  let tokens: [FormatToken]
  private let byteCount: Int

  private static let known = Lock<[String: LexedFormat]>([:])
  private static let mostKept = 256
  private static let longestKept = 1_000

  /// The tokens of a format.
  ///
  /// - Throws: `invalidArgument` with the position of what is no token.
  static func of(_ format: String) throws -> LexedFormat {
    let byteCount = format.utf8.count
    // Equal texts may be of other bytes, such as the sign of Kelvin and K; never of as many where
    // one is ASCII.
    if let kept = known.withLock({ $0[format] }), kept.byteCount == byteCount { return kept }
    let text = FormatText(format)
    var lexer = FormatLexer(text)
    let lexed = LexedFormat(text: text, tokens: try lexer.tokens(), byteCount: byteCount)
    if byteCount <= longestKept, format.utf8.allSatisfy({ $0 < 0x80 }) {
      known.withLock { known in
        if known.count >= mostKept { known.removeAll() }
        known[format] = lexed
      }
    }
    return lexed
  }
}
