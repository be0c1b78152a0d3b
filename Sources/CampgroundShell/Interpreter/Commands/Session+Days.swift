import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands about business days.
extension Session {
  func closeDay(_ command: ParsedCommand) throws -> Answer {
    let day = try command[.day] ?? folios.dayToClose()
    // Nobody is asked about what will not be done.
    try folios.checkClosing(of: day)
    guard try isClosingWanted(of: day) else { return .text("Nothing was changed\n") }
    let closed = try folios.closeDay(day)
    let money = try folios.money(of: closed.date)
    let nights = closed.nightsSold == 1 ? "1 night" : "\(closed.nightsSold) nights"
    let parts: [String?] = [
      "Closed \(closed.date)", "\(closed.charged) charged", "\(closed.paid) paid", nights,
      try noteOnEarlyClosing(of: day),
    ]
    return .message(
      parts.compactMap { $0 }.joined(separator: " · ") + Self.words(for: money.byMethod),
      record: record(of: closed) + [("payments", .list(Self.rows(for: money.byMethod)))])
  }

  /// What a drawer is counted by: `cash $40.00 paid, $5.00 given back, $35.00 in all`.
  private static func words(for ways: [DayMoney.Way]) -> String {
    ways.map { way in
      let back = way.refunded.amount == 0 ? "" : ", \(way.refunded) given back, \(way.net) in all"
      return "\n  \(way.method.rawValue) \(way.paid) paid\(back)"
    }.joined()
  }

  private static func rows(for ways: [DayMoney.Way]) -> [Cell] {
    cells(of: ways).map { row in .object(Array(zip(wayColumns.map(\.name), row))) }
  }

  private static let wayColumns: [ResultTable.Column] = [
    .init("method"), .number("lines"), .number("paid"), .number("given back"), .number("in all"),
  ]

  private static func cells(of ways: [DayMoney.Way]) -> [[Cell]] {
    ways.map {
      [
        .text($0.method.rawValue), Cell($0.lineCount), Cell($0.paid), Cell($0.refunded),
        Cell($0.net),
      ]
    }
  }

  func showDay(_ command: ParsedCommand) throws -> Answer {
    let campground = try campgrounds.current()
    let day = try command[.day] ?? campground?.businessDay(at: clock.now) ?? today()
    let money = try folios.money(of: day)
    let record: Answer.Record = [
      ("day", Cell(money.day)), ("closed", .boolean(money.isClosed)),
      ("charged", Cell(money.charged)), ("paid", Cell(money.paid)),
    ]
    let table = ResultTable(columns: Self.wayColumns, rows: Self.cells(of: money.byMethod))
    return .details(record, lists: [("payments", table)])
  }

  /// Asks, where somebody can answer, whether a day is to be closed that is not over.
  private func isClosingWanted(of day: CalendarDate) throws -> Bool {
    let closed = try campgrounds.current()?.lastClosedDay
    guard let ask, try day == today(), closed.map({ $0 < day }) ?? true else { return true }
    try write(
      .text(
        """
        \(day) is not over. Once it is closed, all that is charged and paid is written for \
        \(day.advanced(by: 1)),
        and guests who still arrive are not counted in its nights.

        """))
    return ask("Close it?")
  }

  private func noteOnEarlyClosing(of day: CalendarDate) throws -> String? {
    guard try day == today() else { return nil }
    return "it is not over: from now on lines are written for \(day.advanced(by: 1))"
  }

  func listDays() throws -> Answer {
    .table(
      ResultTable(
        columns: Self.dayColumns,
        rows: try folios.closedDays().map { record(of: $0).map(\.value) }),
      empty: "No day is closed yet")
  }

  func runNightly(_ command: ParsedCommand) throws -> Answer {
    let isClosing = command.has(.close)
    if isClosing, let day = command[.day], try !isClosingWanted(of: day) {
      return .text("Nothing was changed\n")
    }
    let report = try folios.runNightly(command[.day], closing: isClosing)
    let parts: [String?] = [
      "Night of \(report.day)",
      Self.listed(report.expiredHolds, "expired"), Self.listed(report.noShows, "did not come"),
      Self.listed(report.late, "late, site held"),
      "\(report.linesPosted) \(report.linesPosted == 1 ? "line" : "lines") posted, \(report.posted)",
      report.isDayClosed ? "day closed" : nil,
      report.isDayClosed ? try noteOnEarlyClosing(of: report.day) : nil,
    ]
    let offers = report.offers.map { "\n  offered to \($0)" }.joined()
    return .message(
      parts.compactMap { $0 }.joined(separator: " · ") + offers,
      record: [
        ("day", Cell(report.day)),
        ("expired", .list(report.expiredHolds.map { .text($0) })),
        ("noShows", .list(report.noShows.map { .text($0) })),
        ("late", .list(report.late.map { .text($0) })),
        ("offers", .list(report.offers.map { .text("\($0)") })),
        ("lines", Cell(report.linesPosted)), ("posted", Cell(report.posted)),
        ("closed", .boolean(report.isDayClosed)),
      ])
  }

  private static func listed(_ codes: [String], _ words: String) -> String? {
    codes.isEmpty ? nil : codes.listed(most: 5) + " " + words
  }

  private static let dayColumns: [ResultTable.Column] = [
    .init("day"), .number("charged"), .number("paid"), .number("nights"),
  ]

  private func record(of day: ClosedDay) -> Answer.Record {
    let values: [Cell] = [
      Cell(day.date), Cell(day.charged), Cell(day.paid), Cell(day.nightsSold),
    ]
    return zip(Self.dayColumns, values).map { ($0.name, $1) }
  }
}
