/// Comma-separated values as in RFC 4180, with a header and LF line endings.
///
/// A cell is a single value: a list of values is joined by `; `, an object is split into one column
/// for each of its members, and a list of objects, which has rows of its own, is left out.
///
/// As in psql, a null is unquoted and a text that looks the same is quoted, so that a reader that
/// respects quotes can tell them apart.
///
/// With `guardsFormulas`, a text that a spreadsheet would take for a formula begins with an
/// apostrophe; a number or a date never does.
enum CSVFormat {
  static func text(of nested: ResultTable, _ options: Renderer.Options) -> String {
    let table = nested.flat
    guard !table.columns.isEmpty else { return "" }
    let isAlone = table.columns.count == 1
    let header = table.columns.map { column in
      field(options.guardsFormulas ? guarded(column.name) : column.name, isAlone: isAlone)
    }
    return header.joined(separator: ",") + "\n" + rows(of: table, options)
  }

  /// The rows without the header, of a table whose cells are single values.
  static func rows(of table: ResultTable, _ options: Renderer.Options) -> String {
    table.rows.map { row in
      let fields = row.map { cell -> String in
        guard var text = cell.plainText else {
          return field(options.nullText, isAlone: row.count == 1)
        }
        if options.guardsFormulas, case .text = cell { text = guarded(text) }
        return text == options.nullText ? quoted(text) : field(text, isAlone: row.count == 1)
      }
      return fields.joined(separator: ",") + "\n"
    }
    .joined()
  }

  /// A text with an apostrophe before it if it begins like a formula; one that begins with
  /// apostrophes and then like a formula gets another, so that taking one off gives the same text.
  private static func guarded(_ text: String) -> String {
    guard let first = text.utf8.first(where: { $0 != UInt8(ascii: "'") }),
      "=+-@\t".utf8.contains(first)
    else { return text }
    return "'" + text
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
