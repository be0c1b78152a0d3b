/// What keeps a command incomplete at the end of a line: a quote or a bracket that was never closed,
/// or a backslash.
package struct OpenConstruct: Sendable, Hashable {
  /// The open character, for a second prompt that shows it.
  package let character: Character

  /// The place where it was opened.
  package let position: SourcePosition

  /// Makes a construct.
  package init(_ character: Character, at position: SourcePosition) {
    self.character = character
    self.position = position
  }

  /// The second prompt, which shows what is open.
  package var prompt: String {
    switch character {
    case "\"", "'": "close the quote with \(character), or press Ctrl-C ...> "
    case "\\": "...> "
    default: "close the \(character), or press Ctrl-C ...> "
    }
  }

  /// The error if no more text follows.
  func diagnostic(file: String?, sourceLine: String?) -> Diagnostic {
    let (message, hint) =
      switch character {
      case "\"", "'":
        (
          "the quote \(character) opened here is never closed",
          "close it with \(character); write \\\(character) for a \(character) inside the text"
        )
      case "\\":
        (
          "a backslash at the end of a line continues the command, but no line follows",
          "remove the backslash"
        )
      default:
        (
          "the \(character) opened here is never closed",
          "close it, or put the text in quotes if the \(character) is part of it"
        )
      }
    return Diagnostic(
      message, hint: hint, file: file, at: SourceRange(start: position, end: position),
      sourceLine: sourceLine)
  }
}
