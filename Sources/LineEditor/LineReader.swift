/// Where a shell's lines come from: a person at a terminal, a script, a pipe, a string.
///
/// A reader belongs to the main thread.
package protocol LineReader: AnyObject {
  /// Whether a person is typing: worth a greeting, a history, a second chance before leaving.
  var isInteractive: Bool { get }

  /// Reads the next line.
  ///
  /// - Parameter prompt: Shown on a terminal; it may carry ANSI colours. Elsewhere it is ignored
  ///   unless the reader was asked to write prompts.
  /// - Throws: `LineReaderError`. After `invalidUTF8` and `lineTooLong` the next call goes on with
  ///   the next line.
  func readLine(prompt: String) throws -> LineInput

  /// Reads the answer to a question. What a person typed before it was asked is no answer: it is read
  /// after it, as lines of its own.
  func readAnswer(prompt: String) throws -> LineInput

  /// Shows lines to the person who types, above the prompt; where there is nobody, nothing.
  func show(_ text: String)

  /// Puts a finished command, which may span lines, at the end of the history.
  ///
  /// Blank text is not kept, and text that was in the history already moves to its end. Readers
  /// that have no history do nothing.
  func remember(_ command: String)
}

extension LineReader {
  package func readAnswer(prompt: String) throws -> LineInput { try readLine(prompt: prompt) }
}
