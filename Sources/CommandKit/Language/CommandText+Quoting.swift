extension CommandText {
  /// A value as written in a command: quoted unless it is a plain word.
  ///
  /// - Parameter isAlways: whether to quote it in any case.
  package static func quoted(_ value: String, always isAlways: Bool = false) -> String {
    var lexer = Lexer()
    let tokens = lexer.feed(value).first?.tokens ?? []
    let isPlain =
      tokens.count == 1 && tokens[0].text == value && lexer.open == nil
      && tokens[0].kind != .quoted
    guard isAlways || !isPlain else { return value }
    let escaped = value.map { character in
      switch character {
      case "\"", "\\": "\\\(character)"
      case "\n": "\\n"
      case "\t": "\\t"
      default: String(character)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
