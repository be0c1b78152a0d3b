import Rendering

/// Writes diagnostics, always in the same form.
///
///     season.camp:3:12: error: unknown word "phon"
///     camper add "Ada" phon 555-1234
///                      ^~~~
///     hint: did you mean "phone"?
package struct DiagnosticRenderer: Sendable {
  /// Whether to color the severity and the marks.
  package var usesColor: Bool

  /// The width of the terminal in columns, at which lines are wrapped between words; nil for no
  /// limit.
  package var width: Int?

  /// Makes a renderer.
  package init(usesColor: Bool = false, width: Int? = nil) {
    self.usesColor = usesColor
    self.width = width
  }

  /// The diagnostic as lines of text, the last one without a line ending.
  ///
  /// Without a file, as at the prompt, the text begins with the severity. The source line and its
  /// marks are shown in both cases if the place is known. Control characters in the source are
  /// shown as `�`, so that a script cannot drive the terminal through its error messages.
  package func render(_ diagnostic: Diagnostic) -> String {
    var place = ""
    if let file = diagnostic.file {
      place = file + ":"
      if let line = diagnostic.line, let column = diagnostic.column {
        place += "\(line):\(column):"
      }
      place += " "
    }
    let severity = diagnostic.severity.rawValue + ":"
    place = Self.printable(place)
    var lines = [
      place + paint(severity, diagnostic.severity == .error ? "31" : "35") + " "
        + wrapped(diagnostic.message, behind: DisplayWidth.of(place + severity) + 1)
    ]
    if let source = diagnostic.sourceLine, let column = diagnostic.column,
      let length = diagnostic.length
    {
      let excerpt = SourceExcerpt(Array(source), column: column, length: length, width: width)
      lines.append(excerpt.text)
      lines.append(excerpt.indent + paint(excerpt.marks, "32"))
    }
    if let hint = diagnostic.hint {
      lines.append(paint("hint:", "36") + " " + wrapped(hint, behind: 6))
    }
    return lines.joined(separator: "\n")
  }

  /// A text that starts after some columns, wrapped between words at the width.
  private func wrapped(_ text: String, behind columns: Int) -> String {
    let text = Self.printable(text)
    guard let width else { return text }
    var start = String(repeating: " ", count: columns)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      defer { start = "" }
      // Leading and repeated spaces are kept.
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      return WrappedLines.wrap(words, indent: start, hanging: "", width: width)
    }
    return String(lines.joined(separator: "\n").dropFirst(columns))
  }

  private func paint(_ text: String, _ color: String) -> String {
    usesColor ? "\u{1B}[1;\(color)m\(text)\u{1B}[0m" : text
  }

  /// The most characters in a line of a message, because it may quote a word of megabytes.
  private static let widest = 1_000

  private static func printable(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let shown = String(line.prefix(widest).map(SourceExcerpt.printable))
      return line.dropFirst(widest).isEmpty ? shown : shown + "…"
    }.joined(separator: "\n")
  }
}
