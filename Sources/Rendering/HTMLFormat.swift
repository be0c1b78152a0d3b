/// A table of HTML, numbers flush right.
///
/// A result is a part of a page, as in psql; a file of results begins with `head(title:)`, after
/// which HTML needs no further tags around them.
enum HTMLFormat {
  static func text(of table: ResultTable, _ options: Renderer.Options) -> String {
    guard !table.columns.isEmpty else { return "" }
    let headings = table.columns.map { cell("th", escaped($0.name), $0) }
    let rows = table.rows.map { row in
      zip(table.columns, row).map { cell("td", escaped($1.plainText ?? options.nullText), $0) }
    }
    return "<table>\n<thead>\n\(line(headings))</thead>\n<tbody>\n"
      + rows.map(line).joined() + "</tbody>\n</table>\n"
  }

  private static func line(_ cells: [String]) -> String { "<tr>\(cells.joined())</tr>\n" }

  private static func cell(_ tag: String, _ text: String, _ column: ResultTable.Column) -> String {
    let style = column.alignment == .trailing ? " class=\"number\"" : ""
    return "<\(tag)\(style)>\(text)</\(tag)>"
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "<br>"
      case "\r": continue
      default: result += scalar.disturbsTerminals ? "\u{FFFD}" : String(scalar)
      }
    }
    return result
  }
}

extension Renderer {
  /// What a file in the format begins with, before its results: the head of a page in `html`,
  /// nothing in others.
  package func head(title: String) -> String {
    guard format == .html else { return "" }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(HTMLFormat.escaped(title))</title>
      <style>
      body { font: 11pt/1.4 sans-serif; margin: 2em; }
      h2 { font-size: 1em; }
      table { border-collapse: collapse; margin: 0 0 1.5em; }
      th, td { border: 1px solid #bbb; padding: 0.2em 0.6em; text-align: left; vertical-align: top; }
      th { background: #eee; }
      .number { text-align: right; }
      </style>

      """
  }

  /// Text that belongs to no table, as the format has it: as it is, but in `html`.
  package func plain(_ text: String) -> String {
    format == .html && !text.isEmpty ? "<pre>\(Self.preformatted(text))</pre>\n" : text
  }

  /// A title above a table.
  package func title(_ text: String) -> String {
    switch format {
    case .html: "<h2>\(HTMLFormat.escaped(text))</h2>\n"
    default: text + ":\n"
    }
  }

  private static func preformatted(_ text: String) -> String {
    HTMLFormat.escaped(text.hasSuffix("\n") ? String(text.dropLast()) : text)
      .replacing("<br>", with: "\n")
  }
}
