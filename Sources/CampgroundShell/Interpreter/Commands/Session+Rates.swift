import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// The commands about seasons and rates.
extension Session {
  // MARK: Seasons

  func addSeason(_ command: ParsedCommand) throws -> Answer {
    let span = try span(
      from: yearDay(of: command, .firstDay), to: yearDay(of: command, .lastDay), command)
    let season = try rates.addSeason(try command.require(.name), span)
    return .message("Added season \(season.name) · \(season.span)", record: record(of: season))
  }

  func listSeasons() throws -> Answer {
    .table(
      ResultTable(
        columns: [.init("season"), .init("from"), .init("to")],
        rows: try rates.seasons().map { record(of: $0).map(\.value) }),
      empty: "No seasons yet; add one with season add")
  }

  func showSeason(_ command: ParsedCommand) throws -> Answer {
    let season = try season(command)
    let used = try rates.rates().filter { $0.season === season }
    let fees = try rates.fees().filter { $0.season === season }
    return .details(
      record(of: season),
      lists: [
        ("rates", Resource.rates.table(used, leavingOut: ["season"])),
        ("fees", Resource.fees.table(fees, leavingOut: ["season"])),
      ])
  }

  func editSeason(_ command: ParsedCommand) throws -> Answer {
    let season = try season(command)
    try requireChange(command)
    let old = season.span
    var span: SeasonSpan?
    if command[.firstDay] != nil || command[.lastDay] != nil {
      let lastYear = old.year.map { old.wrapsTheYear ? $0 + 1 : $0 }
      span = try self.span(
        from: command[.firstDay] == nil
          ? (old.first, old.year) : yearDay(of: command, .firstDay),
        to: command[.lastDay] == nil ? (old.last, lastYear) : yearDay(of: command, .lastDay),
        command)
    }
    let changed = try rates.edit(season, name: command[.name], span: span)
    return .message(
      "Changed season \(changed.name) · \(changed.span)", record: record(of: changed))
  }

  func deleteSeason(_ command: ParsedCommand) throws -> Answer {
    let season = try season(command)
    let (name, record) = (season.name, record(of: season))
    try rates.delete(season)
    return .message("Deleted season \(name)", record: record)
  }

  private typealias SeasonDay = (day: SeasonSpan.YearDay, year: Int?)

  /// A day as `06-01`, or as `2026-06-01` where it is of one year.
  private func yearDay(
    of command: ParsedCommand, _ key: ParameterKey<String>
  ) throws -> SeasonDay {
    let text = try command.require(key)
    if let date = try? CalendarDate(parsing: text) {
      return (SeasonSpan.YearDay(month: date.month, day: date.day), date.year)
    }
    // 2000 was a leap year.
    if text.utf8.count == 5, let date = try? CalendarDate(parsing: "2000-\(text)") {
      return (SeasonSpan.YearDay(month: date.month, day: date.day), nil)
    }
    throw command.diagnostic(
      "\(key.name) expects a day of the year, not \"\(text)\"",
      hint: "write it as month and day, like 06-01, or 2026-06-01 for one year only", at: key)
  }

  private func span(
    from first: SeasonDay, to last: SeasonDay, _ command: ParsedCommand
  ) throws -> SeasonSpan {
    guard let year = first.year, let lastYear = last.year else {
      guard first.year == nil, last.year == nil else {
        throw command.diagnostic(
          "one end of the season names a year and the other none",
          hint: "write both as 06-01 for every year, or both as 2026-06-01 for one",
          at: ParameterKey<String>.lastDay)
      }
      return try SeasonSpan(from: first.day, through: last.day)
    }
    guard lastYear == (last.day < first.day ? year + 1 : year) else {
      let isBackwards = (lastYear, last.day) < (year, first.day)
      throw command.diagnostic(
        isBackwards
          ? "the season would end before it begins" : "a season is at most a year long",
        at: ParameterKey<String>.lastDay)
    }
    return try SeasonSpan(from: first.day, through: last.day, year: year)
  }

  private func record(of season: Season) -> Answer.Record {
    let span = season.span
    let lastYear = span.year.map { span.wrapsTheYear ? $0 + 1 : $0 }
    func text(_ day: SeasonSpan.YearDay, _ year: Int?) -> String {
      (year.map { "\($0)-" } ?? "") + day.description
    }
    return [
      ("season", .text(season.name)), ("from", .text(text(span.first, span.year))),
      ("to", .text(text(span.last, lastYear))),
    ]
  }
}
