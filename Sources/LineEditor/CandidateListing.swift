import CEditLine

/// Lays candidates out in columns, down then across, as `ls` does.
struct CandidateListing {
  let width: Int
  let height: Int

  /// The listing, with a line ending after each row.
  ///
  /// Candidates that do not fit on the screen are counted.
  func text(for candidates: [Completion]) -> String {
    let labels = candidates.map { Self.printable($0.displayText) }
    let widths = labels.map(Self.columns(of:))
    let columnWidth = (widths.max() ?? 0) + 2
    let columns = max(1, (width + 1) / columnWidth)
    let rows = (labels.count + columns - 1) / columns
    let shown = min(rows, max(1, height - 3))
    var text = ""
    for row in 0..<shown {
      var line = ""
      var blanks = 0
      for item in stride(from: row, to: labels.count, by: rows) {
        line += String(repeating: " ", count: blanks) + labels[item]
        blanks = columnWidth - widths[item]
      }
      text += line + "\n"
    }
    if shown < rows {
      let hidden = (0..<labels.count).count { $0 % rows >= shown }
      text += "… and \(hidden) more\n"
    }
    return text
  }

  /// The text on one line of a terminal of some width.
  static func cut(_ text: String, to width: Int) -> String {
    var kept = ""
    var used = 0
    for character in printable(text) {
      used += columns(of: String(character))
      if used > width { break }
      kept.append(character)
    }
    return kept
  }

  /// Values come from the store: a stray escape sequence must not reach the terminal.
  private static func printable(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  private static func columns(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + Int(ceditline_width($1.value)) }
  }
}
