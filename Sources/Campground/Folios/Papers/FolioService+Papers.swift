import Foundation
import ObjectGraph

extension FolioService {
  /// The confirmation of a stay: who, where, when, what was agreed and what is due. Of one that was
  /// called off, or not taken up, it is the paper about that: what is kept and what is given back.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for sums that cannot be shown.
  public func confirmation(of reservation: Reservation) throws -> StayPaper {
    if reservation.state == .canceled || reservation.state == .noShow {
      return try cancellation(of: reservation)
    }
    let currency = reservation.campground?.currency ?? .usd
    let agreed = StayChain(of: reservation).parts.flatMap(\.charges)
      .filter { !$0.isDeleted && $0.isAgreed }
      .sorted { ($0.day, $0.position) < ($1.day, $1.position) }
    let balance = try balance(of: reservation)
    let imported = StayChain(of: reservation).isSplit ? nil : reservation.importedTotal
    var section = StayPaper.Section(
      title: "Agreed", lines: try Self.lines(of: agreed, currency),
      sums: try Self.sums("Total", of: agreed.map { ($0.kind, $0.amountMinor) }, currency))
    if let imported {
      let line = StayPaper.Line(reservation.arrival, "Agreed total, imported", imported)
      section = .init(title: "Agreed", lines: [line], sums: [.init(nil, "Total", imported)])
    }
    let total =
      try imported.map { _ in balance.toCome }
      ?? Money(
        minorUnits: Balance.sum(agreed.lazy.map(\.amountMinor), currency), currency)
    let closing =
      try Self.beside(total, balance)
      + Self.lines(about: Deposit(of: reservation, paid: balance.paid)) + Self.closing(balance)
    return StayPaper(
      campground: reservation.campground?.name ?? "",
      title: "\(Self.noun(for: reservation.state)) \(reservation.code)",
      facts: facts(about: reservation),
      sections: [section], closing: closing,
      notes: (reservation.cancellationPolicy.map(Self.notes) ?? [])
        + Self.notes(aboutImport: reservation) + Self.notes(aboutSigns: [section], closing))
  }

  /// The receipt of a stay: the lines of the ledger about it, and what is due.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for sums that cannot be shown.
  public func receipt(of reservation: Reservation) throws -> StayPaper {
    let currency = reservation.campground?.currency ?? .usd
    let all = try Ledger.lines(about: reservation, in: managedObjectContext)
      .sorted { $0.comesBefore($1) }
    let balance = try balance(of: reservation)
    let folio = reservation.folio.map { " · \($0.code)" } ?? ""
    var closing: [StayPaper.Line] = []
    if balance.toCome.amount != 0 {
      let words = reservation.importedTotal == nil ? "Agreed and" : "Imported total,"
      closing.append(.init(nil, "\(words) not charged yet", balance.toCome))
    }
    closing.append(Self.due(balance))
    let sections = [
      try Self.section("Charged", of: all.filter { !$0.isPayment }, currency),
      try Self.section("Paid", of: all.filter(\.isPayment), currency),
    ]
    return StayPaper(
      campground: reservation.campground?.name ?? "",
      title: "Receipt \(reservation.code)\(folio)", facts: facts(about: reservation),
      sections: sections, closing: closing,
      notes: Self.notes(aboutImport: reservation) + Self.notes(aboutSigns: sections, closing))
  }

  // MARK: Parts

  /// What the paper about a stay is called: only what is reserved is confirmed.
  private static func noun(for state: ReservationStatus?) -> String {
    switch state {
    case .draft: "Draft"
    case .hold, .expired: "Hold"
    case .requested, .declined: "Request"
    case .reserved, .checkedIn, .checkedOut, .canceled, .noShow, nil: "Confirmation"
    }
  }

  /// The state of a stay, and where it is not confirmed, that it is not.
  private func standing(of reservation: Reservation) -> String {
    let status = reservation.status
    switch reservation.state {
    case .hold:
      guard let end = reservation.holdExpiresAt else { return "\(status), not confirmed" }
      let until = WallTime(end, in: reservation.campground?.timeZone ?? .gmt)
      return end <= scope.clock.now
        ? "\(status), ended at \(until), not confirmed" : "\(status), held until \(until)"
    case .draft, .requested, .expired, .declined: return "\(status), not confirmed"
    case .reserved, .checkedIn, .checkedOut, .canceled, .noShow, nil: return status
    }
  }

  /// What the bill has beside a total that was agreed; nothing where that is all.
  static func beside(_ total: Money, _ balance: Balance) throws -> [StayPaper.Line] {
    let currency = balance.due.currency
    let whole = try (balance.charged + balance.toCome).minorUnits()
    let (further, overflow) = try whole.subtractingReportingOverflow(total.minorUnits())
    guard !overflow else { throw CampgroundError.invalidAmount(.overflow(currency)) }
    return further == 0 ? [] : [.init(nil, "Beside it", Money(minorUnits: further, currency))]
  }

  private static func lines(about deposit: Deposit?) -> [StayPaper.Line] {
    guard let deposit else { return [] }
    let name = deposit.due.map { "Deposit, due \($0)" } ?? "Deposit, due on booking"
    let paid = StayPaper.Line(nil, "of which paid", deposit.paid)
    return [.init(nil, name, deposit.amount)] + (deposit.paid.amount == 0 ? [] : [paid])
  }

  func facts(about reservation: Reservation) -> [StayPaper.Fact] {
    let camper = reservation.camper
    let campground = reservation.campground
    let stay = StayChain(of: reservation)
    let dates: [StayPaper.Fact]
    if reservation.isByDay {
      let last = stay.last.leavingDay
      dates =
        stay.arrival == last
        ? [.init("Day", Self.text(last))]
        : [.init("From", Self.text(stay.arrival)), .init("To", Self.text(last))]
    } else {
      let (from, by) = (campground?.checkInMinute ?? 0, campground?.checkOutMinute ?? 0)
      dates = [
        .init("Arrival", "\(Self.text(stay.arrival)), from \(TimeOfDay(minute: from))"),
        .init("Departure", "\(Self.text(stay.departure)), by \(TimeOfDay(minute: by))"),
      ]
    }
    return [
      .init("Guest", camper?.fullName, camper?.phoneNumber, camper?.email),
      Self.sites(of: stay),
    ] + dates + [
      .init(reservation.isByDay ? "Days" : "Nights", "\(stay.numberOfNights)"),
      .init("Guests", "\(reservation.partySize)"),
      .init("Status", standing(of: reservation)),
    ] + (reservation.lacksPrice ? [.init("Price", Reservation.noPrice)] : [])
  }

  /// The campsite of a stay; of one on several each with its code and dates.
  private static func sites(of stay: StayChain) -> StayPaper.Fact {
    let sites = stay.parts.compactMap { part -> String? in
      let name = part.siteName.map { name in
        part.campSite?.type.map { "\(name) (\($0))" } ?? name
      }
      return stay.isSplit
        ? name.map { "\($0), \(part.arrival) to \(part.departure) (\(part.code))" } : name
    }
    return .init(stay.isSplit ? "Sites" : "Site", values: sites)
  }

  /// A cancellation policy in words.
  private static func notes(about policy: CancellationPolicy) -> [String] {
    let terms = CancellationTerms(policy)
    let steps = terms.steps.map { step in
      "\(step.days) before arrival we keep \(step.words(in: terms.currency) ?? "nothing")"
    }
    var notes = ["If you cancel (policy \(policy.name)): " + steps.joined(separator: "; ") + "."]
    if terms.cutOffMinute > 0 {
      notes[0] += " From \(TimeOfDay(minute: policy.cutOffMinute)) on, a day counts no more."
    }
    if terms.graceMinutes > 0 {
      notes.append(
        "Within \(terms.graceMinutes) minutes after booking everything is given back.")
    }
    if terms.changeFeeMinor > 0 {
      notes.append(
        "A change to other dates without a common night costs "
          + "\(Money(minorUnits: terms.changeFeeMinor, terms.currency)).")
    }
    return notes
  }

  private static func text(_ date: CalendarDate) -> String {
    let weekday = "\(date.weekday)"
    return "\(date) (\(weekday.prefix(1).uppercased())\(weekday.dropFirst()))"
  }

  private static func section(
    _ title: String, of lines: [FolioEntry], _ currency: Currency
  ) throws -> StayPaper.Section {
    StayPaper.Section(
      title: title,
      lines: try BillLine.lines(of: lines).map { line in
        .init(line.day, line.text + (line.reason.map { " – \($0)" } ?? ""), line.amount)
      },
      sums: try sums(
        "Total \(title.lowercased())", of: lines.map { ($0.kind, $0.amountMinor) }, currency))
  }

  static func sums(
    _ name: String, of lines: [(kind: ChargeKind, amount: Int64)], _ currency: Currency
  ) throws -> [StayPaper.Line] {
    let total = try Balance.sum(lines.lazy.map(\.amount), currency)
    let taxes = try Balance.sum(lines.lazy.filter { $0.kind == .tax }.map(\.amount), currency)
    let sum = StayPaper.Line(nil, name, Money(minorUnits: total, currency))
    return taxes == 0
      ? [sum] : [sum, .init(nil, "of which taxes", Money(minorUnits: taxes, currency))]
  }

  private static func closing(_ balance: Balance) -> [StayPaper.Line] {
    [
      .init(nil, "Paid", balance.paid.amount == 0 ? balance.paid : -balance.paid), due(balance),
    ]
  }

  static func due(_ balance: Balance) -> StayPaper.Line {
    let words = balance.standing
    return .init(nil, words.prefix(1).uppercased() + words.dropFirst(), balance.due)
  }

  /// What was agreed, taxes and discounts put together, and the nights of each week and month.
  static func lines(
    of charges: [StayCharge], _ currency: Currency
  ) throws -> [StayPaper.Line] {
    let groups = BillGrouping.groups(of: charges) { charge -> [String]? in
      if let period = charge.period { return [period.kind.rawValue, "\(period.start)"] }
      return charge.kind == .tax || charge.kind == .discount
        ? [charge.kind.rawValue, charge.text, charge.taxGroup ?? ""] : nil
    }
    return try groups.compactMap { group in
      guard let first = group.first, let last = group.last else { return nil }
      let day = CalendarDate(midnightUTC: last.day)
      let since = first.day < last.day ? " from \(CalendarDate(midnightUTC: first.day))" : ""
      let sum = try Balance.sum(group.lazy.map(\.amountMinor), currency)
      return .init(
        day, RatePeriod.words(for: group) ?? last.text + since, Money(minorUnits: sum, currency))
    }
  }

  /// How the signs are meant, where there is one.
  static func notes(
    aboutSigns sections: [StayPaper.Section], _ closing: [StayPaper.Line]
  ) -> [String] {
    let lines = sections.flatMap { $0.lines + $0.sums } + closing
    guard lines.contains(where: { $0.amount.amount < 0 }) else { return [] }
    return [
      "Charges are above zero; payments and what is taken off the bill are below zero (-). A sum "
        + "below zero in the end is a credit."
    ]
  }

  /// What is known of the money of a stay that was imported.
  private static func notes(aboutImport reservation: Reservation) -> [String] {
    guard let total = reservation.importedTotal else { return [] }
    return [
      "This stay was imported with an agreed total of \(total)"
        + (reservation.state == .checkedOut
          ? ", after it was over; what was paid for it is not known here."
          : ", which was not told by night or tax.")
    ]
  }
}
