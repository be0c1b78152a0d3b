import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

extension Command where Context == Session {
  /// The reports. For people, each ends with the definition of its figures.
  @CommandList<Session>
  static var reports: [Self] {
    report(
      .occupancy, synonyms: ["statistics", "manager report", "utilization"],
      "Show how full the campground was",
      examples: [
        "report occupancy from 2026-07-01 to 2026-07-31", "report occupancy july",
        "report occupancy last month",
      ]
    ) { session, period in
      let report = try session.reports.occupancy(period)
      let columns: [ListColumn<(type: String, row: OccupancyReport.Row)>] = [
        .init("type") { .text($0.type) }, .number("sold") { Cell($0.row.soldNights) },
        .number("available") { Cell($0.row.availableNights) },
        .number("all") { Cell($0.row.allNights) }, .number("closed") { Cell($0.row.closedNights) },
        .number("% of available") { Cell(figure: $0.row.percentOfAvailable) },
        .number("% of all") { Cell(figure: $0.row.percentOfAll) },
      ]
      return columns.table(
        of: report.rows.map { ($0.type ?? "other", $0) } + [("total", report.total)])
    }

    revenue

    report(.arrivals, synonyms: ["arrival count"], "Count arrivals by day") { session, period in
      table(try session.reports.arrivals(period), addingUp: true)
    }

    report(.departures, synonyms: ["departure count"], "Count departures by day") {
      session, period in
      table(try session.reports.departures(period), addingUp: true)
    }

    report(.inHouse, synonyms: ["house count"], "Count guests in house by day") { session, period in
      // A guest in house is counted on several days, so that a total would mean nothing.
      table(try session.reports.inHouse(period), addingUp: false)
    }

    report(
      .noShows, synonyms: ["no-show report"], "List no-shows and the amounts kept",
      empty: "No no-shows in this period"
    ) { session, period in
      ResultTable(
        columns: [.init("code"), .init("guest"), .init("from"), .number("kept")],
        rows: try session.reports.noShows(period).map {
          [.text($0.code), Cell($0.camper), Cell($0.arrival), Cell($0.kept)]
        })
    }

    Command(
      "report sales", synonyms: ["sales report", "department report", "store report"],
      "Total sales by department and employee", .period,
      .option("by", .oneOf(SaleGrouping.self, "WHAT"), "what to total by"),
      details: Report.sales.definition,
      examples: ["report sales from 2026-07-01 to 2026-07-31 by item"], answering: .data
    ) { session, period, grouping in
      let names = grouping.map { [$0.rawValue] } ?? ["department", "employee"]
      let totals: [(labels: [String?], total: SaleTotal)] =
        if let grouping {
          try session.reports.sales(period, by: grouping).map { ([$0.label], $0) }
        } else {
          try session.reports.sales(period).map { ([$0.department, $0.employee], $0.total) }
        }
      let table = Session.table(of: totals, by: names)
      return answer(.sales, table, empty: "No sales")
    }

    report(
      .tax, synonyms: ["tax report", "lodging tax", "tax return", "exempt sales"],
      "Total taxable and exempt amounts, and taxes", empty: "No taxes"
    ) { session, period in
      table(try session.reports.taxes(period))
    }

    report(
      .balances, synonyms: ["accounts receivable", "guest ledger"],
      "List open bills of stays in a period", empty: "No open bills"
    ) { session, period in
      ResultTable(
        columns: [
          .init("bill"), .init("guest"), .init("from"), .init("to"), .number("due"),
          .number("credit"),
        ],
        rows: try session.reports.balances(period).map { bill in
          [.text(bill.code), Cell(bill.camper), Cell(bill.arrival), Cell(bill.departure)]
            + Session.cells(of: bill.balance).map(\.value)
        })
    }
  }

  private static var revenue: Self {
    Command(
      "report revenue",
      synonyms: ["statistics", "manager report", "income", "average daily rate", "on the books"],
      "Show lodging revenue, ADR and RevPAS", .period,
      details: Report.revenue.definition, answering: .data
    ) { session, period in
      let report = try session.reports.revenue(period)
      let columns: [ListColumn<(type: String, row: RevenueReport.Row)>] = [
        .init("type") { .text($0.type) }, .number("nights") { Cell($0.row.postedNights) },
        .number("posted") { Cell($0.row.posted) },
        .number("corrected") { Cell($0.row.corrections) },
        .number("ADR") { Cell($0.row.averageDailyRate) },
        .number("available to date", isAside: true) { Cell($0.row.availableToDate) },
        .number("RevPAS") { Cell($0.row.revenuePerAvailableNight) },
        .number("sold") { Cell($0.row.soldNights) }, .number("booked") { Cell($0.row.booked) },
        .number("booked ADR", isAside: true) { Cell($0.row.bookedDailyRate) },
        .number("available", isAside: true) { Cell($0.row.availableNights) },
        .number("booked RevPAS", isAside: true) { Cell($0.row.bookedPerAvailableNight) },
      ]
      return answer(
        .revenue,
        columns.table(of: report.rows.map { ($0.type ?? "other", $0) } + [("total", report.total)]),
        empty: "", report.postedThrough.map { "Posted through \($0)." } ?? "Nothing posted yet.")
    }
  }

  private static func report(
    _ report: Report, synonyms: [String], _ summary: String, empty: String = "",
    examples: [String] = [],
    rows: @escaping @MainActor (Session, ReportPeriod) throws -> ResultTable
  ) -> Self {
    Command(
      "report \(report.rawValue)", synonyms: synonyms, summary, .period, details: report.definition,
      examples: examples, answering: .data
    ) { session, period in answer(report, try rows(session, period), empty: empty) }
  }

  private static func answer(
    _ report: Report, _ table: ResultTable, empty: String, _ notes: String...
  ) -> Answer {
    .table(
      table, empty: empty,
      more: table.rows.isEmpty
        ? nil : WrappedLines.paragraph((notes + [report.definition]).joined(separator: " ")))
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

  /// A row for each day, and a total.
  private static func table(_ counts: [DayCount], addingUp isSummed: Bool) -> ResultTable {
    let sums: [Cell] = [
      .text("total"), Cell(counts.reduce(0) { $0 + $1.stays }),
      Cell(counts.reduce(0) { $0 + $1.people }),
    ]
    return ResultTable(
      columns: [.init("day"), .number("stays"), .number("people")],
      rows: counts.map { [Cell($0.day), Cell($0.stays), Cell($0.people)] }
        + (isSummed ? [sums] : []))
  }
}

extension Session {
  /// Totals of sales, each behind the values that its sales share.
  static func table(
    of totals: [(labels: [String?], total: SaleTotal)], by names: [String]
  ) -> ResultTable {
    ResultTable(
      columns: names.map { .init($0) }
        + [.number("sales"), .number("quantity"), .number("amount")],
      rows: totals.map { labels, total in
        labels.map { Cell($0) }
          + [Cell(total.saleCount), Cell(total.quantity), Cell(total.amount)]
      })
  }
}

// MARK: Helpers

extension Cell {
  /// A percentage with two decimal places.
  fileprivate init(figure percent: Decimal?) {
    self =
      percent.map { .decimal(String(format: "%.2f", NSDecimalNumber(decimal: $0).doubleValue)) }
      ?? .null
  }
}

extension Argument where Context == Session, Value == ReportPeriod {
  /// The days that a report covers.
  static var period: Self {
    .group(
      .requiredOption("from", .pastPeriod, "first day, or a period: july, 2026, last month"),
      Argument<Session, ClosedRange<CalendarDate>?>.oneOf(
        .option("to", .pastPeriod, "last day, included; omit it after a period"),
        unless: { $0.text(named: "from")?.isPeriod ?? false })
    ) { start, end in
      do {
        return try ReportPeriod(
          from: start.lowerBound, through: end?.upperBound ?? start.upperBound)
      } catch let error as CampgroundError where error.code == .outOfRange {
        throw ValueFault(
          "a report covers at most \(ReportPeriod.mostDays) days, a hundred years",
          hint: "check the years of both dates", at: "to")
      }
    }
  }
}
