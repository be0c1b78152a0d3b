import Foundation

/// Reads the commands of a script one by one, each with its file and line.
///
///     var reader = try ScriptReader(data, file: "season.camp")
///     while let command = try reader.next() { … }
///
/// Lines are read only as commands need them, so that input from a pipe runs as it arrives. A first
/// line that begins with `#!` is skipped.
package struct ScriptReader {
  private let file: String?
  private let nextLine: () throws(Diagnostic) -> String?
  private var lexer: Lexer
  private var ready: ArraySlice<CommandText> = []
  private var hasEnded = false

  /// Makes a reader of lines from any source, without their line endings; nil ends the script.
  package init(file: String?, lines: @escaping () throws(Diagnostic) -> String?) {
    self.file = file
    self.nextLine = lines
    self.lexer = Lexer(file: file)
  }

  /// Makes a reader of a text.
  package init(_ text: String, file: String? = nil) {
    var rest = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }[...]
    self.init(file: file) { () throws(Diagnostic) -> String? in
      rest.popFirst().map(String.init)
    }
  }

  /// Makes a reader of a file's content.
  ///
  /// - Throws: a diagnostic with line and column when the content is not UTF-8.
  package init(_ data: Data, file: String?) throws(Diagnostic) {
    let bytes = Array(data)
    let bad: Int
    do {
      _ = try UTF8Span(validating: bytes.span)
      self.init(String(decoding: bytes, as: UTF8.self), file: file)
      return
    } catch {
      bad = error.byteOffsets.lowerBound
    }
    let before = String(decoding: bytes[..<bad], as: UTF8.self)
    let lines = before.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let column = (lines.last?.count ?? 0) + 1
    throw Diagnostic(
      "the script is not UTF-8 from here on", hint: "save it as UTF-8", file: file,
      at: SourceRange(line: lines.count, column: column, length: 1))
  }

  /// The next command; nil at the end of the script.
  ///
  /// - Throws: a diagnostic at the place of a quote, a bracket or a continuation that is still open
  ///   at the end of the script, and whatever the source of the lines throws.
  package mutating func next() throws(Diagnostic) -> CommandText? {
    while ready.isEmpty, !hasEnded {
      let number = lexer.nextLine
      guard let line = try nextLine() else {
        hasEnded = true
        try lexer.finish()
        return nil
      }
      ready = lexer.feed(number == 1 ? Self.firstLine(line) : line)[...]
    }
    return ready.popFirst()
  }

  /// The first line without a byte order mark; an empty line if it starts with `#!`.
  private static func firstLine(_ line: String) -> String {
    let text = line.hasPrefix("\u{FEFF}") ? String(line.dropFirst()) : line
    return text.hasPrefix("#!") ? "" : text
  }
}
