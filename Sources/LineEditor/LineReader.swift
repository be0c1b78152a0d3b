/// The source of a shell's lines: a person at a terminal, a script, a pipe, a string.
///
/// A reader belongs to the main thread.
package protocol LineReader: AnyObject {
  /// Whether a person is typing, which calls for a greeting, a history, and a warning before
  /// leaving.
  var isInteractive: Bool { get }

  /// Reads the next line.
  ///
  /// - Parameter prompt: Shown on a terminal; it may contain ANSI colors. Elsewhere it is ignored.
  /// - Throws: `LineReaderError`. After `invalidUTF8` and `lineTooLong`, the next call continues
  ///   with the next line.
  func readLine(prompt: String) throws -> LineInput

  /// Reads the answer to a question. Text typed before the question was asked is not an answer: it
  /// is read afterwards, as ordinary lines.
  func readAnswer(prompt: String) throws -> LineInput

  /// Shows lines to the person at the terminal, above the prompt; does nothing elsewhere.
  func show(_ text: String)

  /// Appends a finished command, which may span lines, to the history.
  ///
  /// Blank text is not kept, and text already in the history moves to its end. Readers without a
  /// history do nothing.
  func remember(_ command: String)
}

extension LineReader {
  package func readAnswer(prompt: String) throws -> LineInput { try readLine(prompt: prompt) }
}
