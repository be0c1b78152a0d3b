import Campground
import ObjectGraph
import Rendering

/// The commands about business days.
extension Session {
  func closeDay(_ command: ParsedCommand) throws -> Answer {
    let closed = try folios.closeDay(command[.day])
    let nights = closed.nightsSold == 1 ? "1 night" : "\(closed.nightsSold) nights"
    return .message(
      "Closed \(closed.date) · \(closed.charged) charged · \(closed.paid) paid · \(nights)",
      record: record(of: closed))
  }

  func listDays() throws -> Answer {
    .table(
      ResultTable(
        columns: Self.dayColumns,
        rows: try folios.closedDays().map { record(of: $0).map(\.value) }),
      empty: "No day is closed yet")
  }

  func runNightly(_ command: ParsedCommand) throws -> Answer {
    let report = try folios.runNightly(command[.day], closing: command.has(.close))
    let parts: [String?] = [
      "Night of \(report.day)",
      Self.listed(report.expiredHolds, "expired"), Self.listed(report.noShows, "did not come"),
      "\(report.linesPosted) \(report.linesPosted == 1 ? "line" : "lines") posted, \(report.posted)",
      report.isDayClosed ? "day closed" : nil,
    ]
    return .message(
      parts.compactMap { $0 }.joined(separator: " · "),
      record: [
        ("day", Cell(report.day)),
        ("expired", .list(report.expiredHolds.map { .text($0) })),
        ("noShows", .list(report.noShows.map { .text($0) })),
        ("lines", Cell(report.linesPosted)), ("posted", Cell(report.posted)),
        ("closed", .boolean(report.isDayClosed)),
      ])
  }

  private static func listed(_ codes: [String], _ words: String) -> String? {
    guard !codes.isEmpty else { return nil }
    let more = codes.count > 5 ? " and \(codes.count - 5) more" : ""
    return codes.prefix(5).joined(separator: ", ") + more + " " + words
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
