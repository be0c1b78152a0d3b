import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The reports. People read below each what its figures mean.
extension Session {
  func reportOccupancy(_ command: ParsedCommand) throws -> Answer {
    let report = try reports.occupancy(period(of: command))
    func cells(_ row: OccupancyReport.Row, _ type: Cell) -> [Cell] {
      [
        type, Cell(row.soldNights), Cell(row.availableNights), Cell(row.allNights),
        Cell(row.closedNights), Self.cell(ofPercent: row.percentOfAvailable),
        Self.cell(ofPercent: row.percentOfAll),
      ]
    }
    return answer(
      .occupancy,
      columns: [
        .init("type"), .number("sold"), .number("available"), .number("all"), .number("closed"),
        figure("% of available", "percent_of_available"), figure("% of all", "percent_of_all"),
      ],
      rows: report.rows.map { cells($0, Self.cell(ofType: $0.type)) }
        + [cells(report.total, Self.total)])
  }

  func reportRevenue(_ command: ParsedCommand) throws -> Answer {
    let report = try reports.revenue(period(of: command))
    func cells(_ row: RevenueReport.Row, _ type: Cell) -> [Cell] {
      [
        type, Cell(row.soldNights), Cell(row.revenue), Cell(row.averageDailyRate),
        Cell(row.availableNights), Cell(row.revenuePerAvailableNight),
      ]
    }
    return answer(
      .revenue,
      columns: [
        .init("type"), .number("sold"), .number("revenue"), figure("ADR", "adr"),
        .number("available"), figure("RevPAS", "revpas"),
      ],
      rows: report.rows.map { cells($0, Self.cell(ofType: $0.type)) }
        + [cells(report.total, Self.total)])
  }

  // MARK: Guests

  func reportArrivals(_ command: ParsedCommand) throws -> Answer {
    answer(.arrivals, try reports.arrivals(period(of: command)))
  }

  func reportDepartures(_ command: ParsedCommand) throws -> Answer {
    answer(.departures, try reports.departures(period(of: command)))
  }

  func reportInHouse(_ command: ParsedCommand) throws -> Answer {
    answer(.inHouse, try reports.inHouse(period(of: command)))
  }

  /// A row a day, and the sums of those who come and go; guests in house are there several days.
  private func answer(_ report: Report, _ counts: [DayCount]) -> Answer {
    let sums: [Cell] = [
      Self.total, Cell(counts.reduce(0) { $0 + $1.stays }),
      Cell(counts.reduce(0) { $0 + $1.people }),
    ]
    return answer(
      report, columns: [.init("day"), .number("stays"), .number("people")],
      rows: counts.map { [Cell($0.day), Cell($0.stays), Cell($0.people)] }
        + (report == .inHouse ? [] : [sums]))
  }

  func reportNoShows(_ command: ParsedCommand) throws -> Answer {
    answer(
      .noShows,
      columns: [.init("arrival"), .init("code"), .init("camper"), .number("kept")],
      rows: try reports.noShows(period(of: command)).map {
        [Cell($0.arrival), .text($0.code), Cell($0.camper), Cell($0.kept)]
      }, empty: "No no-shows")
  }

  // MARK: Money

  func reportSales(_ command: ParsedCommand) throws -> Answer {
    let period = try period(of: command)
    let figures: [ResultTable.Column] = [.number("sales"), .number("quantity"), .number("amount")]
    func cells(_ total: SaleTotal) -> [Cell] {
      [Cell(total.saleCount), Cell(total.quantity), Cell(total.amount)]
    }
    guard let grouping = command[.saleGrouping].flatMap(SaleGrouping.init(rawValue:)) else {
      return answer(
        .sales, columns: [.init("department"), .init("employee")] + figures,
        rows: try reports.sales(period).map {
          [Cell($0.department), Cell($0.employee)] + cells($0.total)
        }, empty: "No sales")
    }
    return answer(
      .sales, columns: [.init(grouping.rawValue)] + figures,
      rows: try reports.sales(period, by: grouping).map { [Cell($0.label)] + cells($0) },
      empty: "No sales")
  }

  func reportTax(_ command: ParsedCommand) throws -> Answer {
    answer(
      .tax, columns: [.init("tax"), .number("lines"), .number("amount")],
      rows: try reports.taxes(period(of: command)).map {
        [.text($0.name), Cell($0.lineCount), Cell($0.amount)]
      }, empty: "No taxes")
  }

  func reportBalances(_ command: ParsedCommand) throws -> Answer {
    answer(
      .balances,
      columns: [
        .init("bill"), .init("camper"), .init("from"), .init("to"), .number("due"),
        .number("credit"),
      ],
      rows: try reports.balances(period(of: command)).map { bill in
        let due = bill.balance.due
        return [
          .text(bill.code), Cell(bill.camper), Cell(bill.arrival), Cell(bill.departure),
          Cell(due.amount > 0 ? due : Money(0, due.currency)), Cell(bill.balance.credit),
        ]
      }, empty: "No open bills")
  }

  // MARK: Parts

  /// A column of figures that programs know by another name.
  private func figure(_ name: String, _ machineName: String) -> ResultTable.Column {
    .number(format.isForPrograms ? machineName : name)
  }

  private static let total = Cell.text("total")

  /// A percentage with its two decimal places.
  private static func cell(ofPercent percent: Decimal?) -> Cell {
    percent.map { .decimal(String(format: "%.2f", NSDecimalNumber(decimal: $0).doubleValue)) }
      ?? .null
  }

  private static func cell(ofType type: String?) -> Cell { .text(type ?? "other") }

  private func period(of command: ParsedCommand) throws -> ReportPeriod {
    do {
      return try ReportPeriod(from: try command.require(.from), through: try command.require(.to))
    } catch let error as CampgroundError where error.code == .outOfRange {
      throw command.diagnostic(
        "a report is about \(ReportPeriod.mostDays) days at most, a hundred years",
        hint: "look at the years of both dates", at: ParameterKey<CalendarDate>.to)
    }
  }

  private func answer(
    _ report: Report, columns: [ResultTable.Column], rows: [[Cell]], empty: String = ""
  ) -> Answer {
    .table(
      ResultTable(columns: columns, rows: rows), empty: empty,
      more: rows.isEmpty ? nil : HelpLines.paragraph(report.definition))
  }
}
