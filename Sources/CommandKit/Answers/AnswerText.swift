import Rendering

/// Formats answers in one of the output formats.
package struct AnswerText: Sendable {
  private let format: OutputFormat
  private let options: Renderer.Options

  /// Makes a writer of a format.
  package init(_ format: OutputFormat, options: Renderer.Options = Renderer.Options()) {
    self.format = format
    self.options = options
  }

  /// The text of an answer, each line with its line ending; empty when there is no answer.
  package func text(of answer: Answer) -> String {
    switch answer {
    case .nothing: ""
    case .text(let text): sentence(text)
    case .messages(let sentences, let records):
      format.isForPrograms
        ? render(table(of: records).forPrograms) : sentence(wrapped(sentences))
    case .table(let table, let empty, let more):
      table.rows.isEmpty && !format.isForPrograms
        ? sentence(empty)
        : fitted(readable(table)) + below(more)
    case .drawing(let drawing, let table):
      format.isGrid ? drawing.text(options) : render(readable(table))
    case .storedRows(let table, let empty):
      table.rows.isEmpty && !format.isForPrograms
        ? empty.map(sentence) ?? render(table) : uncut(table)
    case .details(let record, let lists): details(record, lists)
    case .forms(let answer, let record, let rows):
      switch format {
      case .csv: render(rows.forPrograms)
      case .json, .jsonl: render(table(of: [record]).forPrograms)
      case .table, .box, .markdown, .line, .plain, .html: text(of: answer)
      }
    case .page(let page, let record):
      format.isForPrograms ? details(record, []) : renderer.plain(page.text)
    case .incomplete(let answer, _): text(of: answer)
    case .charted(let answer, let chart, let isShown):
      text(of: answer) + (isShown && format.isGrid ? "\n" + chart.text(options) : "")
    case .summary(let record, let list, let empty, let more):
      switch format {
      case .csv: render(list.table.forPrograms)
      case _ where list.table.rows.isEmpty && !format.isForPrograms: sentence(empty)
      default: details(record, [list]) + below(more)
      }
    }
  }

  /// Sentences wrapped for a terminal.
  private func wrapped(_ sentences: String) -> String {
    guard options.isOnTerminal, let width = options.width else { return sentences }
    return WrappedText(width: width).text(of: sentences)
  }

  /// The message below rows in columns.
  private func below(_ more: String?) -> String {
    format.isGrid ? more.map { $0 + "\n" } ?? "" : ""
  }

  /// Text outside of tables, with its line ending.
  private func sentence(_ text: String) -> String {
    renderer.plain(text.hasSuffix("\n") || text.isEmpty ? text : text + "\n")
  }

  private var renderer: Renderer { Renderer(format, options: options) }

  /// The table in the terms of its reader: people read yes and no where programs read true and
  /// false, and headings where programs read names.
  private func readable(_ table: ResultTable) -> ResultTable {
    guard !format.isForPrograms else { return table.forPrograms }
    let rows = table.rows.map { row in
      row.map { cell in
        if case .boolean(let isTrue) = cell { Cell.text(isTrue ? "yes" : "no") } else { cell }
      }
    }
    return ResultTable(columns: table.columns, rows: rows)
  }

  private func render(_ table: ResultTable, as other: OutputFormat? = nil) -> String {
    Renderer(other ?? format, options: options).text(of: table)
  }

  /// One row for each record; the records may have different members.
  private func table(of records: [Answer.Record]) -> ResultTable {
    var names: [String] = []
    for name in records.joined().map(\.name) where !names.contains(name) { names.append(name) }
    return ResultTable(
      columns: names.map { ResultTable.Column($0) },
      rows: records.map { record in
        names.map { name in record.first { $0.name == name }?.value ?? .null }
      })
  }

  // MARK: Wide rows

  /// A table for a terminal. If it does not fit, empty columns are left out first; then texts are
  /// folded into lines, and the columns that matter least are left out, which is mentioned. Only
  /// where fewer than three would be left, each row becomes a block of lines.
  private func fitted(_ table: ResultTable) -> String {
    if renderer.fits(table) { return render(table) }
    let full = table.keepingColumns { !table.isEmpty(column: $0) }
    let kept = renderer.columnsThatFit(full)
    guard kept.count >= min(3, full.columns.count) else { return render(full, as: .line) }
    let leftOut = full.columns.indices.filter { !kept.contains($0) }.map { full.columns[$0].name }
    let text = render(full.keepingColumns(where: kept.contains))
    guard !leftOut.isEmpty else { return text }
    let names = leftOut.joined(separator: ", ")
    return text + wrapped("Not shown for lack of space: \(names) (.output line shows all)") + "\n"
  }

  /// Rows of any width: nothing is cut, and rows that do not fit become blocks of lines.
  private func uncut(_ table: ResultTable) -> String {
    // Without rows, there is nothing to read across.
    if renderer.fits(table) || table.rows.isEmpty { return render(table) }
    let full = table.keepingColumns { !table.isEmpty(column: $0) }
    return renderer.fits(full) ? render(full) : render(full, as: .line)
  }

  // MARK: Details

  private func details(
    _ record: Answer.Record, _ lists: [Answer.List]
  ) -> String {
    guard !format.isForPrograms else {
      let members = lists.filter { _ in format != .csv }
        .map { title, table in (name: title, value: table.cell) }
      return render(table(of: [record + members]).forPrograms)
    }
    var blocks = [fields(record)]
    for (title, table) in lists where !table.rows.isEmpty {
      blocks.append(renderer.title(title) + fitted(readable(table)))
    }
    return blocks.joined(separator: "\n")
  }

  private func fields(_ record: Answer.Record) -> String {
    let known = record.filter { if case .null = $0.value { false } else { true } }
    switch format {
    case .plain, .markdown, .html:
      let rows = known.map { [Cell.text($0.name), $0.value] }
      return render(
        readable(ResultTable(columns: [.init("field"), .init("value")], rows: rows)))
    default: return render(readable(table(of: [known])), as: .line)
    }
  }
}

extension OutputFormat {
  /// Whether the output is for programs, which want values and no sentences.
  package var isForPrograms: Bool {
    switch self {
    case .csv, .json, .jsonl: true
    case .table, .box, .markdown, .line, .plain, .html: false
    }
  }

  /// Whether rows are aligned in columns, for people.
  package var isGrid: Bool { self == .box || self == .table }
}
