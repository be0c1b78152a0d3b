import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The commands about business days.
  @CommandList<Session>
  static var aboutDays: [Self] {
    Command(
      "day close", synonyms: ["close out", "end of day", "business day"], "Close a business day",
      .optional("day", .pastDate.described("business day; the next open one by default")),
      details: """
        A closed day takes no more charges or payments; day reopen takes the last closing back. \
        Days close in order, once all nights in house are posted; without a day the next one \
        closes, and at a terminal you are asked to confirm it. Before the first close, the next day to close is \
        yesterday, or today if nothing was recorded before. Every new line is dated the business \
        day: today, or the day after the last closed one if that is later. At a terminal you are \
        asked before closing today, since later lines are then dated tomorrow.
        """,
      refuses: """
        a day out of order, one before anything happened at the campground, and one whose nights \
        in house are not all posted
        """,
      examples: ["day close 2026-07-01"]
    ) { session, day in
      let isNamed = day != nil
      let day = try day ?? session.folios.dayToClose()
      // Nobody should be asked about a closing that will be refused.
      try session.folios.checkClosing(of: day)
      guard try session.isClosingWanted(of: day, isNamed: isNamed) else { return .nothingChanged }
      let closed = try session.folios.closeDay(day)
      let money = try session.folios.money(of: closed.date)
      let nights = closed.nightsSold == 1 ? "1 night" : "\(closed.nightsSold) nights"
      let parts: [String?] = [
        "Closed \(closed.date.weekday.shortName) \(closed.date)", "\(closed.charged) charged",
        "\(closed.paid) paid", nights, money.since.map { "with everything since \($0)" },
        try session.noteOnEarlyClosing(of: day),
      ]
      return .message(
        parts.compactMap { $0 }.joined(separator: " · ") + Session.words(for: money.byMethod),
        record: Session.dayColumns.record(of: closed) + [
          ("payments", .list(money.byMethod.map { .object(Session.wayColumns.record(of: $0)) }))
        ])
    }

    Command(
      "day reopen", synonyms: ["undo close", "unclose"], "Take back the closing of the last day",
      .optional("day", .pastDate.described("the last closed day; that one by default")),
      details: """
        The day takes charges and payments again; close it again to count them. Nothing else \
        changes: lines dated the day after keep their day. Only the last closed day can be \
        reopened, one at a time. Without a day you are asked at a terminal, and a script reopens \
        the last one. audit shows who reopened it.
        """,
      refuses: "any day but the last closed one",
      examples: ["day reopen 2026-06-30", "day reopen"]
    ) { session, named in
      let last = try session.campgrounds.current()?.lastClosedDay
      guard let day = named ?? last else {
        throw ValueFault("no day is closed", hint: "\"day close\" closes one")
      }
      if named == nil, let ask = session.ask, !ask("Reopen \(day.weekday.name) \(day)?") {
        return .nothingChanged
      }
      let former = try session.folios.reopenDay(day)
      let through = former.closedThrough.map { "the books are closed through \($0)" }
      let nights = former.nightsSold == 1 ? "1 night" : "\(former.nightsSold) nights"
      return .message(
        "Reopened \(day.weekday.shortName) \(day), which was closed with \(former.charged) charged, "
          + "\(former.paid) paid and \(nights)\n  \(through ?? "no day is closed now")",
        record: [
          ("day", Cell(former.day)), ("closed through", Cell(former.closedThrough)),
          ("charged", Cell(former.charged)), ("paid", Cell(former.paid)),
          ("nights", Cell(former.nightsSold)),
        ])
    }

    Command(
      "day show", synonyms: ["drawer", "till", "cash", "cash count"],
      "Show a day's money by payment method",
      .optional("day", .pastDate.described("day; the business day by default")),
      details: """
        Use it to count the drawer, before closing the day or after: payments, refunds and the \
        total by method, and by the person who took or gave them. The first closed day includes everything before it.
        """,
      examples: ["day show", "day show 2026-07-01"], answering: .data
    ) { session, day in
      let campground = try session.campgrounds.current()
      let day = try day ?? campground?.businessDay(at: session.clock.now) ?? session.today()
      let money = try session.folios.money(of: day)
      let record: Answer.Record =
        [("day", Cell(money.day))]
        + (money.since.map { [("with everything since", Cell($0))] } ?? []) + [
          ("closed", .boolean(money.isClosed)), ("charged", Cell(money.charged)),
          ("paid", Cell(money.paid)),
        ]
      return .details(
        record,
        lists: [
          ("payments", Session.wayColumns.table(of: money.byMethod)),
          ("people", session.tillTable(of: money)),
        ])
    }

    Command(
      "day list", synonyms: ["closed days", "business days"],
      "List the closed days, the latest first",
      .partOfList, examples: ["day list limit 7"], answering: .data
    ) { session, part in
      let page = try session.folios.closedDays(
        limit: part.limit(in: session), offset: part.offset)
      return .table(
        Session.dayColumns.table(of: page.rows),
        empty: part.offset > 0 ? "No more closed days" : "No closed days yet",
        more: session.remainder(of: page))
    }

    Command(
      "nightly", aliases: ["night audit"], synonyms: ["end of day", "run audit"],
      "Run the night audit",
      .optional("day", .pastDate.described("business day; yesterday by default")),
      .flag("close", "close the day, too"),
      details: """
        Expires overdue holds, marks no-shows, offers their nights to the waitlist, posts the \
        nights of all guests in house, writes the calendars of "feed list" again, and sends the \
        mail of "outbox list", with the reminders and receipts that "campground edit" asks for. By \
        default it audits yesterday, or today if nothing was recorded before. Running it again is \
        harmless.
        """,
      examples: ["nightly", "nightly 2026-07-01 close"]
    ) { session, day, isClosing in
      let day = try day ?? session.folios.dayToAudit()
      if isClosing, try !session.isClosingWanted(of: day) {
        return .nothingChanged
      }
      let report = try session.folios.runNightly(day, closing: isClosing)
      let (feeds, mail) = (try session.feedsOfNight(), try session.mailOfNight(day))
      let answer = try session.answer(
        about: report, beside: feeds.lines + mail.lines, feeds.record + mail.record)
      guard let fault = feeds.fault else {
        return mail.fault.map { .incomplete(answer, $0) } ?? answer
      }
      // The second of two faults is told beside the answer.
      if let other = mail.fault { session.warn(other) }
      return .incomplete(answer, fault)
    }
    .advising { word in
      word.hasSuffix("dry-run") ? "to see it first: begin, nightly, and then rollback" : nil
    }
  }
}

extension Argument where Context == Session, Value == CalendarDate? {
  /// The business day of a line.
  static var businessDay: Self {
    .option("on", .pastDate, "another open day; the business day by default")
  }
}

extension Session {
  /// The money by method for counting the drawer: `cash $40.00 paid, $5.00 refunded, $35.00 net`.
  fileprivate static func words(for ways: [DayMoney.Way]) -> String {
    ways.map { way in
      let back = way.refunded.amount == 0 ? "" : ", \(way.refunded) refunded, \(way.net) net"
      return "\n  \(way.method.rawValue) \(way.paid) paid\(back)"
    }.joined()
  }

  fileprivate static let wayColumns: [ListColumn<DayMoney.Way>] = [
    .init("method") { .text($0.method.rawValue) }, .number("lines") { Cell($0.lineCount) },
    .number("paid") { Cell($0.paid) }, .number("refunded") { Cell($0.refunded) },
    .number("net") { Cell($0.net) },
  ]

  /// The money by person and method; empty for people where nobody is named.
  fileprivate func tillTable(of money: DayMoney) -> ResultTable {
    let isTold = format.isForPrograms || money.byPerson.contains { $0.who != nil }
    let ways =
      !isTold ? [] : money.byPerson.flatMap { till in till.byMethod.map { (till.who, $0) } }
    let columns: [ListColumn<(String?, DayMoney.Way)>] = [
      .init("who") { Cell($0.0) }, .init("method") { .text($0.1.method.rawValue) },
      .number("lines") { Cell($0.1.lineCount) }, .number("paid") { Cell($0.1.paid) },
      .number("refunded") { Cell($0.1.refunded) }, .number("net") { Cell($0.1.net) },
    ]
    return columns.table(of: ways)
  }

  /// Asks, if there is someone to ask, whether to close a day that was not named, or that has not
  /// ended.
  ///
  /// - Parameter isNamed: whether the command named the day.
  fileprivate func isClosingWanted(of day: CalendarDate, isNamed: Bool = true) throws -> Bool {
    let closed = try campgrounds.current()?.lastClosedDay
    guard let ask, closed.map({ $0 < day }) ?? true else { return true }
    guard try day == today() else {
      return isNamed
        || ask("Close \(day.weekday.name) \(day)?")
    }
    try write(
      .text(
        """
        \(day) has not ended. Once it is closed, charges and payments are dated \
        \(day.advanced(by: 1)),
        and guests who arrive later are not counted in its nights.

        """))
    return ask("Close it?")
  }

  fileprivate func noteOnEarlyClosing(of day: CalendarDate) throws -> String? {
    guard try day == today() else { return nil }
    return "closed early; new lines are dated \(day.advanced(by: 1))"
  }

  /// - Parameters:
  ///   - lines: what else the night brought, one sentence each.
  ///   - record: the same for programs.
  fileprivate func answer(
    about report: NightlyReport, beside lines: [String], _ record: Answer.Record
  ) throws -> Answer {
    let parts: [String?] = [
      "Night of \(report.day)",
      Self.listed(report.expiredHolds, "expired"),
      Self.listed(report.noShows, "no-show").map {
        report.noShowCharges.amount == 0 ? $0 : "\($0), \(report.noShowCharges) charged"
      },
      Self.listed(report.late, "late, site held"),
      "\(report.linesPosted) \(report.linesPosted == 1 ? "line" : "lines") posted, \(report.posted)",
      report.isDayClosed ? "day closed" : nil,
      report.isDayClosed ? try noteOnEarlyClosing(of: report.day) : nil,
    ]
    let offers = report.offers.map { "\n  offered to \($0)" }.joined()
    let waiting =
      (try wordsOfWaiting(report).map { "\n  \($0)" } ?? "")
      + (report.unpriced.isEmpty
        ? "" : "\n  nights to be priced: \(report.unpriced.listed(most: 5))")
    return .message(
      parts.compactMap { $0 }.joined(separator: " · ") + offers + waiting
        + lines.map { "\n  \($0)" }.joined(),
      record: [
        ("day", Cell(report.day)),
        ("expired", .list(report.expiredHolds.map { .text($0) })),
        ("no-shows", .list(report.noShows.map { .text($0) })),
        ("late", .list(report.late.map { .text($0) })),
        ("offers", .list(report.offers.map { .text("\($0)") })),
        ("lines", Cell(report.linesPosted)), ("posted", Cell(report.posted)),
        ("no-show charges", Cell(report.noShowCharges)),
        ("waiting", .list(report.waiting.map { .text($0) })),
        ("unpriced", .list(report.unpriced.map { .text($0) })),
        ("closed", .boolean(report.isDayClosed)),
      ] + record)
  }

  /// When nights that the audit did not post will be posted: `tonight is not posted yet for R-1:
  /// "nightly" posts it tomorrow, "nightly today" now`.
  private func wordsOfWaiting(_ report: NightlyReport) throws -> String? {
    guard report.linesPosted == 0, !report.waiting.isEmpty else { return nil }
    let today = try today()
    let isClosed = try campgrounds.current()?.lastClosedDay.map { $0 >= today } ?? false
    return "tonight is not posted yet for \(report.waiting.listed(most: 5)): "
      + (isClosed
        ? "\(today) is closed, so the night audit of \(today.advanced(by: 1)) posts it"
        : "\"nightly\" posts it tomorrow, \"nightly today\" now")
  }

  fileprivate static func listed(_ codes: [String], _ words: String) -> String? {
    codes.isEmpty ? nil : codes.listed(most: 5) + " " + words
  }

  fileprivate static let dayColumns: [ListColumn<ClosedDay>] = [
    .init("day") { Cell($0.date) }, .number("charged") { Cell($0.charged) },
    .number("paid") { Cell($0.paid) }, .number("nights") { Cell($0.nightsSold) },
  ]
}
