import Campground
import Rendering

/// The page beside exported CSV files that says what is in them.
struct ExportReadme {
  private let tables: [ExportTable]
  private let counts: [Int]
  private let currency: Currency?
  private let isRaw: Bool

  init(_ snapshot: ExportSnapshot, counts: [Int], isRaw: Bool) {
    tables = snapshot.tables
    currency = snapshot.currency
    self.counts = counts
    self.isRaw = isRaw
  }

  /// The page, in Markdown.
  var text: String {
    ([introduction]
      + zip(tables, counts).map { table, count in
        "## \(table.name).csv\n\n\(table.meaning) \(count) row\(count == 1 ? "" : "s").\n\n"
          + columns(of: table)
      }).joined(separator: "\n")
  }

  private var introduction: String {
    let money =
      currency.map { "Amounts are decimals in \($0)." }
      ?? "Amounts are decimals in the currency of the row."
    let formulas =
      isRaw
      ? "Texts are as they are: one that begins with = + - @ or a tab is computed by a spreadsheet."
      : """
      In texts only, an apostrophe stands before = + - @ and tabs, so that a spreadsheet does not \
      compute them; imports take it off again.
      """
    return """
      # Exported data

      Each file has a row of headings. The text is UTF-8, and values that contain commas, quotes or \
      line ends are quoted. \(money) Dates are written 2026-07-01; instants also have the time of \
      the campground and its distance from UTC, 2026-07-01T09:00:00-07:00. An empty value means \
      none. Rows refer to others by the codes and names that people use: stays by R-1, campsites by \
      their names. \(formulas) Pictures are not exported.

      """
  }

  private func columns(of table: ExportTable) -> String {
    let columns = [ResultTable.Column("column"), .init("values"), .init("meaning")]
    return Renderer(.markdown).text(
      of: ResultTable(
        columns: columns,
        rows: table.columns.map {
          [.text($0.name), .text($0.kind.words), .text($0.meaning)]
        }))
  }
}

extension ExportColumn.Kind {
  /// What the values are, in words.
  fileprivate var words: String {
    switch self {
    case .text: "text"
    case .reference: "code or name"
    case .code: "code"
    case .integer: "whole number"
    case .decimal, .double: "number"
    case .money: "amount"
    case .boolean: "yes or no"
    case .date: "date"
    case .instant: "instant"
    case .time: "time of day"
    case .weekdays: "weekdays"
    case .currency: "currency"
    }
  }
}
