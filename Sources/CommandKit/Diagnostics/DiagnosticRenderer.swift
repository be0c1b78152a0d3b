/// Writes diagnostics, all of them and everywhere, in one form.
///
///     season.camp:3:12: error: unknown word "phon"
///     camper add "Ada" phon 555-1234
///                      ^~~~
///     hint: did you mean "phone"?
public struct DiagnosticRenderer: Sendable {
  /// Whether the severity and the marks are coloured with terminal escapes.
  public var usesColor: Bool

  /// Makes a renderer.
  public init(usesColor: Bool = false) {
    self.usesColor = usesColor
  }

  /// The diagnostic as lines of text, the last one without a line end.
  ///
  /// Without a file, as at the prompt, the text begins with the severity; the source line and its
  /// marks are shown in both cases when the place is known. Control characters of the source are
  /// shown as `�`, so a script cannot drive the terminal through its error messages.
  public func render(_ diagnostic: Diagnostic) -> String {
    var place = ""
    if let file = diagnostic.file {
      place = file + ":"
      if let line = diagnostic.line, let column = diagnostic.column {
        place += "\(line):\(column):"
      }
      place += " "
    }
    let severity = paint(
      diagnostic.severity.rawValue + ":", diagnostic.severity == .error ? "31" : "35")
    var lines = [Self.printable(place) + severity + " " + Self.printable(diagnostic.message)]
    if let source = diagnostic.sourceLine, let column = diagnostic.column,
      let length = diagnostic.length
    {
      let excerpt = SourceExcerpt(Array(source), column: column, length: length)
      lines.append(excerpt.text)
      lines.append(excerpt.indent + paint(excerpt.marks, "32"))
    }
    if let hint = diagnostic.hint {
      lines.append(paint("hint:", "36") + " " + Self.printable(hint))
    }
    return lines.joined(separator: "\n")
  }

  private func paint(_ text: String, _ color: String) -> String {
    usesColor ? "\u{1B}[1;\(color)m\(text)\u{1B}[0m" : text
  }

  /// The most characters of a message's line: one that quotes a word of megabytes is cut.
  private static let widest = 1_000

  private static func printable(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let shown = String(line.prefix(widest).map(SourceExcerpt.printable))
      return line.dropFirst(widest).isEmpty ? shown : shown + "…"
    }.joined(separator: "\n")
  }
}
