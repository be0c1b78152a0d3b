import Campground
import CommandKit
import Rendering

extension Command where Context == Session {
  /// The command that shows who changed what.
  static var audit: Self {
    Command(
      "audit", aliases: ["history"], synonyms: ["who changed", "cashier"],
      "Show who changed what, and when",
      .optional("code", .reservation("only changes to this reservation")),
      .option("on", .pastPeriod, "one day, or a period: june"),
      .option("from", .pastDate, "first day"),
      .option("to", .pastDate, "last day, included"),
      .option("by", .text("NAME"), "only changes by this person"), .partOfList,
      details: """
        The latest change comes first, with the values before and after, and the command: \
        bookings, rules and money alike. Your name here is your login name, or the name given to \
        the shell with --as NAME. undo undoes the command of an event by its number. folio shows \
        the lines of the ledger.
        """,
      examples: ["audit R-1", "audit on today", "audit from 2026-07-01 by Ada"], answering: .data
    ) { session, stay, period, first, last, user, part in
      guard period == nil || first == nil && last == nil else {
        throw ValueFault("on names the days already", hint: "leave from and to out", at: "on")
      }
      let page = try session.audit.events(
        about: stay, by: user, from: period?.lowerBound ?? first,
        through: period?.upperBound ?? last, limit: part.limit(in: session),
        offset: part.offset)
      return .table(
        ResultTable(
          columns: [.init("when", isWhole: true)]
            + ["who", "what", "change", "was", "is"].map { .init($0) }
            + [.init("command", rank: .aside), .init("event", rank: .aside, isWhole: true)],
          rows: page.rows.flatMap(session.rows)), empty: "No changes",
        more: session.remainder(
          of: page, advice: stay == nil ? "audit CODE shows one stay" : nil))
    }
  }
}

extension Session {
  /// A row for each changed property and for the reason, or one row for the action if nothing
  /// changed.
  fileprivate func rows(of event: Event) -> [[Cell]] {
    let zone = event.campground?.timeZone ?? timeZone
    let start: [Cell] = [
      .text("\(WallTime(event.happenedAt, in: zone))"), Cell(event.who), .text(event.label),
    ]
    let end: [Cell] = [Cell(event.command), .text(event.code)]
    let changes =
      event.changes.map { (property: $0.property, before: $0.before, after: $0.after) }
      + (event.reason.map { [("reason", nil, $0)] } ?? [])
    let lines = event.linesByHand.map { line in
      start + [
        .text(Self.word(for: line)), .null, .text(Self.words(for: line)),
      ] + end
    }
    guard !changes.isEmpty || !lines.isEmpty else {
      let kind = format.isForPrograms ? event.kind?.rawValue : event.kind?.words
      return [start + [.text(kind ?? ""), .null, .null] + end]
    }
    return lines
      + changes.sorted {
        ($0.property, $0.before ?? "", $0.after ?? "")
          < ($1.property, $1.before ?? "", $1.after ?? "")
      }.map { change in
        start + [
          .text(Self.word(for: change.property.split(separator: ".").last.map(String.init) ?? "")),
          told(change.before, of: change.property, by: event),
          told(change.after, of: change.property, by: event),
        ] + end
      }
  }

  /// What a ledger line is, in a word.
  private static func word(for line: FolioEntry) -> String {
    guard line.reverses == nil else { return ChargeKind.reversal.rawValue }
    return switch line.kind {
    case .credit: "voucher"
    case .sale where line.sale == nil: "charge"
    default: line.kind.rawValue
    }
  }

  /// `$100.00 by card (4242)`, `$20.00, broken hookup`
  private static func words(for line: FolioEntry) -> String {
    let amount = "\(Money(line.amount.amount.magnitude, line.amount.currency))"
    let subject = line.reverses ?? line
    let what =
      subject.method.map { " by \($0.rawValue)" + (subject.reference.map { " (\($0))" } ?? "") }
      ?? (subject.kind == .allowance ? "" : " \(subject.text)")
    return amount + what + (line.reason.map { ", \($0)" } ?? "")
  }

  /// A recorded value; for programs, a status keeps its stored name, as in all output.
  private func told(_ value: String?, of property: String, by event: Event) -> Cell {
    format.isForPrograms && property == "status"
      ? Cell(value) : Cell(text(of: value, property: property, at: event.campground))
  }
}

extension Event.Kind {
  /// The action in words: `checked in`, `check-in undone`.
  fileprivate var words: String {
    switch self {
    case .checkedIn: ReservationStatus.checkedIn.words
    case .checkedOut: ReservationStatus.checkedOut.words
    case .noShow: ReservationStatus.noShow.words
    case .checkInUndone: "check-in undone"
    case .checkOutUndone: "check-out undone"
    case .added, .changed, .deleted, .imported, .reserved, .canceled, .declined, .expired,
      .reinstated, .locked, .unlocked, .moved, .sent, .undone:
      rawValue
    case .paid, .refunded, .charged, .metered, .sold, .allowed, .reversed: rawValue
    case .keptAsVoucher: "kept as a voucher"
    case .paymentMoved: "payment moved"
    case .nightsPosted: "posted"
    }
  }
}
