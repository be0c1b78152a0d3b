/// Values separated by tabs under a row of headings, escaped as in PostgreSQL's COPY so that no
/// value breaks a row.
enum PlainFormat {
  static func text(of table: ResultTable, _ options: Renderer.Options) -> String {
    guard !table.columns.isEmpty else { return "" }
    let headings = table.columns.map { escaped($0.name) }
    let rows = table.rows.map { row in
      row.map { $0.plainText.map(escaped) ?? options.nullText }
    }
    return ([headings] + rows).map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar == "\\" ? "\\\\" : scalar.disturbsTerminals ? scalar.visibleEscape : String(scalar)
    }.joined()
  }
}
