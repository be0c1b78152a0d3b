import Foundation

/// Chooses the reader for a program's input: line editing if both ends are terminals, plain reading
/// without prompts otherwise.
///
/// - Parameters:
///   - output: Where the edited line and the prompts are shown: standard error, so that answers can
///     be redirected.
///   - completion: See `TerminalLineReader.completion`; unused by a plain reader.
///   - idle: See `TerminalLineReader.idle`; unused by a plain reader.
package func makeLineReader(
  program: String, historyPath: String?, input: Int32 = STDIN_FILENO,
  output: Int32 = STDERR_FILENO, completion: ((LineEditorContext) -> [Completion])? = nil,
  idle: (() -> Void)? = nil
) -> any LineReader {
  guard isatty(input) != 0, isatty(output) != 0,
    let reader = try? TerminalLineReader(
      program: program, historyPath: historyPath, input: input, output: output)
  else { return PlainLineReader(descriptor: input) }
  reader.completion = completion
  reader.idle = idle
  return reader
}
