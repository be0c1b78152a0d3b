import CommandKit
import ObjectGraph
import Rendering

/// Formats a watched list and its changes in the session's output format.
struct ListText {
  let format: OutputFormat
  let options: Renderer.Options
  let columns: [ResultTable.Column]
  /// Nil if the list has no sections.
  let title: SectionTitle?

  // MARK: List

  /// All rows of the list, section by section.
  func text(of sections: [[ListChange.Row]]) -> String {
    if format.isForPrograms { return records(sections.joined().map { (nil, $0) }) }
    let answers = AnswerText(format, options: options)
    func table(_ rows: [ListChange.Row]) -> String {
      answers.text(of: .storedRows(ResultTable(columns: columns, rows: rows.map(\.cells))))
    }
    guard let title, !sections.isEmpty else { return table(Array(sections.joined())) }
    // Tab-separated output needs only one header.
    let isPlain = format == .plain
    let blocks = sections.map { rows in
      let text = title.text(of: rows.first?.section ?? .null)
      return "\(text.onOneLine) (\(rows.count))\n"
        + (isPlain ? Self.withoutHeader(table(rows)) : table(rows))
    }
    return (isPlain ? table([]) : "") + blocks.joined(separator: isPlain ? "" : "\n")
  }

  // MARK: Changes

  /// One line for each change, in order.
  func text(of changes: [ListChange]) -> String {
    guard !changes.isEmpty else { return "" }
    if format.isForPrograms {
      let text = records(changes.map { ($0.kind, $0.row) })
      return format == .csv ? Self.withoutHeader(text) : text
    }
    return changes.map { change in
      let section = title.map { $0.text(of: change.row.section).onOneLine + ": " } ?? ""
      return "\(change.kind.sign) \(section)\(text(of: change.row.cells))\n"
    }.joined()
  }

  /// The text without its first line, as the header has already been written.
  private static func withoutHeader(_ text: String) -> String {
    String(text.drop { $0 != "\n" }.dropFirst())
  }

  /// The text of a changed row: tab-separated as in `fetch`, or else the non-empty values.
  private func text(of cells: [Cell]) -> String {
    guard format != .plain else {
      let text = AnswerText(.plain, options: options)
        .text(of: .storedRows(ResultTable(columns: columns, rows: [cells])))
      return String(Self.withoutHeader(text).dropLast())
    }
    return zip(columns, cells).compactMap { column, cell -> String? in
      switch cell {
      case .null, .text(""): nil
      case .text(let text): text.onOneLine
      // A bare number or Boolean means nothing without its column's name.
      default: "\(column.name) \((cell.plainText ?? "").onOneLine)"
      }
    }.joined(separator: " · ")
  }

  /// Rows for programs, preceded by the kind of change, which is null in the initial list, and the
  /// section.
  private func records(_ rows: [(kind: FetchedResultsChangeType?, row: ListChange.Row)]) -> String {
    let table = ResultTable(
      columns: [.init("change"), .init("section")] + columns,
      rows: rows.map { kind, row in
        [kind.map { .text("\($0)") } ?? .null, row.section] + row.cells
      })
    return Renderer(format, options: options).text(of: table)
  }
}
