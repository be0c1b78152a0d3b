/// A list on a screen of its own: the names of the columns, as much of the list as there is room for,
/// and a line that tells how many rows there are and what the keys do.
///
/// What is drawn depends on the values here alone. It needs those rows only that are on the screen.
package struct ListScreen: Sendable {
  /// What a line of the outline shows.
  package enum Content: Sendable {
    /// What a section's rows have in common.
    case heading(String)
    case row([Cell])

    var cells: [Cell]? { if case .row(let cells) = self { cells } else { nil } }
  }

  package var columns: [ResultTable.Column]
  package var outline: ListOutline
  /// The first line of the outline that is shown, as far as the list reaches.
  package var top: Int
  /// What the rows have to contain; empty for all.
  package var filter: String
  /// How many rows there are without the filter.
  package var total: Int
  /// Whether there are rows that the filter has not been held against yet.
  package var isSearching = false
  /// The widths that columns had before, so that they do not jump when the list is scrolled.
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

  /// How many lines of the list there is room for between the first and the last line of the screen.
  package var bodyHeight: Int { max(0, height - 2) }

  /// The greatest `top` that leaves no room empty which the list could fill.
  package var greatestTop: Int { max(0, outline.count - bodyHeight) }

  /// The first line that is shown, where `top` is beyond the end or before the beginning.
  private var first: Int { min(max(0, top), greatestTop) }

  /// The lines of the list that are on the screen.
  package var visibleLines: [ListOutline.Line] { outline.lines(first..<first + bodyHeight) }

  /// How wide the columns are: as wide as any value on the screen, or as they were before.
  ///
  /// A column without a value has the width 0, and is not shown.
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
  /// Rows stand behind the beginning of their headings.
  private var indent: Int { outline.hasHeadings ? min(2, width - 1) : 0 }
  /// A column is cut to no less than this, or left out.
  private static let leastCut = 6

  /// The columns that there is room for, from the first on, with their widths; the last of them may
  /// be narrower than its values.
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

  /// The lines of the screen from the top on, none wider than it, `height` of them.
  ///
  /// - Parameter content: what `visibleLines` show.
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
    return lines + [style.reversed(padded(status))]
  }

  // MARK: Lines

  private func line(of texts: [String], _ fields: [(column: Int, width: Int)]) -> String {
    var line = String(repeating: " ", count: indent)
    for (index, field) in fields.enumerated() {
      let text = field.column < texts.count ? texts[field.column].onOneLine : ""
      let shown = DisplayWidth.cut(text, to: field.width)
      let blanks = String(repeating: " ", count: max(0, field.width - DisplayWidth.of(shown)))
      if index > 0 { line += String(repeating: " ", count: Self.gap) }
      line += columns[field.column].alignment == .trailing ? blanks + shown : shown + blanks
    }
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// What a row shows of a value; nil for nothing.
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

  private func padded(_ text: String) -> String {
    usesColor ? text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text))) : text
  }
}
