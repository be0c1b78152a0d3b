import Foundation
import ObjectGraph

extension FolioService {
  /// The confirmation of a stay: who, where, when, what was agreed and what is due. For a
  /// cancellation or a no-show, the paper that says what is kept and what is refunded.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums that cannot be shown.
  public func confirmation(of reservation: Reservation) throws -> Paper {
    if reservation.state == .canceled || reservation.state == .noShow {
      return try cancellation(of: reservation)
    }
    let balance = try balance(of: reservation)
    let agreed = try agreed(for: reservation)
    let closing =
      try Self.beside(agreed.counted, balance)
      + Self.deposits(of: [reservation], paid: balance.paid)
      + Self.lines(about: duePayments(for: reservation)) + Self.closing(balance)
    return Paper(
      at: reservation.campground,
      title: "\(Self.noun(for: reservation.state)) \(reservation.code)",
      facts: facts(about: reservation),
      sections: [agreed.section], closing: closing,
      notes: try notes(aboutTermsOf: [reservation]) + Self.notes(aboutImport: reservation))
  }

  /// The receipt of a stay: its ledger lines, and the balance due.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums that cannot be shown.
  public func receipt(of reservation: Reservation) throws -> Paper {
    let currency = reservation.campground?.currency ?? .usd
    let all = try Ledger.lines(about: reservation, in: managedObjectContext)
      .sorted { $0.comesBefore($1) }
    let balance = try balance(of: reservation)
    let folio = reservation.folio.map { " · \($0.code)" } ?? ""
    var closing: [Paper.Row] = []
    if balance.toCome.amount != 0 {
      let words = reservation.importedTotal == nil ? "Agreed," : "Imported total,"
      closing.append(.init(nil, "\(words) not yet charged", balance.toCome))
    }
    closing += Self.due(balance)
    let sections = [
      try Self.section("Charged", of: all.filter { !$0.isPayment }, currency),
      try Self.paid(all, currency),
    ]
    return Paper(
      at: reservation.campground,
      title: "Receipt \(reservation.code)\(folio)", facts: facts(about: reservation),
      sections: sections, closing: closing,
      notes: Self.notes(aboutImport: reservation))
  }

  // MARK: Helpers

  /// The agreed lines of a stay, under a heading where the paper covers several stays, and the part
  /// of their sum that the balance counts.
  func agreed(
    for reservation: Reservation, about heading: [String] = [], total name: String = "Total"
  ) throws -> (section: Paper.Section, counted: Money) {
    let currency = reservation.campground?.currency ?? .usd
    if let imported = reservation.importedTotal {
      let line = Paper.Row(reservation.arrival, "Agreed total, imported", imported)
      return (
        .init(title: "Charges", about: heading, lines: [line], sums: [.init(nil, name, imported)]),
        try balance(of: reservation).unposted
      )
    }
    if reservation.isSettled {
      let section = try posted(of: reservation, called: "Charges", about: heading, total: name)
      return (section, section.sums[0].amount)
    }
    let bill = try bill(of: reservation)
    let sums = try Self.sums(
      name, of: bill.lines.map { (ChargeKind($0.kind), $0.amountMinor) }, currency)
    // An expired or declined stay is shown as planned, but no longer owed.
    let isOwed = reservation.isOwedFor && !reservation.isLapsed(at: scope.clock.now)
    return (
      .init(title: "Charges", about: heading, lines: try Self.lines(of: bill), sums: sums),
      isOwed ? sums[0].amount : Money(0, currency)
    )
  }

  /// The posted bill of a past stay.
  func posted(
    of stay: Reservation, called title: String, about heading: [String], total name: String
  ) throws -> Paper.Section {
    try Self.section(
      title,
      of: Ledger.lines(about: stay, in: managedObjectContext).filter { $0.night != nil }
        .sorted { $0.comesBefore($1) },
      about: heading, total: name, stay.campground?.currency ?? .usd)
  }

  /// The bill of a stay.
  public func bill(of reservation: Reservation) throws -> Bill {
    try StayBook(scope, in: managedObjectContext).bill(of: reservation)
  }

  /// The title of the paper for a stay; only a reserved stay gets a confirmation.
  static func noun(for state: ReservationStatus?) -> String {
    switch state {
    case .draft: "Draft"
    case .hold, .expired: "Hold"
    case .requested, .declined: "Request"
    case .reserved, .checkedIn, .checkedOut, .canceled, .noShow, nil: "Confirmation"
    }
  }

  /// The status of a stay, marked as not confirmed where it is not.
  func standing(of reservation: Reservation) -> String {
    let state = reservation.state(at: scope.clock.now)
    let status = Self.words(for: state) ?? reservation.status
    let end = reservation.holdExpiresAt.map {
      WallTime($0, in: reservation.campground?.timeZone ?? .gmt)
    }
    switch state {
    case .hold:
      return end.map { "\(status), held until \($0)" } ?? "\(status), not confirmed"
    case .expired where reservation.state == .hold:
      return end.map { "\(status) at \($0), not confirmed" } ?? "\(status), not confirmed"
    case .draft, .requested, .expired, .declined: return "\(status), not confirmed"
    case .reserved, .checkedIn, .checkedOut, .canceled, .noShow, nil: return status
    }
  }

  /// A status in words for guests.
  static func words(for state: ReservationStatus?) -> String? {
    switch state {
    case .checkedIn: "Checked in"
    case .checkedOut: "Checked out"
    case .noShow: "No-show"
    case .draft, .hold, .requested, .reserved, .expired, .declined, .canceled, nil:
      state?.rawValue
    }
  }

  /// What the bill contains besides an agreed total; empty if nothing.
  static func beside(_ total: Money, _ balance: Balance) throws -> [Paper.Row] {
    let currency = balance.due.currency
    let whole = try balance.bill.minorUnits()
    let (further, overflow) = try whole.subtractingReportingOverflow(total.minorUnits())
    try refuse(unless: !overflow, with: .invalidAmount(.overflow(currency)))
    return further == 0 ? [] : [.init(nil, "Other charges", Money(minorUnits: further, currency))]
  }

  /// The months of a monthly stay, each of which is paid separately.
  private static func lines(about payments: [DuePayment]) -> [Paper.Row] {
    payments.filter { $0.reason == .month && $0.open.amount > 0 }
      .map { .init(nil, "Due by \($0.day)", $0.open) }
  }

  func facts(about reservation: Reservation) -> [Paper.Fact] {
    let sites = Self.sites(of: reservation)
    let (first, last) = (reservation.arrival, reservation.leavingDay)
    let dates =
      first == last
      ? [.init("Day", "\(last)")]
      : Self.dates(from: first, to: last, byDay: reservation.isByDay, at: reservation.campground)
    return [
      .init("Guest", values: reservation.camper?.addressLines ?? []),
      .init("Class", reservation.className),
      .init(sites.count > 1 ? "Sites" : "Site", values: sites),
    ] + dates + [
      .init(reservation.isByDay ? "Days" : "Nights", "\(reservation.numberOfNights)"),
      .init("Party", "\(reservation.party)"),
      .init("Status", standing(of: reservation)), .init("Group", reservation.group?.name),
      .init("Price", Self.priceWords(of: reservation)),
    ] + earlyDeparture(of: reservation)
  }

  /// The price of a stay of which some nights have none; nil for any other.
  static func priceWords(of stay: Reservation) -> String? {
    stay.isOwedFor && stay.unpricedNights > 0 ? "\(stay.price)" : nil
  }

  /// When guests come and leave.
  static func dates(
    from first: CalendarDate, to last: CalendarDate, byDay isByDay: Bool,
    at campground: Campground?
  ) -> [Paper.Fact] {
    guard !isByDay else { return [.init("From", "\(first)"), .init("To", "\(last)")] }
    let (from, by) = (campground?.checkInMinute ?? 0, campground?.checkOutMinute ?? 0)
    return [
      .init("Arrival", "\(first), from \(TimeOfDay(minute: from))"),
      .init("Departure", "\(last), by \(TimeOfDay(minute: by))"),
    ]
  }

  /// The campsite of a stay; if there are several, each with its dates and type. A stay booked by
  /// class shows it only once it is promised.
  static func sites(of stay: Reservation) -> [String] {
    switch stay.promise {
    case .open: return []
    case .floating: return ["assigned on arrival"]
    case .chosen, .locked: break
    }
    let spans = stay.siteSpans
    return spans.compactMap { span -> String? in
      let name = span.name.map { name in span.site?.type.map { "\(name) (\($0))" } ?? name }
      guard spans.count > 1 else { return name }
      return "\(name ?? "a deleted site"), \(span.dates.span(byDay: span.isByDay))"
    }
  }

  /// A section of ledger lines, under a heading where the paper covers several stays; pairs of
  /// lines that cancel out are left out.
  static func section(
    _ title: String, of lines: [FolioEntry], about heading: [String] = [],
    total name: String? = nil, _ currency: Currency
  ) throws -> Paper.Section {
    let lines = lines.withoutCorrections
    return Paper.Section(
      title: title, about: heading,
      lines: try BillLine.lines(of: lines).map { Self.line(of: $0) },
      sums: try sums(
        name ?? "Total \(title.lowercased())", of: lines.map(Self.kindAndAmount), currency))
  }

  /// The kind of a line, or of the line that it reverses, with its amount.
  static func kindAndAmount(_ line: FolioEntry) -> (kind: ChargeKind, amount: Int64) {
    (line.subject.kind, line.amountMinor)
  }

  static func line(of line: BillLine) -> Paper.Row {
    .init(
      line.day,
      words(line.words, line.kind == .discount) + (line.reason.map { " – \($0)" } ?? ""),
      line.amount)
  }

  /// The text of a line as guests read it: a discount is called one.
  private static func words(_ text: String, _ isDiscount: Bool) -> String {
    isDiscount && !text.lowercased().contains("discount") ? text + " discount" : text
  }

  static func sums(
    _ name: String, of lines: [(kind: ChargeKind, amount: Int64)], _ currency: Currency
  ) throws -> [Paper.Row] {
    let total = try Balance.sum(lines.lazy.map(\.amount), currency)
    let taxes = try Balance.sum(lines.lazy.filter { $0.kind == .tax }.map(\.amount), currency)
    let sum = Paper.Row(nil, name, Money(minorUnits: total, currency))
    return taxes == 0
      ? [sum] : [sum, .init(nil, "taxes included", Money(minorUnits: taxes, currency))]
  }

  static func closing(_ balance: Balance) -> [Paper.Row] {
    [.init(nil, "Paid", balance.paid)] + due(balance)
  }

  /// The balance due or the credit, and what it would be if everything were booked.
  static func due(_ balance: Balance) -> [Paper.Row] {
    let words = balance.standing
    let now = Paper.Row(
      nil, words.prefix(1).uppercased() + words.dropFirst(),
      balance.due.amount < 0 ? balance.credit : balance.due)
    guard balance.notBooked.amount != 0 else { return [now] }
    let (name, then) =
      balance.dueIfBooked.amount < 0
      ? ("Credit if booked", -balance.dueIfBooked) : ("Due if booked", balance.dueIfBooked)
    return [now, .init(nil, name, then)]
  }

  /// The lines of a bill, with taxes, discounts, and the nights of each week and month combined.
  static func lines(of bill: Bill) throws -> [Paper.Row] {
    let groups = BillGrouping.groups(of: bill.lines) { line -> [String]? in
      if let period = line.period { return [period.kind.rawValue, "\(period.nights.lowerBound)"] }
      return line.kind == .tax || line.kind == .discount
        ? [line.kind.rawValue, line.text, line.taxGroup ?? ""] : nil
    }
    return try groups.compactMap { group in
      guard let first = group.first, let last = group.last else { return nil }
      let text =
        first.period == nil
        ? Self.words(last.text, last.kind == .discount)
        : LodgingPeriod.words(group.map(\.text), from: first.day, through: last.day)
      let sum = try Balance.sum(group.lazy.map(\.amountMinor), bill.currency)
      return .init(last.day, text, Money(minorUnits: sum, bill.currency))
    }
  }

  /// Notes about the money of an imported stay.
  static func notes(
    aboutImport reservation: Reservation, called subject: String = "This stay"
  ) -> [String] {
    guard let total = reservation.importedTotal else { return [] }
    return [
      "\(subject) was imported with an agreed total of \(total)"
        + (reservation.state == .checkedOut
          ? " after it had ended; its payments are not known here."
          : ", not broken down by night or tax.")
    ]
  }
}
