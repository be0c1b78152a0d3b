/// A full-screen list: the names of the columns, as much of the list as fits, and a line with the
/// number of rows and the keys.
///
/// The drawing depends on these values alone. It only needs the rows that are on the screen.
package struct ListScreen: Sendable {
  /// The content of a line of the outline.
  package enum Content: Sendable {
    /// The value that a section's rows have in common.
    case heading(String)
    case row([Cell])

    var cells: [Cell]? { if case .row(let cells) = self { cells } else { nil } }
  }

  package var columns: [ResultTable.Column]
  package var outline: ListOutline
  /// The first line of the outline to show, as far as the list allows.
  package var top: Int
  /// The text that rows must contain; empty for all rows.
  package var filter: String
  /// The number of rows without the filter.
  package var total: Int
  /// Whether some rows have not been compared with the filter yet.
  package var isSearching = false
  /// The previous widths of the columns, so that they do not jump while scrolling.
  package var leastWidths: [Int] = []
  package var width: Int
  package var height: Int
  package var usesColor = false

  package init(
    columns: [ResultTable.Column], outline: ListOutline, top: Int = 0, filter: String = "",
    total: Int, width: Int, height: Int
  ) {
    self.columns = columns
    self.outline = outline
    self.top = top
    self.filter = filter
    self.total = total
    self.width = width
    self.height = height
  }

  /// The number of lines available for the list, between the first and last lines of the screen.
  package var bodyHeight: Int { max(0, height - 2) }

  /// The largest `top` that leaves no blank lines the list could fill.
  package var greatestTop: Int { max(0, outline.count - bodyHeight) }

  /// The first visible line, with `top` limited to the list.
  private var first: Int { min(max(0, top), greatestTop) }

  /// The visible lines of the list.
  package var visibleLines: [ListOutline.Line] { outline.lines(first..<first + bodyHeight) }

  /// The widths of the columns: that of the widest visible value, or the previous width if it is
  /// larger.
  ///
  /// A column without values has the width 0, and is not shown.
  package func widths(_ content: [Content]) -> [Int] {
    let rows = content.compactMap(\.cells)
    return columns.indices.map { column in
      let texts = rows.compactMap { column < $0.count ? Self.text(of: $0[column]) : nil }
      let values = texts.map { min(DisplayWidth.of($0), Self.widestColumn) }.max() ?? 0
      let before = column < leastWidths.count ? leastWidths[column] : 0
      guard max(values, before) > 0 else { return 0 }
      let heading = min(DisplayWidth.of(columns[column].name.onOneLine), Self.widestColumn)
      return max(values, before, heading)
    }
  }

  private static let widestColumn = 30
  private static let gap = 2
  /// Rows are indented below their headings.
  private var indent: Int { outline.hasHeadings ? min(2, width - 1) : 0 }
  /// The smallest width to which a column is cut; below that, it is left out.
  private static let leastCut = 6

  /// The columns that fit, from the first on, with their widths; the last one may be narrower than
  /// its values.
  package func fitting(_ widths: [Int]) -> [(column: Int, width: Int)] {
    var found: [(column: Int, width: Int)] = []
    var rest = width - indent
    for column in columns.indices where widths[column] > 0 {
      let isText = columns[column].alignment == .leading
      let room = rest - (found.isEmpty ? 0 : Self.gap)
      let least = isText ? min(widths[column], Self.leastCut) : widths[column]
      guard room >= least || found.isEmpty && room > 0 else { break }
      found.append((column, min(widths[column], room)))
      rest = room - min(widths[column], room)
    }
    return found
  }

  /// The `height` lines of the screen from the top, none wider than it.
  ///
  /// - Parameter content: the contents of `visibleLines`.
  package func lines(_ content: [Content]) -> [String] {
    guard height > 0, width > 0 else { return [] }
    let style = TextStyle(isOn: usesColor)
    let fields = fitting(widths(content))
    var lines = [style.bold(line(of: columns.map(\.name), fields))]
    for (place, shown) in zip(visibleLines, content) {
      switch (place, shown) {
      case (.heading(let section), .heading(let title)):
        let text = "\(title.onOneLine) (\(outline.sections[section]))"
        lines.append(style.bold(DisplayWidth.cut(text, to: width)))
      case (_, .heading(let text)): lines.append(DisplayWidth.cut(text.onOneLine, to: width))
      case (_, .row(let cells)):
        lines.append(line(of: cells.map { Self.text(of: $0) ?? "" }, fields))
      }
    }
    if outline.count == 0, bodyHeight > 0 {
      let text =
        filter.isEmpty ? "There is nothing here yet" : "Nothing here has \"\(filter)\" in it"
      lines.append(isSearching ? "" : DisplayWidth.cut(text.onOneLine, to: width))
    }
    lines = Array(lines.prefix(height - 1))
    lines += Array(repeating: "", count: height - 1 - lines.count)
    return lines + [style.reversed(usesColor ? status.padded(to: width) : status)]
  }

  // MARK: Lines

  private func line(of texts: [String], _ fields: [(column: Int, width: Int)]) -> String {
    var line = String(repeating: " ", count: indent)
    for (index, field) in fields.enumerated() {
      let text = field.column < texts.count ? texts[field.column].onOneLine : ""
      if index > 0 { line += String(repeating: " ", count: Self.gap) }
      line += DisplayWidth.cut(text, to: field.width)
        .padded(to: field.width, columns[field.column].alignment)
    }
    return line.withoutBlankEnd
  }

  /// The text of a value in a row; nil for none.
  package static func text(of cell: Cell) -> String? {
    if case .boolean(let isTrue) = cell { return isTrue ? "yes" : "no" }
    return cell.plainText
  }

  /// How many rows there are, the filter, and the keys, as much as there is room for.
  private var status: String {
    let results = "\(total) \(total == 1 ? "result" : "results")"
    let count = filter.isEmpty ? results : "\(outline.rowCount) of \(results)"
    let search = filter.isEmpty ? "type to filter" : "filter: \(filter.onOneLine)"
    let keys = filter.isEmpty ? "↑↓ PgUp PgDn Home End scroll" : "Backspace edits, Esc clears"
    let parts = [isSearching ? count + " …" : count, search, keys, "Ctrl-C ends"]
    for shorter in [parts, [parts[0], parts[1], parts[3]], [parts[0], parts[1]]] {
      let text = shorter.joined(separator: " · ")
      if DisplayWidth.of(text) <= width { return text }
    }
    return DisplayWidth.cut(parts[0] + " · " + parts[1], to: width)
  }
}
