/// An executable specification: Markdown whose fenced blocks show commands and their answers.
///
/// - A `campground` block holds `campground> ` commands, continued on `...> ` lines, each followed
///   by what it answers. `campground reset` in the fence's line starts afresh before the block. So
///   does a first line `$ campground --in-memory --now 2026-07-01T09:00`, at the time it gives.
/// - A `console` block holds `$ ` command lines, what they print, and `? 65` as the last line when
///   the exit status is not 0.
/// - A `text file=NAME` block is a file that the commands after it can read.
/// - A `book file=NAME` block is a store of version 1 of the model, with a stay on each line:
///   `Ada Rivera, 408-555-1234, 15, 2026-07-01, 3` is her three nights on site 15.
///
/// All other blocks and the prose around them are for the reader alone.
public struct SpecFile: Sendable {
  /// The name that errors and failures show.
  public let file: String

  /// The steps in order.
  public let steps: [SpecStep]

  let lines: [String]
  let lineEnd: String

  /// Reads a spec.
  ///
  /// - Throws: `SpecError` with the line of a block that is never closed, text that belongs to no
  ///   command, or a bad file name.
  public init(_ text: String, file: String) throws(SpecError) {
    self.file = file
    lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(String.init)
    var parser = SpecParser(lines: lines, file: file)
    steps = try parser.parse()
  }

  /// What a step really gave.
  public struct Output: Sendable, Hashable {
    /// The lines, without line ends.
    public var lines: [String]
    /// The exit status of a console step.
    public var status: Int

    /// Makes an output of a text, whose last line end is left out.
    public init(_ text: String, status: Int = 0) {
      lines =
        text.isEmpty
        ? []
        : text.split(omittingEmptySubsequences: false) {
          $0 == "\n" || $0 == "\r\n"
        }.map(String.init)
      if lines.last == "" { lines.removeLast() }
      self.status = status
    }
  }

  /// What is wrong with a step's output, as a text that begins with the spec's file and line and
  /// shows both versions; nil when it matches.
  public func mismatch(_ step: SpecStep, _ output: Output) -> String? {
    var expectedStatus = 0
    if case .console(_, let status) = step.action { expectedStatus = status }
    let mismatch = SpecMatcher.firstMismatch(step.expected, output.lines)
    guard mismatch != nil || expectedStatus != output.status else { return nil }
    var text: [String] = []
    if let mismatch {
      text.append("\(file):\(step.outputLines.lowerBound + 1 + mismatch): output differs")
    } else {
      text.append("\(file):\(step.line): exit status \(output.status), not \(expectedStatus)")
    }
    text += step.expected.map { "- \($0)" } + output.lines.map { "+ \($0)" }
    return text.joined(separator: "\n")
  }

  /// The text of the spec with the outputs of steps put in, the rest unchanged to the letter.
  ///
  /// A step whose output matches already keeps its lines, elisions included.
  ///
  /// - Parameter outputs: what the steps gave, by their index in `steps`.
  /// - Throws: `SpecError` for an output that could not be read back: a line that looks like a
  ///   prompt, an elision, the end of the block, or a status line.
  public func rewritten(with outputs: [Int: Output]) throws(SpecError) -> String {
    var result = lines
    for (index, step) in steps.enumerated().reversed() {
      guard let output = outputs[index], mismatch(step, output) != nil else { continue }
      var replacement = SpecMatcher.trimmed(output.lines)
      for line in replacement where SpecParser.isSyntax(line, step: step) {
        throw SpecError(
          file: file, line: step.line,
          message: "the output line \"\(line)\" would be read as a part of the spec")
      }
      if case .console = step.action, output.status != 0 {
        replacement.append("? \(output.status)")
      }
      result.replaceSubrange(step.outputLines, with: replacement)
    }
    return result.joined(separator: lineEnd)
  }
}
