/// A pipe table in GitHub's Markdown, aligned in its source, too.
enum MarkdownFormat {
  static func text(of table: ResultTable, _ options: Renderer.Options) -> String {
    guard !table.columns.isEmpty else { return "" }
    let headings = table.columns.map { escaped($0.name) }
    let rows = table.rows.map { $0.map { escaped($0.plainText ?? options.nullText) } }
    let widths = headings.indices.map { column in
      // A delimiter has at least three characters.
      ([headings] + rows).map { DisplayWidth.of($0[column]) }.reduce(3, max)
    }
    let delimiters = zip(table.columns, widths).map { column, width in
      switch column.alignment {
      case .leading: String(repeating: "-", count: width)
      case .trailing: String(repeating: "-", count: width - 1) + ":"
      }
    }
    return ([headings, delimiters] + rows).map { texts in
      let fields = zip(zip(texts, widths), table.columns).map { text, column in
        text.0.padded(to: text.1, column.alignment)
      }
      return "| " + fields.joined(separator: " | ") + " |\n"
    }.joined()
  }

  /// Escapes anything that would end a cell or become markup that hides text; `<` because a line
  /// break is `<br>`.
  private static func escaped(_ text: String) -> String {
    var result = ""
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\\": result += "\\\\"
      case "|": result += "\\|"
      case "<": result += "&lt;"
      case "&" where Substring(scalars).prefixMatch(of: #/#?[0-9A-Za-z]+;/#) != nil:
        result += "&amp;"
      case "\r" where scalars.first == "\n": continue
      case "\n", "\r", "\u{2028}", "\u{2029}": result += "<br>"
      case "\t": result += " "
      default: result += scalar.disturbsTerminals ? "\u{FFFD}" : String(scalar)
      }
    }
    return result
  }
}
