import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

extension Command where Context == Session {
  /// The reports. For people, each ends with the definition of its figures.
  @CommandList<Session>
  static var reports: [Self] {
    occupancy

    revenue

    pace

    forecast

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

    tax

    report(
      .payments, synonyms: ["payments by method", "takings", "cash report"],
      "Total payments by method", empty: "No payments", examples: ["report payments this month"]
    ) { session, period in
      let ways = try session.reports.payments(period)
      let columns: [ListColumn<DayMoney.Way>] = [
        .init("method") { .text($0.method.rawValue) }, .number("lines") { Cell($0.lineCount) },
        .number("paid") { Cell($0.paid) }, .number("refunded") { Cell($0.refunded) },
        .number("net") { Cell($0.net) },
      ]
      return columns.table(of: ways)
    }

    Command(
      "report deposits", synonyms: ["deposits held", "advance deposits", "prepaid"],
      "List deposits held for stays to come",
      .optional("day", .pastPeriod.described("today by default; of a period, its last day")),
      details: Report.deposits.definition,
      examples: ["report deposits", "report deposits june"], answering: .data
    ) { session, period in
      // What will be held on a later day is not known.
      let today = try session.today()
      let day = min(period?.upperBound ?? today, today)
      let held = try session.reports.deposits(heldOn: day)
      let total = try held.map(\.held).total()
      let table = ResultTable(
        columns: [.init("bill"), .init("guest"), .init("arrival"), .number("held")],
        rows: held.map { [.text($0.code), Cell($0.guest), Cell($0.arrival), Cell($0.held)] }
          + (held.count > 1 ? [[.text("total"), .null, .null, Cell(total)]] : []))
      return answer(
        .deposits, table, empty: "No deposits held on \(day)", ["Held at the end of \(day)."])
    }

    receivables

    report(
      .balances, synonyms: ["guest ledger"],
      "List open bills of stays in a period", empty: "No open bills",
      examples: ["report balances july"]
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

  static func answer(
    _ report: Report, _ table: ResultTable, empty: String, _ notes: [String] = []
  ) -> Answer {
    .table(
      table, empty: empty,
      more: table.rows.isEmpty
        ? nil : WrappedLines.paragraph((notes + [report.definition]).joined(separator: " ")))
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

extension Argument where Context == Session, Value == ReportPeriod {
  /// The days that a report covers.
  static var period: Self { period(.pastPeriod, "july, 2026, last month") }

  /// The days that a report about what is to come covers.
  static var comingPeriod: Self { period(.comingPeriod, "july, 2027, next month") }

  private static func period(
    _ type: ValueType<Session, ClosedRange<CalendarDate>>, _ examples: String
  ) -> Self {
    .group(
      .requiredOption("from", type, "first day, or a period: \(examples)"),
      Argument<Session, ClosedRange<CalendarDate>?>.oneOf(
        .option("to", type, "last day, included; omit it after a period"),
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
