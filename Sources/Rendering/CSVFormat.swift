/// Comma-separated values as in RFC 4180, with a header and LF line endings.
///
/// A cell is a single value: a list of values is joined by `; `, an object is split into one column
/// for each of its members, and a list of objects, which has rows of its own, is left out.
///
/// As in psql, a null is unquoted and a text that looks the same is quoted, so that a reader that
/// respects quotes can tell them apart.
enum CSVFormat {
  static func text(of nested: ResultTable, _ options: Renderer.Options) -> String {
    let table = nested.flat
    guard !table.columns.isEmpty else { return "" }
    let header = table.columns.map { field($0.name, isAlone: table.columns.count == 1) }
    let rows = table.rows.map { row in
      row.map { cell in
        guard let text = cell.plainText else {
          return field(options.nullText, isAlone: row.count == 1)
        }
        return text == options.nullText ? quoted(text) : field(text, isAlone: row.count == 1)
      }
    }
    return ([header] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  private static func field(_ text: String, isAlone: Bool) -> String {
    // An empty line would not be a row at all.
    if text.isEmpty { return isAlone ? quoted(text) : text }
    let needsQuotes = text.utf8.contains { byte in
      byte == 0x22 || byte == 0x2C || byte == 0x0A || byte == 0x0D
    }
    return needsQuotes ? quoted(text) : text
  }

  private static func quoted(_ text: String) -> String {
    // By scalars, because a quotation mark followed by a combining mark is another character.
    let doubled = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + doubled.map(String.init).joined(separator: "\"\"") + "\""
  }
}
