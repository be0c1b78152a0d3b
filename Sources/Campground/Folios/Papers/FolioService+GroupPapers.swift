import Foundation
import ObjectGraph

/// The papers for a whole group, on which each stay has its own lines and its own sum.
extension FolioService {
  /// The confirmation of a group: its stays with the agreed lines of each, or what is kept of a
  /// canceled one, and what the whole group has paid and owes. For a group canceled as a whole, the
  /// cancellation paper.
  ///
  ///     print(try folios.confirmation(of: reservations.group("Scout troop 7")).text)
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums that cannot be shown.
  public func confirmation(of group: ReservationGroup) throws -> Paper {
    let stays = group.stays
    let parts = try stays.map { stay in
      let (heading, name) = (about(stay), "Total for \(stay.code)")
      return isCalledOff(stay)
        ? try kept(of: stay, about: heading, total: name)
        : try agreed(for: stay, about: heading, total: name)
    }
    let balance = try balance(of: group)
    let currency = balance.due.currency
    let counted = try Balance.sum(parts.map { try $0.counted.minorUnits() }, currency)
    let sections = parts.map(\.section)
    let notBooked = balance.notBooked
    let closing =
      try Self.totals("Total", of: sections, currency)
      + (notBooked.amount == 0 ? [] : [.init(nil, "of this, not booked", notBooked)])
      + Self.beside(Money(minorUnits: counted, currency), balance)
      + Self.deposits(of: stays, paid: paidForDeposits(of: stays, balance.paid))
      + Self.closing(balance)
    return Paper(
      at: group.campground, title: "\(noun(for: stays)) \(group.name)",
      facts: facts(about: group, stays), sections: sections, closing: closing,
      notes: try notes(aboutTermsOf: stays.filter { !isCalledOff($0) })
        + stays.flatMap { Self.notes(aboutImport: $0, called: $0.code) })
  }

  /// The receipt of a group: the ledger lines by stay, all payments, and the balance due.
  ///
  /// A payment for several stays appears as one line.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums that cannot be shown.
  public func receipt(of group: ReservationGroup) throws -> Paper {
    let (stays, bill) = (group.stays, try group.bill)
    let balance = try balance(of: bill)
    let currency = balance.due.currency
    let lines = try lines(of: bill)
    let charges = Dictionary(grouping: lines.filter { !$0.isPayment }) { line in
      line.reservation?.objectID
    }
    var told: Set<ManagedObjectID?> = []
    var charged = try stays.map { stay in
      told.insert(stay.objectID)
      let lines = charges[stay.objectID] ?? []
      return try Self.section(
        "Charged", of: lines, about: about(stay), total: "Total for \(stay.code)", currency)
    }
    let others = lines.filter { line in
      !line.isPayment && !told.contains(line.reservation?.objectID)
    }
    if !others.withoutCorrections.isEmpty {
      charged.append(
        try Self.section(
          "Charged", of: others, about: ["Whole group"], total: "Total", currency))
    }
    let paid = try Self.paid(lines, ofGroup: true, currency)
    var closing = try Self.totals("Total charged", of: charged, currency)
    if balance.toCome.amount != 0 {
      closing.append(.init(nil, "Agreed, not yet charged", balance.toCome))
    }
    closing += Self.closing(balance)
    return Paper(
      at: group.campground, title: "Receipt \(group.name) · \(bill.code)",
      facts: facts(about: group, stays), sections: charged + [paid], closing: closing,
      notes: stays.flatMap { Self.notes(aboutImport: $0, called: $0.code) })
  }

  // MARK: The stays

  /// Whether nothing is due for a stay except what was kept of it.
  private func isCalledOff(_ stay: Reservation) -> Bool {
    !stay.isOwedFor || stay.isLapsed(at: scope.clock.now)
  }

  /// The heading of a stay: its code, campsite and guest, its dates, its status, and why it was
  /// canceled.
  func about(_ stay: Reservation) -> [String] {
    let sites = Self.sites(of: stay)
    let names = [
      stay.code, stay.className.map { "class \($0)" },
      stay.promise == .floating || sites.count > 1 ? nil : sites.first.map { "site \($0)" },
      stay.camper?.fullName,
    ]
    let last = stay.leavingDay
    let dates =
      stay.arrival == last
      ? "\(last)" : "\(stay.arrival) to \(last)"
    let (count, unit) = (stay.numberOfNights, stay.isByDay ? "day" : "night")
    let stands = [
      dates, Self.counted(count, unit), "\(stay.party)", standing(of: stay),
    ]
    return [names.compactMap { $0 }.joined(separator: " · ")]
      + (sites.count > 1 ? sites.map { "Site \($0)" } : []) + [stands.joined(separator: " · ")]
      + (Self.priceWords(of: stay).map { ["Price: \($0)"] } ?? []) + why(stay)
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// When and why a stay was canceled or left early, and under which terms.
  private func why(_ reservation: Reservation) -> [String] {
    let isCalledOff = reservation.state == .canceled || reservation.state == .noShow
    return
      (isCalledOff
      ? callingOff(of: reservation, isNoShow: reservation.state == .noShow)
      : earlyDeparture(of: reservation))
      .filter { !$0.values.isEmpty }
      .map { "\($0.name): \($0.values.joined(separator: " "))" }
  }

  /// The title of the paper for a group.
  private func noun(for stays: [Reservation]) -> String {
    let open = stays.filter { !isCalledOff($0) }
    guard let first = open.first else { return "Cancellation" }
    let nouns = open.map { Self.noun(for: $0.state) }
    return nouns.contains("Confirmation") ? "Confirmation" : Self.noun(for: first.state)
  }

  // MARK: The group

  func facts(about group: ReservationGroup, _ stays: [Reservation]) -> [Paper.Fact] {
    let open = stays.filter { !isCalledOff($0) }
    let told = open.isEmpty ? stays : open
    var facts: [Paper.Fact] = [
      .init("Group", group.name),
      .init("Payer", values: group.folio?.payer?.addressLines ?? []),
    ]
    if let first = told.map(\.arrival).min(), let last = told.map(\.leavingDay).max() {
      facts += Self.dates(
        from: first, to: last, byDay: told.allSatisfy(\.isByDay), at: group.campground)
    }
    let words = stays.map {
      (Self.words(for: $0.state(at: scope.clock.now)) ?? $0.status).lowercased()
    }
    let standings = words.enumerated().filter { !words[..<$0.offset].contains($0.element) }
      .map { first in "\(words.count { $0 == first.element }) \(first.element)" }
    let party = Party.sum(of: told.map(\.party))
    return facts + [
      .init("Stays", standings.joined(separator: ", ")), .init("Party", "\(party)"),
    ]
  }

  /// What was paid beyond the kept amounts of canceled stays.
  private func paidForDeposits(of stays: [Reservation], _ paid: Money) throws -> Money {
    try stays.filter(isCalledOff).reduce(paid) { try $0 - balance(of: $1).charged }
  }

  /// The deposits by due date; money paid counts against the earliest.
  static func deposits(of stays: [Reservation], paid: Money) throws -> [Paper.Row] {
    let currency = paid.currency
    var left = max(0, try paid.minorUnits())
    let deposits = stays.compactMap { Deposit(of: $0, paid: Money(0, currency)) }
    let byDay = Dictionary(grouping: deposits, by: \.due).sorted { one, other in
      guard let second = other.key else { return one.key != nil }
      return one.key.map { $0 < second } ?? false
    }
    return try byDay.flatMap { due, deposits -> [Paper.Row] in
      let asked = try Balance.sum(deposits.map { try $0.amount.minorUnits() }, currency)
      let part = min(left, asked)
      left -= part
      let name = due.map { "Deposit, due \($0)" } ?? "Deposit, due at booking"
      return [.init(nil, name, Money(minorUnits: asked, currency))]
        + (part == 0 ? [] : [.init(nil, "paid so far", Money(minorUnits: part, currency))])
    }
  }

  // MARK: Lines and sums

  /// The payments among the lines of a bill, each as one line even if it is for several stays: what
  /// was paid counts up, what was paid out counts down.
  static func paid(
    _ lines: [FolioEntry], ofGroup isOfGroup: Bool = false, _ currency: Currency
  ) throws -> Paper.Section {
    let payments = lines.filter(\.isPayment).withoutCorrections
    let sum = try Balance.negated(Balance.sum(payments.lazy.map(\.amountMinor), currency), currency)
    return Paper.Section(
      title: "Paid",
      lines: try BillLine.payments(of: payments).map { payment($0, namesStay: isOfGroup) },
      sums: [.init(nil, "Total paid", Money(minorUnits: sum, currency))])
  }

  /// A payment with the one who took it; on the paper of a group with the code of its stay if it is
  /// for a single one.
  private static func payment(_ line: BillLine, namesStay: Bool) -> Paper.Row {
    let plain = Self.line(of: line)
    let hand = line.kind == .payment ? "taken by" : "paid out by"
    // Nobody here took what was paid elsewhere.
    let who = line.method == .broughtOver ? "" : line.who.map { ", \(hand) \($0)" } ?? ""
    let codes = Set(line.entries.map { $0.reservation?.code })
    let code = namesStay && codes.count == 1 ? codes.first.flatMap { $0 } : nil
    return .init(
      plain.day, plain.text + who + (code.map { " · \($0)" } ?? ""), -plain.amount)
  }

  /// The sum of several sections, and of the taxes in them.
  private static func totals(
    _ name: String, of sections: [Paper.Section], _ currency: Currency
  ) throws -> [Paper.Row] {
    func sum(_ index: Int) throws -> Int64 {
      try Balance.sum(
        sections.compactMap { $0.sums.dropFirst(index).first }.map { try $0.amount.minorUnits() },
        currency)
    }
    let (total, taxes) = (try sum(0), try sum(1))
    let line = Paper.Row(nil, name, Money(minorUnits: total, currency))
    return taxes == 0
      ? [line] : [line, .init(nil, "taxes included", Money(minorUnits: taxes, currency))]
  }
}
