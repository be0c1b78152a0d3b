import Campground
import CommandKit
import Rendering

extension Session {
  /// A suggestion for `close 8 …`: a site or a day may be meant.
  static func advice(aboutClosing text: CommandText) -> String? {
    guard text.tokens.count > 1, text.tokens[0].isBare, text.tokens[0].text == "close" else {
      return nil
    }
    return Suggestion.hint(of: ["block add", "day close"])
  }
}

extension Command where Context == Session {
  /// The commands that close campsites.
  @CommandList<Session>
  static var aboutBlocks: [Self] {
    Command(
      "block add", aliases: ["block"],
      synonyms: ["out of service", "out of order", "maintenance", "repairs", "closure"],
      "Close a campsite for some nights", .required("site", .sites),
      .closedDates, .requiredOption("reason", .text, "reason for the closure"),
      .option(
        "kind", .oneOf(SiteBlockKind.self, "KIND"), "kind of closure; maintenance by default"),
      details: """
        A month stands for its first day: from November to March reopens the site on March 1. \
        Expired holds on these nights end.
        """,
      refuses: "nights on which a site is booked",
      examples: [
        "block 15 from 2026-07-01 to 2026-07-05 reason \"new hookup\"",
        "block 15-17 from 2026-11-01 nights 7 reason \"new gravel\"",
        "block 15 from November to March reason winter",
      ]
    ) { session, sites, dates, reason, kind in
      try session.desk.together {
        let made = try sites.map {
          try session.siteBlocks.block($0, dates, kind: kind ?? .maintenance, reason: reason)
        }
        let names = sites.map(\.name).joined(separator: ", ")
        let start = sites.count == 1 ? "site \(names)" : "\(sites.count) sites · \(names)"
        let reason = made.first?.block.reason ?? reason
        let text = Session.text(
          "Closed \(start) · \(dates) · \(reason)", with: made.flatMap(\.offers))
        return .messages(
          text, records: made.map { Session.blockColumns.record(of: $0.block) })
      }
    }

    Command(
      "block edit", synonyms: ["change closure", "extend closure"], "Change a closure",
      .required("site", .site), .requiredOption("on", .date, "a day of the closure"),
      .option("from", .date, "new first day"),
      .option("to", .writtenDate, "new reopening day"),
      .option("reason", .text, "reason for the closure"),
      .option("kind", .oneOf(SiteBlockKind.self, "KIND"), "kind of closure"),
      examples: ["block edit 15 on 2026-07-03 to 2026-07-08 reason \"waits for a part\""]
    ) { session, site, day, from, end, reason, kind in
      let block = try session.siteBlocks.find(site, on: day)
      let (edited, offers) = try session.siteBlocks.edit(
        block, dates: dates(of: block, from: from, to: end), kind: kind, reason: reason)
      let time = edited.dates.map { " · \($0)" } ?? ""
      return .message(
        Session.text(
          "Changed the closure of site \(site.name)\(time) · \(edited.reason)", with: offers),
        record: Session.blockColumns.record(of: edited))
    }
    .needingChange(beside: "on")

    Command(
      "block list", synonyms: ["closures", "maintenance list"], "List closures",
      .option("site", .site),
      .flag("all", "include past closures"), answering: .data
    ) { session, site, isAll in
      let blocks = try session.siteBlocks.blocks(
        endingAfter: isAll ? nil : session.today(), site: site)
      return .table(Session.blockColumns.table(of: blocks), empty: "No closures")
    }
    .inParts

    Command(
      "block delete", aliases: ["unblock"], synonyms: ["reopen", "open site", "back in service"],
      "Reopen a campsite", .required("site", .site),
      .requiredOption("on", .date, "a day of the closure"),
      details: "The whole closure ends, not just that day.",
      examples: ["block delete 15 on 2026-07-03"]
    ) { session, site, day in
      let block = try session.siteBlocks.find(site, on: day)
      let record = Session.blockColumns.record(of: block)
      let dates = block.dates.map { " · \($0)" } ?? ""
      let offers = try session.siteBlocks.delete(block)
      return .message(
        Session.text("Reopened site \(site.name)\(dates)", with: offers), record: record)
    }
  }

  /// The new dates of a closure; nil for no change.
  private static func dates(
    of block: SiteBlock, from: CalendarDate?, to end: WrittenDate?
  ) throws(ValueFault) -> StayDates? {
    guard from != nil || end != nil else { return nil }
    do {
      return try StayDates(
        arrival: from ?? block.firstDay, departure: end?.date ?? block.reopening)
    } catch {
      throw ValueFault("\(error)", hint: end?.countingHint, at: end == nil ? "from" : "to")
    }
  }
}

extension Argument where Context == Session, Value == StayDates {
  fileprivate static var closedDates: Self {
    .group(
      .requiredOption("from", .dateOrMonth, "first day"),
      Argument<Session, StayLength>.oneOf(
        .stayNights("number of nights"),
        Argument<Session, WrittenDate?>.option("to", .dateOrMonth, "reopening day")
          .map { $0.map(StayLength.departure) })
    ) { try $1.dates(from: $0.date) }
  }
}

extension Session {
  /// The columns of closures.
  static let blockColumns: [ListColumn<SiteBlock>] = [
    .init("site") { Cell($0.campSite?.name) }, .init("from") { Cell($0.firstDay) },
    .init("to") { Cell($0.reopening) }, .init("kind") { .text($0.kind.rawValue) },
    .init("reason") { .text($0.reason) },
  ]
}
