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

  func text(of table: ResultTable, _ options: Renderer.Options) -> String {
    guard !table.columns.isEmpty else { return "" }
    let headings = table.columns.map { $0.name.onOneLine }
    let cells = table.rows.map { $0.map { ($0.plainText ?? options.nullText).onOneLine } }
    let alignments = table.columns.map(\.alignment)
    var widths = headings.map { max(1, DisplayWidth.of($0)) }
    for row in cells {
      for (column, text) in row.enumerated() {
        widths[column] = max(widths[column], DisplayWidth.of(text))
      }
    }
    if let width = options.width {
      let frame = left.count + right.count + between.count * (widths.count - 1)
      widths = ColumnWidths.fitting(
        widths, alignments: alignments, available: width - frame)
    }

    let style = TextStyle(isOn: options.usesColor)
    func line(_ texts: [String], _ decorate: (Int, String) -> String) -> String {
      let fields = texts.indices.map { column in
        let isLast = column == texts.count - 1 && right.isEmpty
        return padded(
          texts[column], to: widths[column], alignments[column], isLast: isLast
        ) { decorate(column, $0) }
      }
      return withoutBlankEnd(left + fields.joined(separator: between) + right) + "\n"
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

  /// A row that ends in an empty cell leaves its separator's blank behind.
  private func withoutBlankEnd(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// Blanks at the end of a line are left out; colour goes on the text alone.
  private func padded(
    _ text: String, to width: Int, _ alignment: ResultTable.Alignment, isLast: Bool,
    _ decorate: (String) -> String
  ) -> String {
    let shown = DisplayWidth.cut(text, to: width)
    let blanks = String(repeating: " ", count: max(0, width - DisplayWidth.of(shown)))
    switch alignment {
    case .leading: return decorate(shown) + (isLast ? "" : blanks)
    case .trailing: return blanks + decorate(shown)
    }
  }

  private func rule(_ rule: Rule?, _ widths: [Int]) -> String {
    guard let rule else { return "" }
    let dashes = widths.map { String(repeating: rule.dash, count: $0) }
    return rule.left + dashes.joined(separator: rule.cross) + rule.right + "\n"
  }
}
