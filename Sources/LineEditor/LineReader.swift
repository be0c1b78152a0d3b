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

  /// The same, with a short text at the right edge of the terminal until what is typed reaches it.
  func readLine(prompt: String, status: String) throws -> LineInput

  /// Reads the answer to a question. Text typed before the question was asked is not an answer: it
  /// is read afterwards, as ordinary lines.
  func readAnswer(prompt: String) throws -> LineInput

  /// Keeps what was typed so far for the lines read from now on, before a question is asked in
  /// another way, or another program reads from the terminal.
  func setTypedAside()

  /// Drops what was kept, after the person gave up the question.
  func dropTyped()

  /// Shows lines to the person at the terminal, above the prompt; does nothing elsewhere.
  func show(_ text: String)

  /// Appends a finished command, which may span lines, to the history.
  ///
  /// Blank text is not kept, and text already in the history moves to its end. Readers without a
  /// history do nothing.
  func remember(_ command: String)
}

extension LineReader {
  package func readLine(prompt: String, status: String) throws -> LineInput {
    try readLine(prompt: prompt)
  }

  package func setTypedAside() {}

  package func dropTyped() {}

  package func readAnswer(prompt: String) throws -> LineInput { try readLine(prompt: prompt) }
}
