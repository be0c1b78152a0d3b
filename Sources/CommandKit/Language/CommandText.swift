/// One command as written: its tokens and their lines.
package struct CommandText: Sendable, Hashable {
  /// The name of the script; nil for typed text.
  package let file: String?

  /// The number of the first of `lines`.
  package let firstLine: Int

  /// The whole lines that the command touches, without line ends.
  package let lines: [String]

  /// The tokens in order, at least one.
  package let tokens: [Token]

  /// The parts of the lines without meaning: comments and continuation marks.
  let blanks: [SourceRange]

  /// The place of the whole command, from its first token to its last.
  package var range: SourceRange {
    let start = tokens.first?.range.start ?? SourcePosition(line: firstLine, column: 1)
    return SourceRange(start: start, end: tokens.last?.range.end ?? start)
  }

  /// The place after the last token, where something missing would be.
  package var end: SourceRange { SourceRange(start: range.end, end: range.end) }

  /// The command up to a token, which is not part of it.
  func upTo(_ end: Int) -> CommandText {
    CommandText(
      file: file, firstLine: firstLine, lines: lines, tokens: Array(tokens[..<end]),
      blanks: blanks)
  }

  /// The text of a line of the script; nil for a line that is not part of the command.
  package func line(_ number: Int) -> String? {
    let index = number - firstLine
    return lines.indices.contains(index) ? lines[index] : nil
  }

  /// The command exactly as it was written, from its first token to its last.
  package var source: RawText { raw(tokens.indices) }

  /// The text of some tokens exactly as it was written, quotes and spaces included.
  ///
  /// Comments and continuation marks inside are replaced by as many spaces, so that an offset in
  /// the text can still be turned into a place in the script.
  package func raw(_ indices: Range<Int>) -> RawText {
    guard let first = indices.first, let last = indices.last else {
      return RawText(text: "", range: end)
    }
    let range = SourceRange(start: tokens[first].range.start, end: tokens[last].range.end)
    if let text = plainText(range) { return RawText(text: text, range: range) }
    var pieces: [String] = []
    for number in range.start.line...range.end.line {
      var characters = Array(line(number) ?? "")
      for blank in blanks where blank.start.line == number {
        let columns = max(0, blank.start.column - 1)..<min(characters.count, blank.end.column - 1)
        for column in columns {
          characters[column] = " "
        }
      }
      let from = number == range.start.line ? range.start.column - 1 : 0
      let to = number == range.end.line ? range.end.column - 1 : characters.count
      pieces.append(String(characters[from..<to]))
    }
    return RawText(text: pieces.joined(separator: "\n"), range: range)
  }

  /// The text of a range on one ASCII line without blanks, the usual case, in which a column is a
  /// byte.
  private func plainText(_ range: SourceRange) -> String? {
    guard range.start.line == range.end.line, blanks.isEmpty,
      let line = line(range.start.line)?.utf8, line.allSatisfy({ $0 < 0x80 }),
      let start = line.index(
        line.startIndex, offsetBy: range.start.column - 1, limitedBy: line.endIndex),
      let end = line.index(
        line.startIndex, offsetBy: range.end.column - 1, limitedBy: line.endIndex), start <= end
    else { return nil }
    return String(line[start..<end])
  }

  /// A diagnostic at a place of this command.
  package func diagnostic(
    _ message: String, hint: String? = nil, at range: SourceRange, exitStatus: ExitStatus = .data
  ) -> Diagnostic {
    Diagnostic(
      message, hint: hint, file: file, at: range, sourceLine: line(range.start.line),
      exitStatus: exitStatus)
  }
}
