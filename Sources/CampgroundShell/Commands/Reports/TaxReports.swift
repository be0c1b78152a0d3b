import Campground
import CommandKit
import Rendering

/// The reports of taxes and of what is due.
extension Command where Context == Session {
  static var tax: Self {
    Command(
      "report tax", synonyms: ["tax report", "lodging tax", "tax return", "exempt sales"],
      "Total taxable and exempt amounts, and taxes", .period,
      .option("by", .oneOf([ReportGrouping.month], "WHAT"), "rows for each month"),
      details: Report.tax.definition, examples: ["report tax 2026 by month"], answering: .data
    ) { session, period, grouping in
      guard grouping != nil else {
        return answer(.tax, table(try session.reports.taxes(period)), empty: "No taxes")
      }
      let months = try session.reports.taxesByMonth(period)
      let rows = months.flatMap { month in
        table(month.taxes).rows.map { [.text(month.name)] + $0 }
      }
      return answer(
        .tax, ResultTable(columns: [.init("month")] + table([]).columns, rows: rows),
        empty: "No taxes")
    }
  }

  static var receivables: Self {
    Command(
      "report receivables", aliases: ["receivables"],
      synonyms: ["accounts receivable", "aging", "overdue", "who owes"],
      "List balances due by age", details: Report.receivables.definition,
      examples: ["report receivables"], answering: .data
    ) { session in
      let due = try session.reports.receivables()
      let columns: [ListColumn<Receivable>] = [
        .init("bill") { .text($0.code) }, .init("guest") { Cell($0.guest) },
        .init("since") { Cell($0.since) }, .init("age") { .text($0.age.rawValue) },
        .number("due") { Cell($0.due) },
      ]
      let sums = try Receivable.Age.allCases.compactMap { age -> [Cell]? in
        let own = due.filter { $0.age == age }
        guard !own.isEmpty, due.count > 1 else { return nil }
        return [
          .text("total"), .null, .null, .text(age.rawValue), Cell(try own.map(\.due).total()),
        ]
      }
      let table = columns.table(of: due)
      return answer(
        .receivables, ResultTable(columns: table.columns, rows: table.rows + sums),
        empty: "No balances due")
    }
  }

  /// A row for each tax; further reasons for exempt amounts have rows of their own.
  private static func table(_ taxes: [TaxTotal]) -> ResultTable {
    ResultTable(
      columns: [
        .init("tax"), .number("taxable"), .number("exempt"), .init("reason"), .number("lines"),
        .number("amount"),
      ],
      rows: taxes.flatMap { tax in
        let first = tax.exempt.first
        let row: [Cell] = [
          .text(tax.name), Cell(tax.taxable), Cell(first?.amount), Cell(first?.reason),
          Cell(tax.lineCount), Cell(tax.amount),
        ]
        return [row]
          + tax.exempt.dropFirst().map {
            [.text(tax.name), .null, Cell($0.amount), .text($0.reason), .null, .null]
          }
      })
  }
}

extension [Money] {
  /// The sum; nil for none.
  ///
  /// - Throws: for a sum beyond the largest amount.
  func total() throws -> Money? {
    try first.map { first in try dropFirst().reduce(first) { try $0 + $1 } }
  }
}
