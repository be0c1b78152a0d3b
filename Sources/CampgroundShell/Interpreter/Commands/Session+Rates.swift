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
        ("rates", rateTable(used, leavingOut: "season")),
        ("fees", feeTable(fees, leavingOut: "season")),
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

  // MARK: Rates

  func addRate(_ command: ParsedCommand) throws -> Answer {
    var plan = RatePlan(amount: try command.require(.amount))
    try take(command, seasonChange(command), classChange(command), siteChange(command), into: &plan)
    let rate = try rates.addRate(try command.require(.name), plan)
    return .message("Added rate " + Self.sentence(about: rate), record: record(of: rate))
  }

  func listRates() throws -> Answer {
    .table(
      rateTable(try rates.rates()), asides: ["rank", "active"],
      empty: "No rates yet; add one with rate add")
  }

  func showRate(_ command: ParsedCommand) throws -> Answer {
    .details(record(of: try rate(command)), lists: [])
  }

  func editRate(_ command: ParsedCommand) throws -> Answer {
    let rate = try rate(command)
    try requireChange(command)
    let (season, site) = (try seasonChange(command), try siteChange(command))
    let siteClass = try classChange(command)
    let changed = try rates.edit(rate, name: command[.name]) { plan in
      if let amount: Decimal = command[.amount] { plan.amount = amount }
      try take(command, season, siteClass, site, into: &plan)
    }
    return .message("Changed rate " + Self.sentence(about: changed), record: record(of: changed))
  }

  func deleteRate(_ command: ParsedCommand) throws -> Answer {
    let rate = try rate(command)
    let (name, record) = (rate.name, record(of: rate))
    try rates.delete(rate)
    return .message("Deleted rate \(name)", record: record)
  }

  /// The season that a rule is to have: nil where the command names none, and nil in it for no
  /// season.
  func seasonChange(_ command: ParsedCommand) throws -> Season?? {
    guard let name = command[.season] else { return nil }
    return .some(name.isEmpty ? nil : try season(command))
  }

  private func siteChange(_ command: ParsedCommand) throws -> CampSite?? {
    guard let name = command[.site] else { return nil }
    return .some(name.isEmpty ? nil : try campSite(command))
  }

  private func take(
    _ command: ParsedCommand, _ season: Season??, _ siteClass: SiteClass??, _ site: CampSite??,
    into plan: inout RatePlan
  ) throws {
    if let kind = command[.kind].flatMap(RateKind.init(rawValue:)) { plan.kind = kind }
    if let season { plan.season = season }
    if let weekdays = try weekdays(of: command) { plan.weekdays = weekdays }
    if let siteClass { plan.siteClass = siteClass }
    if let type = command[.type] { plan.siteType = CampSiteType(rawValue: type) }
    if let site { plan.site = site }
    if let rank = command[.rank] { plan.rank = rank }
    if let active = command[.active] { plan.isActive = active }
  }

  /// The weekdays that a command names; the empty set for all of them, nil where it names none.
  func weekdays(of command: ParsedCommand) throws -> Weekdays? {
    guard let text = command[.weekdays] else { return nil }
    if text.isEmpty { return [] }
    guard let weekdays = Weekdays(text) else {
      throw command.diagnostic(
        "weekdays expects days of the week, not \"\(text)\"",
        hint: "write them as fri,sat or mon-thu", at: ParameterKey<String>.weekdays)
    }
    return weekdays == .all ? [] : weekdays
  }

  /// `Base · $45.00 nightly`
  private static func sentence(about rate: Rate) -> String {
    "\(rate.name) · \(rate.amount) \(rate.kind.rawValue)"
  }

  private static let rateColumns: [ResultTable.Column] = [
    .init("rate"), .init("kind"), .number("amount"), .init("season"), .init("weekdays"),
    .init("class"), .init("type"), .init("site"), .number("rank"), .init("active"),
  ]

  private func rateTable(_ rates: [Rate], leavingOut hidden: String? = nil) -> ResultTable {
    ResultTable(
      columns: Self.rateColumns.filter { $0.name != hidden },
      rows: rates.map { rate in
        record(of: rate).filter { $0.name != hidden }.map(\.value)
      })
  }

  private func record(of rate: Rate) -> Answer.Record {
    let values: [Cell] = [
      .text(rate.name), .text(rate.kind.rawValue), Cell(rate.amount), Cell(rate.season?.name),
      Cell(weekdays: rate.weekdays), Cell(rate.siteClass?.name), Cell(rate.siteType),
      Cell(rate.campSite?.name),
      Cell(rate.rank), .boolean(rate.isActive),
    ]
    return zip(Self.rateColumns, values).map { ($0.name, $1) }
  }
}

extension Cell {
  /// Weekdays as `fri,sat`, or null where a rule is for all of them.
  init(weekdays bits: Int16) {
    self = bits == 0 ? .null : .text(Weekdays(rawValue: bits).description)
  }
}
