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

  private func frameWidth(columnCount: Int) -> Int {
    left.count + right.count + between.count * (columnCount - 1)
  }

  /// What the columns of a table need, with their headings and texts.
  private struct Content {
    let headings: [String]
    let cells: [[String]]
    let needs: [ColumnNeed]

    init(of table: ResultTable, _ options: Renderer.Options) {
      let headings = table.columns.map { $0.name.onOneLine }
      let cells = table.rows.map { $0.map { ($0.plainText ?? options.nullText).onOneLine } }
      (self.headings, self.cells) = (headings, cells)
      needs = table.columns.indices.map { column in
        ColumnNeed(
          table.columns[column], heading: headings[column], cells: cells.map { $0[column] })
      }
    }
  }

  // MARK: Choosing columns

  /// Whether a table fits a width as it is.
  func fits(_ table: ResultTable, _ width: Int, _ options: Renderer.Options) -> Bool {
    Content(of: table, options).needs.reduce(frameWidth(columnCount: table.columns.count)) {
      $0 + $1.natural
    } <= width
  }

  /// The columns of a table that a width has room for.
  ///
  /// By rank, and from the left in each rank, a column is taken if it fits with all texts folded; a
  /// column that is an aside is taken only if no text has to be folded for it.
  func columns(of table: ResultTable, in width: Int, _ options: Renderer.Options) -> Set<Int> {
    let needs = Content(of: table, options).needs
    var taken: Set<Int> = []
    func fit(_ column: Int, _ need: KeyPath<ColumnNeed, Int>) -> Bool {
      taken.union([column]).reduce(frameWidth(columnCount: taken.count + 1)) {
        $0 + needs[$1][keyPath: need]
      } <= width
    }
    for rank in ResultTable.Rank.allCases {
      for column in needs.indices where table.columns[column].rank == rank {
        if fit(column, rank == .aside ? \.unfolded : \.least) { taken.insert(column) }
      }
    }
    return taken
  }

  // MARK: Drawing

  func text(of table: ResultTable, _ options: Renderer.Options) -> String {
    guard !table.columns.isEmpty else { return "" }
    let content = Content(of: table, options)
    let (room, excess) = ColumnWidths.fitting(
      content.needs, of: table.columns,
      available: options.width.map { $0 - frameWidth(columnCount: content.needs.count) } ?? .max)
    func lines(_ texts: [String]) -> [[String]] {
      zip(texts, room).map { text, width in
        excess == .cut
          ? [DisplayWidth.cut(text, to: width)] : FoldedText.lines(of: text, in: width)
      }
    }
    let headings = lines(content.headings)
    let rows = content.cells.map(lines)
    // Folded lines may be shorter than the room for them.
    let widths =
      excess == .folded
      ? room.indices.map { column in
        (rows + [headings]).lazy.flatMap { $0[column] }.map(DisplayWidth.of).max() ?? 1
      } : room

    let style = TextStyle(isOn: options.usesColor)
    var text = rule(top, widths)
    text += self.text(of: headings, widths, table.columns) { _, heading in style.bold(heading) }
    text += rule(underHeader, widths)
    for (row, cells) in zip(table.rows, rows) {
      text += self.text(of: cells, widths, table.columns) { column, value in
        if case .null = row[column] { return style.dim(value) }
        return value
      }
    }
    return text + rule(bottom, widths)
  }

  /// The lines of a row of cells.
  private func text(
    of cells: [[String]], _ widths: [Int], _ columns: [ResultTable.Column],
    _ decorate: (Int, String) -> String
  ) -> String {
    (0..<(cells.map(\.count).max() ?? 1)).map { line in
      let fields = cells.indices.map { column in
        (line < cells[column].count ? cells[column][line] : "")
          .padded(to: widths[column], columns[column].alignment) { decorate(column, $0) }
      }
      return (left + fields.joined(separator: between) + right).withoutBlankEnd + "\n"
    }.joined()
  }

  func rule(_ rule: Rule?, _ widths: [Int]) -> String {
    guard let rule else { return "" }
    let dashes = widths.map { String(repeating: rule.dash, count: $0) }
    return rule.left + dashes.joined(separator: rule.cross) + rule.right + "\n"
  }
}
