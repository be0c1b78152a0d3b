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
    let closing =
      try Self.beside(agreed, balance)
      + Self.lines(about: Deposit(of: reservation, paid: balance.paid)) + Self.closing(balance)
    return StayPaper(
      campground: reservation.campground?.name ?? "", title: "Confirmation \(reservation.code)",
      facts: facts(about: reservation),
      sections: [
        .init(
          title: "Agreed", lines: try Self.lines(of: agreed),
          sums: try Self.sums("Total", of: agreed.map { ($0.kind, $0.amountMinor) }, currency))
      ], closing: closing, notes: reservation.cancellationPolicy.map(Self.notes) ?? [])
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
      closing.append(.init(nil, "Agreed and not charged yet", balance.toCome))
    }
    closing.append(Self.due(balance))
    return StayPaper(
      campground: reservation.campground?.name ?? "",
      title: "Receipt \(reservation.code)\(folio)", facts: facts(about: reservation),
      sections: [
        try Self.section("Charged", of: all.filter { !$0.isPayment }, currency),
        try Self.section("Paid", of: all.filter(\.isPayment), currency),
      ], closing: closing, notes: [])
  }

  // MARK: Parts

  static func lines(of charges: [StayCharge]) throws -> [StayPaper.Line] {
    try PeriodLines.lines(
      of: charges.map { charge in
        let day = CalendarDate(midnightUTC: charge.day)
        return .init(
          day: day, text: charge.text, amount: charge.amount, night: day, period: charge.period)
      })
  }

  /// What the bill has beside what was agreed; nothing where that is all.
  static func beside(_ agreed: [StayCharge], _ balance: Balance) throws -> [StayPaper.Line] {
    let currency = balance.due.currency
    let total = try Balance.sum(agreed.lazy.map(\.amountMinor), currency)
    let whole = try (balance.charged + balance.toCome).minorUnits()
    let (further, overflow) = whole.subtractingReportingOverflow(total)
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
    let site = reservation.campSite
    let isDayUse = site?.siteType == .dayUse
    let stay = StayChain(of: reservation)
    let nights = "\(stay.numberOfNights)"
    let last = isDayUse ? stay.departure.advanced(by: -1) : stay.departure
    return [
      .init("Guest", camper?.fullName, camper?.phoneNumber, camper?.email),
      Self.sites(of: stay),
      .init(
        isDayUse ? "From" : "Arrival",
        "\(Self.text(stay.arrival)), from \(TimeOfDay(minute: campground?.checkInMinute ?? 0))"
      ),
      .init(
        isDayUse ? "To" : "Departure",
        "\(Self.text(last)), by \(TimeOfDay(minute: campground?.checkOutMinute ?? 0))"),
      .init(isDayUse ? "Days" : "Nights", nights),
      .init("Guests", "\(reservation.partySize)"),
      .init("Status", reservation.status),
    ]
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
    var notes = ["If you cancel: " + steps.joined(separator: "; ") + "."]
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
      lines: try PeriodLines.lines(
        of: lines.map { line in
          let words = [line.text, line.reference.map { "(\($0))" }, line.reason.map { "– \($0)" }]
          let charge = (line.reverses ?? line).charge
          return .init(
            day: line.date, text: words.compactMap { $0 }.joined(separator: " "),
            amount: line.amount,
            night: charge.map { CalendarDate(midnightUTC: $0.day) } ?? line.date,
            period: charge?.period)
        }),
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
    [.init(nil, "Paid", balance.paid), due(balance)]
  }

  static func due(_ balance: Balance) -> StayPaper.Line {
    balance.due.amount < 0
      ? .init(nil, "To your good", balance.credit) : .init(nil, "Balance due", balance.due)
  }
}
