/// What keeps a command incomplete at the end of a line.
package enum OpenConstruct: Sendable, Hashable {
  /// A quote that was opened at the position and never closed.
  case quote(Character, SourcePosition)
  /// A bracket that was opened at the position and never closed.
  case bracket(Character, SourcePosition)
  /// A backslash at the end of the line, at the position.
  case backslash(SourcePosition)

  /// The open character, for a second prompt that shows it.
  package var character: Character {
    switch self {
    case .quote(let character, _), .bracket(let character, _): character
    case .backslash: "\\"
    }
  }

  /// The second prompt, which shows what is open.
  package var prompt: String {
    switch self {
    case .quote(let quote, _): "close the quote with \(quote), or press Ctrl-C ...> "
    case .bracket(let bracket, _): "close the \(bracket), or press Ctrl-C ...> "
    case .backslash: "...> "
    }
  }

  /// The place where it was opened.
  package var position: SourcePosition {
    switch self {
    case .quote(_, let position), .bracket(_, let position), .backslash(let position): position
    }
  }

  /// The error if no more text follows.
  func diagnostic(file: String?, sourceLine: String?) -> Diagnostic {
    let message: String
    let hint: String
    switch self {
    case .quote(let quote, _):
      message = "the quote \(quote) opened here is never closed"
      hint = "close it with \(quote); write \\\(quote) for a \(quote) inside the text"
    case .bracket(let bracket, _):
      message = "the \(bracket) opened here is never closed"
      hint = "close it, or put the text in quotes if the \(bracket) is part of it"
    case .backslash:
      message = "a backslash at the end of a line continues the command, but no line follows"
      hint = "remove the backslash"
    }
    return Diagnostic(
      message, hint: hint, file: file, at: SourceRange(start: position, end: position),
      sourceLine: sourceLine)
  }
}
