/// Text in lines that fit a screen.
package enum WrappedLines {
  /// A text as a paragraph.
  package static func paragraph(_ text: String) -> String {
    wrap(text.split(separator: " ").map(String.init), indent: "", hanging: "")
      .joined(separator: "\n")
  }

  /// Names with their descriptions, in two columns.
  package static func columns(_ rows: [(String, String)], indent: Int) -> [String] {
    let widest = rows.map(\.0.count).max() ?? 0
    let margin = String(repeating: " ", count: indent)
    return rows.flatMap { name, text in
      wrap(
        text.split(separator: " ").map(String.init),
        indent: margin + name.padded(to: widest + 2),
        hanging: String(repeating: " ", count: indent + widest + 2))
    }
  }

  /// Short texts, two to a line of 80 columns, the first half on the left.
  package static func pairs(_ texts: [String]) -> [String] {
    let half = (texts.count + 1) / 2
    return texts.prefix(half).enumerated().map { index, text in
      let right = index + half < texts.count ? texts[index + half] : ""
      return "  " + (right.isEmpty ? text : text.padded(to: 38) + right)
    }
  }

  /// Pieces wrapped into lines; no piece is broken.
  package static func wrap(
    _ pieces: [String], indent: String, hanging: String, width: Int = 80
  ) -> [String] {
    var lines: [String] = []
    var line = indent
    var isEmpty = true
    for piece in pieces {
      if !isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(piece) > width {
        lines.append(line)
        line = hanging
        isEmpty = true
      }
      line += isEmpty ? piece : " " + piece
      isEmpty = false
    }
    return lines + [line]
  }
}
