import CommandKit
import Rendering

/// Writes a list, and then its changes, in the form of answers that the user chose.
struct ListText {
  let format: OutputFormat
  let options: Renderer.Options
  let columns: [ResultTable.Column]
  /// Nil without sections.
  let title: SectionTitle?

  // MARK: The list

  /// All rows of the list, section by section.
  func text(of sections: [[ListChange.Row]]) -> String {
    if format.isForPrograms { return records(sections.joined().map { (nil, $0) }) }
    let answers = AnswerText(format, options: options)
    func table(_ rows: [ListChange.Row]) -> String {
      answers.text(of: .storedRows(ResultTable(columns: columns, rows: rows.map(\.cells))))
    }
    guard let title, !sections.isEmpty else { return table(Array(sections.joined())) }
    // Between tabs one row of headings is enough.
    let isPlain = format == .plain
    let blocks = sections.map { rows in
      let text = title.text(of: rows.first?.section ?? .null)
      return "\(text.onOneLine) (\(rows.count))\n"
        + (isPlain ? Self.withoutHeader(table(rows)) : table(rows))
    }
    return (isPlain ? table([]) : "") + blocks.joined(separator: isPlain ? "" : "\n")
  }

  // MARK: Changes

  /// Lines for changes, in their order.
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

  /// The rows of a text whose header stands above the list already.
  private static func withoutHeader(_ text: String) -> String {
    String(text.drop { $0 != "\n" }.dropFirst())
  }

  /// The row of a change: as `fetch` has it between tabs, or for people the values that there are.
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
      // A number or a yes alone says nothing.
      default: "\(column.name) \((cell.plainText ?? "").onOneLine)"
      }
    }.joined(separator: " · ")
  }

  /// Rows for programs, which begin with what happened, nothing for a row of the list, and the
  /// section.
  private func records(_ rows: [(kind: ListChange.Kind?, row: ListChange.Row)]) -> String {
    let table = ResultTable(
      columns: [.init("change"), .init("section")] + columns,
      rows: rows.map { kind, row in
        [kind.map { .text($0.rawValue) } ?? .null, row.section] + row.cells
      })
    return Renderer(format, options: options).text(of: table)
  }
}
