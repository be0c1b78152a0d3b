import Campground

extension CommandSyntax {
  /// The reports.
  static let reportCommands: [CommandSyntax] = [
    report(
      .reportOccupancy, .occupancy, "Say how full the campground was",
      example: "report occupancy from 2026-07-01 to 2026-07-31"),
    report(.reportRevenue, .revenue, "Say what the nights brought in: ADR and RevPAS"),
    report(.reportArrivals, .arrivals, "Count arrivals day by day"),
    report(.reportDepartures, .departures, "Count departures day by day"),
    report(.reportInHouse, .inHouse, "Count guests in house day by day"),
    report(.reportNoShows, .noShows, "List no-shows and what was kept"),
    report(
      .reportSales, .sales, "Add up sales by department and employee",
      options: [
        .word(
          .saleGrouping, SaleGrouping.allCases.map(\.rawValue), "WHAT", "add them up by one thing")
      ], example: "report sales from 2026-07-01 to 2026-07-31 by item"),
    report(.reportTax, .tax, "Add up the taxes collected"),
    report(.reportBalances, .balances, "List open bills of stays on some days"),
  ]

  private static func report(
    _ id: CommandID, _ report: Report, _ summary: String, options: [Parameter] = [],
    example: String? = nil
  ) -> CommandSyntax {
    CommandSyntax(
      id, "report \(report.rawValue)",
      options: [
        .date(.from, "the first day").required,
        .date(.to, "the last day, which is included").required,
      ] + options,
      summary: summary, details: report.definition, examples: [example].compactMap { $0 })
  }
}
