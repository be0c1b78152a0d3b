/// Columns side by side: `table` as psql draws them, without margins, and `box` as duckdb does.
struct GridFormat {
  /// The pieces of a horizontal rule.
  struct Rule {
    let left: String
    let dash: String
    let cross: String
    let right: String
  }

  let left: String
  let between: String
  let right: String
  let top: Rule?
  let underHeader: Rule
  let bottom: Rule?

  static let table = GridFormat(
    left: "", between: " | ", right: "", top: nil,
    underHeader: Rule(left: "", dash: "-", cross: "-+-", right: ""), bottom: nil)

  static let box = GridFormat(
    left: "│ ", between: " │ ", right: " │",
    top: Rule(left: "┌─", dash: "─", cross: "─┬─", right: "─┐"),
    underHeader: Rule(left: "├─", dash: "─", cross: "─┼─", right: "─┤"),
    bottom: Rule(left: "└─", dash: "─", cross: "─┴─", right: "─┘"))

  /// The width of a table in columns if texts may be cut, but to no less than a length.
  func width(of table: ResultTable, textsCutTo length: Int, _ options: Renderer.Options) -> Int {
    let widths = Self.naturalWidths(
      Self.headings(of: table), Self.cells(of: table, options))
    return zip(table.columns, widths).reduce(frameWidth(columnCount: widths.count)) {
      $0 + ($1.0.isWhole ? $1.1 : min($1.1, length))
    }
  }

  private func frameWidth(columnCount: Int) -> Int {
    left.count + right.count + between.count * (columnCount - 1)
  }

  private static func headings(of table: ResultTable) -> [String] {
    table.columns.map { $0.name.onOneLine }
  }

  private static func cells(of table: ResultTable, _ options: Renderer.Options) -> [[String]] {
    table.rows.map { $0.map { ($0.plainText ?? options.nullText).onOneLine } }
  }

  private static func naturalWidths(_ headings: [String], _ cells: [[String]]) -> [Int] {
    var widths = headings.map { max(1, DisplayWidth.of($0)) }
    for row in cells {
      for (column, text) in row.enumerated() {
        widths[column] = max(widths[column], DisplayWidth.of(text))
      }
    }
    return widths
  }

  func text(of table: ResultTable, _ options: Renderer.Options) -> String {
    guard !table.columns.isEmpty else { return "" }
    let headings = Self.headings(of: table)
    let cells = Self.cells(of: table, options)
    var widths = Self.naturalWidths(headings, cells)
    if let width = options.width {
      widths = ColumnWidths.fitting(
        widths, of: table.columns,
        available: width - frameWidth(columnCount: widths.count))
    }

    let style = TextStyle(isOn: options.usesColor)
    func line(_ texts: [String], _ decorate: (Int, String) -> String) -> String {
      let fields = texts.indices.map { column in
        DisplayWidth.cut(texts[column], to: widths[column])
          .padded(to: widths[column], table.columns[column].alignment) { decorate(column, $0) }
      }
      return (left + fields.joined(separator: between) + right).withoutBlankEnd + "\n"
    }

    var text = rule(top, widths)
    text += line(headings) { _, heading in style.bold(heading) }
    text += rule(underHeader, widths)
    for (row, texts) in zip(table.rows, cells) {
      text += line(texts) { column, value in
        if case .null = row[column] { return style.dim(value) }
        return value
      }
    }
    return text + rule(bottom, widths)
  }

  func rule(_ rule: Rule?, _ widths: [Int]) -> String {
    guard let rule else { return "" }
    let dashes = widths.map { String(repeating: rule.dash, count: $0) }
    return rule.left + dashes.joined(separator: rule.cross) + rule.right + "\n"
  }
}
