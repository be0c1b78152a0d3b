import Campground
import CommandKit
import Rendering

/// The commands that draw days.
extension Command where Context == Session {
  static var calendar: Self {
    Command(
      "calendar", synonyms: ["grid", "chart", "schedule"], "Show each campsite's stays day by day",
      .optional("period", .comingPeriod.described("first day, or a period such as july")),
      .option("from", .date, "first day; today by default"),
      .option("days", .integer(in: 1...366), "number of days; 14 by default"), .siteNeeds,
      details: """
        The mark before a letter shows a stay beginning or ending that day. Weekend nights are \
        headed in capitals.
        """,
      examples: [
        "calendar from 2026-07-01 days 14", "calendar next month", "calendar days 7 loop Oak",
      ], answering: .data
    ) { session, period, first, days, needs in
      if period != nil, first != nil {
        throw ValueFault("from goes without a period", hint: "leave one of them out", at: "from")
      }
      let length = period.map { $0.lowerBound.distance(to: $0.upperBound) + 1 } ?? 1
      return try session.calendar(
        from: try period?.lowerBound ?? first ?? session.today(),
        days: days ?? (length > 1 ? length : 14), needs: needs)
    }
  }

  static var month: Self {
    Command(
      "month", synonyms: ["occupancy"], "Show a month's occupancy day by day",
      .month,
      examples: ["month 2026-07"], answering: .openData
    ) { session, month in
      let days = try session.availability.summaries(of: month)
      let columns: [ListColumn<DaySummary>] = [
        .init("date") { Cell($0.date) }, .number("free") { Cell($0.free) },
        .number("taken") { Cell($0.taken) }, .number("closed") { Cell($0.closed) },
        .number("arrivals") { Cell($0.arrivals) }, .number("departures") { Cell($0.departures) },
      ]
      let table = columns.table(of: days)
      guard let first = days.first else { return .table(table, empty: "No campsites yet") }
      let campground = try session.campgrounds.current()
      let weekdays = Weekday.week(from: session.firstWeekday)
      let blanks = Array(
        repeating: WeekGrid.Day?.none, count: weekdays.firstIndex(of: first.date.weekday) ?? 0)
      return .drawing(
        WeekGrid(
          title: "\(month.name) \(first.date.year) · \(campground?.name ?? "")",
          headings: weekdays.map(\.heading), days: blanks + days.map(\.day)),
        table: table)
    }
  }
}

extension Argument where Context == Session, Value == CalendarMonth {
  fileprivate static var month: Self {
    .optional("month", .month) { CalendarMonth(of: try $0.today()) }
  }
}

extension ValueType where Context == Session, Value == CalendarMonth {
  fileprivate static var month: Self {
    ValueType("MONTH", "month, like 2026-07; this month by default", .text) { text in
      let word = try text.word()
      if let month = CalendarMonth(word) { return month }
      throw ValueFault(
        "\(text.name) expects a month, not \"\(word)\"",
        hint: "write year and month, like 2026-07")
    }
  }
}

// MARK: The calendar

extension Session {
  /// The calendar of the campsites that meet some needs.
  func calendar(from first: CalendarDate, days: Int, needs: SiteNeeds) throws -> Answer {
    let calendar = try availability.calendar(from: first, days: days, needs: needs)
    let table = ResultTable(
      columns: [
        .init("site"), .init("date"), .init("state"), .init("occupant"), .init("guest"),
        .init("arrives"), .init("departs"),
      ],
      rows: calendar.rows.flatMap { site, cells in
        zip(calendar.days, cells).map { day, cell -> [Cell] in
          [
            .text(site.name), Cell(day), .text(cell.state.look.word), Cell(cell.occupant),
            Cell(cell.guest),
            .boolean(cell.begins), .boolean(cell.ends),
          ]
        }
      })
    guard !calendar.rows.isEmpty else { return .table(table, empty: "No matching campsites") }
    return .drawing(calendar.grid, table: table)
  }
}

extension OccupancyCalendar {
  fileprivate var grid: DayGrid {
    let isByDay = rows.contains { $0.site.siteType == .dayUse }
    return DayGrid(
      corner: "site",
      days: days.map { day in
        DayGrid.Day(
          period: "\(CalendarMonth(of: day).name) \(day.year)",
          number: day.day < 10 ? "0\(day.day)" : "\(day.day)", name: day.weekday.heading)
      },
      rows: rows.map { site, cells in
        (site.name, cells.map { $0.mark(byDay: site.siteType == .dayUse) })
      },
      legend: State.allCases.map { (DayGrid.Mark($0.look.letter, $0.look.tone), $0.look.word) } + [
        (DayGrid.Mark(">", .plain), "arrives"), (DayGrid.Mark("<", .plain), "departs"),
        (DayGrid.Mark("/", .plain), "changeover"),
      ] + (isByDay ? [(DayGrid.Mark("|", .plain), "day use")] : []))
  }
}

extension Weekday {
  /// The days of a week that begins on a given one.
  fileprivate static func week(from first: Weekday) -> [Weekday] {
    let place = allCases.firstIndex(of: first) ?? 0
    return Array(allCases[place...] + allCases[..<place])
  }

  /// The two-letter heading, in capitals for weekend nights.
  fileprivate var heading: String {
    let letters = "\(self)".prefix(2)
    return Weekdays.weekend.covers(self)
      ? letters.uppercased() : letters.prefix(1).uppercased() + letters.suffix(1)
  }
}

extension OccupancyCalendar.Cell {
  fileprivate func mark(byDay isByDay: Bool) -> DayGrid.Mark {
    let edge =
      switch (ends, begins) {
      case (true, true): isByDay ? "|" : "/"
      case (true, false): "<"
      case (false, true): ">"
      case (false, false): ""
      }
    return DayGrid.Mark(edge: edge, state.look.letter, names: names, state.look.tone)
  }

  /// The names of the guest or the closure, the longest form first: `Ada Rivera`, `A. Rivera`,
  /// `Rivera`.
  private var names: [String] {
    guard let guest else { return occupant.map { [$0] } ?? [] }
    let words = guest.split(separator: " ")
    guard let first = words.first?.first, let last = words.last, words.count > 1 else {
      return [guest]
    }
    return [guest, "\(first). \(last)", String(last)]
  }
}

extension OccupancyCalendar.State {
  fileprivate var look: (letter: String, word: String, tone: Tone) {
    switch self {
    case .free: (".", "free", .quiet)
    case .reserved: ("R", "reserved", .good)
    case .inHouse: ("C", "in house", .active)
    case .left: ("o", "left", .quiet)
    case .held: ("H", "hold", .pending)
    case .closed: ("B", "closed", .barred)
    case .retired: ("x", "retired", .barred)
    }
  }
}

// MARK: The month

extension DaySummary {
  fileprivate var day: WeekGrid.Day {
    let comings = arrivals > 0 ? "+\(arrivals)" : ""
    let goings = departures > 0 ? "-\(departures)" : ""
    let moves = [comings, goings].filter { !$0.isEmpty }.joined(separator: " ")
    return WeekGrid.Day(
      number: "\(date.day)",
      lines: [
        (
          free == 0 ? "full" : "\(free) free", free == 0 ? "full" : "\(free)",
          free == 0 ? .barred : .plain
        ), (moves, comings + goings, .quiet),
      ])
  }
}
