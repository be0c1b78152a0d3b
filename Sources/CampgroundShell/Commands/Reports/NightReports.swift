import Campground
import CommandKit
import Foundation
import Rendering

/// The reports of nights and lodging, which have charts.
extension Command where Context == Session {
  static var occupancy: Self {
    Command(
      "report occupancy", aliases: ["occupancy"],
      synonyms: ["statistics", "manager report", "utilization"],
      "Show how full the campground was", .period, .grouping, .chart,
      details: Report.occupancy.definition,
      examples: [
        "report occupancy july", "report occupancy 2026 by month chart yes",
        "report occupancy last month by class", "report occupancy 2026 by month to 2026.svg",
      ], answering: .charted
    ) { session, period, grouping, isShown in
      let report = try session.reports.occupancy(period, by: grouping)
      let columns: [ListColumn<(label: String, row: OccupancyReport.Row)>] = [
        .init(grouping.rawValue) { .text($0.label) }, .number("sold") { Cell($0.row.soldNights) },
        .number("available") { Cell($0.row.availableNights) },
        .number("all") { Cell($0.row.allNights) }, .number("closed") { Cell($0.row.closedNights) },
        .number("% of available") { Cell(figure: $0.row.percentOfAvailable) },
        .number("% of all") { Cell(figure: $0.row.percentOfAll) },
      ]
      let rows = report.rows.map { (label: $0.label ?? "other", row: $0) }
      return answer(
        .occupancy, columns.table(of: rows + [("total", report.total)]), empty: ""
      ).charted(
        "Occupancy in percent of available nights", of: rows.map(\.label), isShown,
        .init("available", rows.map { Self.bar($0.row.percentOfAvailable, unit: " %") }))
    }
  }

  static var revenue: Self {
    Command(
      "report revenue",
      aliases: ["revenue"],
      synonyms: ["statistics", "manager report", "income", "average daily rate", "on the books"],
      "Show lodging revenue, ADR and RevPAS", .period, .grouping, .chart,
      details: Report.revenue.definition,
      examples: ["report revenue july", "report revenue 2026 by month chart yes"],
      answering: .charted
    ) { session, period, grouping, isShown in
      let report = try session.reports.revenue(period, by: grouping)
      let columns: [ListColumn<(label: String, row: RevenueReport.Row)>] = [
        .init(grouping.rawValue) { .text($0.label) },
        .number("nights") { Cell($0.row.postedNights) },
        .number("posted") { Cell($0.row.posted) },
        .number("corrected") { Cell($0.row.corrections) },
        .number("ADR") { Cell($0.row.averageDailyRate) },
        .number("available to date", rank: .aside) { Cell($0.row.availableToDate) },
        .number("RevPAS") { Cell($0.row.revenuePerAvailableNight) },
        .number("sold") { Cell($0.row.soldNights) }, .number("booked") { Cell($0.row.booked) },
        .number("booked ADR", rank: .aside) { Cell($0.row.bookedDailyRate) },
        .number("available", rank: .aside) { Cell($0.row.availableNights) },
        .number("booked RevPAS", rank: .aside) { Cell($0.row.bookedPerAvailableNight) },
      ]
      let rows = report.rows.map { (label: $0.label ?? "other", row: $0) }
      return answer(
        .revenue, columns.table(of: rows + [("total", report.total)]), empty: "",
        [report.postedThrough.map { "Posted through \($0)." } ?? "Nothing posted yet."]
      ).charted(
        "Lodging revenue", of: rows.map(\.label), isShown,
        .init("on the books", rows.map { Self.bar($0.row.booked) }),
        .init("posted", rows.map { Self.bar($0.row.posted) }))
    }
  }

  static var pace: Self {
    Command(
      "report pace", aliases: ["pace"],
      synonyms: ["pickup", "last year", "compare years", "booking pace"],
      "Show what is on the books beside last year on the same day", .comingPeriod, .chart,
      details: Report.pace.definition,
      examples: ["report pace july", "report pace 2026 chart yes"], answering: .charted
    ) { session, period, isShown in
      let report = try session.reports.pace(period)
      let columns: [ListColumn<PaceReport.Row>] = [
        .init("month") { .text($0.month ?? "total") },
        .number("nights") { Cell($0.nights) }, .number("then") { Cell($0.nightsThen) },
        .number("change %") { Cell($0.change) }, .number("booked") { Cell($0.booked) },
        .number("booked then") { Cell($0.bookedThen) },
        .number("final nights", rank: .aside) { Cell($0.finalNights) },
        .number("final", rank: .aside) { Cell($0.finalBooked) },
      ]
      let imported =
        report.importedNights == 0
        ? [] : ["\(report.importedNights) of last year's nights were imported and count as booked."]
      return answer(
        .pace, columns.table(of: report.rows + [report.total]), empty: "",
        ["Then: \(report.day)."] + imported
      ).charted(
        "Nights on the books", of: report.rows.map { $0.month ?? "" }, isShown,
        .init("now", report.rows.map { (Double($0.nights), "\($0.nights)") }),
        .init("on \(report.day)", report.rows.map { (Double($0.nightsThen), "\($0.nightsThen)") }))
    }
  }

  static var forecast: Self {
    Command(
      "report forecast", aliases: ["forecast"],
      synonyms: ["outlook", "next months", "on the books"],
      "Show what is on the books month by month", .comingPeriod, .chart,
      details: Report.forecast.definition,
      examples: ["report forecast 2026", "report forecast from july to december chart yes"],
      answering: .charted
    ) { session, period, isShown in
      let report = try session.reports.revenue(period, by: .month)
      let columns: [ListColumn<RevenueReport.Row>] = [
        .init("month") { .text($0.label ?? "total") }, .number("sold") { Cell($0.soldNights) },
        .number("available") { Cell($0.availableNights) },
        .number("%") { Cell(figure: $0.percentSold) }, .number("booked") { Cell($0.booked) },
        .number("ADR") { Cell($0.bookedDailyRate) },
        .number("RevPAS") { Cell($0.bookedPerAvailableNight) },
      ]
      return answer(.forecast, columns.table(of: report.rows + [report.total]), empty: "").charted(
        "Lodging on the books", of: report.rows.map { $0.label ?? "" }, isShown,
        .init("booked", report.rows.map { Self.bar($0.booked) }))
    }
  }

  // MARK: Bars

  private static func bar(_ money: Money) -> BarChart.Bar {
    (NSDecimalNumber(decimal: money.amount).doubleValue, "\(money)")
  }

  private static func bar(_ figure: Decimal?, unit: String) -> BarChart.Bar? {
    figure.map { (NSDecimalNumber(decimal: $0).doubleValue, "\($0)\(unit)") }
  }
}

extension Answer {
  /// The answer with a chart, if there is anything to draw.
  fileprivate func charted(
    _ title: String, of names: [String], _ isShown: Bool, _ series: BarChart.Series...
  ) -> Answer {
    names.isEmpty
      ? self
      : .charted(self, BarChart(title: title, names: names, series: series), isShown: isShown)
  }
}

extension RevenueReport.Row {
  /// The percentage of available nights sold; nil where none is available.
  fileprivate var percentSold: Decimal? {
    guard availableNights > 0 else { return nil }
    return Decimal((soldNights * 20_000 + availableNights) / (2 * availableNights)) / 100
  }
}

extension Cell {
  /// A percentage with two decimal places.
  init(figure percent: Decimal?) {
    self =
      percent.map { .decimal(String(format: "%.2f", NSDecimalNumber(decimal: $0).doubleValue)) }
      ?? .null
  }
}

extension Argument where Context == Session, Value == ReportGrouping {
  /// What a report of nights has rows for.
  fileprivate static var grouping: Self {
    .group(.option("by", .oneOf(ReportGrouping.self, "WHAT"), "rows; by type of site by default")) {
      $0 ?? .type
    }
  }
}

extension Argument where Context == Session, Value == Bool {
  /// Whether a report draws its chart.
  fileprivate static var chart: Self {
    .group(.option("chart", .boolean, "whether to draw a chart; to FILE.svg writes it")) {
      $0 ?? false
    }
  }
}
