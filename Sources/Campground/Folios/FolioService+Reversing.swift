import ObjectGraph

extension FolioService {
  /// Takes a line back by another one with the other sign, once, and its taxes with it.
  ///
  /// The taxes of what was charged or taken off by hand are the lines behind it that were written
  /// with it. Of a night or a fee that was agreed, the taxes of its day keep the part that falls to
  /// what is left in its group on that day, which is written on the day of the line that takes it
  /// back. A tax that was taken back before stays so. What was
  /// taken off the bill beyond what is left of it is taken back, too.
  ///
  /// What was agreed for the stay and is taken back, such as a night, is waived: it costs nothing,
  /// whatever is changed or priced anew later.
  ///
  /// - Throws: `LedgerRule.lineReversed`, `.lineIsReversal`, `.lineOfSale` for what
  ///   `SaleService.reverse(_:reason:)` takes back, `.lineOfVoucher`, `.lineGivenBack` for
  ///   a payment of which more was given back than would be left, `.reasonMissing`, and as
  ///   `pay(_:by:for:reference:on:)`.
  @discardableResult
  public func reverse(
    _ line: FolioEntry, reason: String, on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    guard let reason = try NameRule.line(reason, of: "reason") else {
      throw CampgroundError.ledger(.reasonMissing("taking a line back"))
    }
    return try scope.write { scratch in
      let line = try scratch.current(line)
      if let sale = line.sale, line.kind != .reversal {
        throw CampgroundError.ledger(.lineOfSale(line.number, code: sale.code))
      }
      guard let folio = line.folio, let known = folio.campground else {
        throw CampgroundError.gone("the folio of line \(line.number)")
      }
      let campground = try scratch.current(known)
      let page = LedgerPage(
        context: scratch, folio: try scratch.current(folio), reservation: line.reservation,
        day: try Ledger.openDay(day, at: campground, now: scope.clock.now), now: scope.clock.now)
      if !line.isPayment { try page.watchAgreement() }
      let taxes = try page.taxes(writtenWith: line)
      let reversal = try page.reverse(line, reason: reason)
      for tax in taxes { try page.reverse(tax, reason: reason) }
      if let charge = line.charge {
        try page.adjustTaxes(without: charge, reason: reason)
        try charge.waive()
      }
      if !line.isPayment, let stay = line.reservation {
        try page.countTakenOff(line.amountMinor)
        try Ledger.adjustAllowances(
          of: stay, reason: reason, in: scratch, now: scope.clock.now)
      }
      return reversal
    }
  }
}

extension LedgerPage {
  /// Writes the line that takes another one back.
  @discardableResult
  func reverse(_ line: FolioEntry, reason: String?) throws -> FolioEntry {
    if let by = line.reversedBy {
      throw CampgroundError.ledger(.lineReversed(line.number, by: by.number))
    }
    guard line.kind != .reversal else {
      throw CampgroundError.ledger(.lineIsReversal(line.number))
    }
    try requireStillHere(line)
    let amount = try Balance.negated(line.amountMinor, currency)
    if let voucher = line.voucher { try giveBack(amount, to: voucher, from: line) }
    if line.isPayment { try countReturned(amount) }
    // A line that names its night already goes on doing so.
    let named = line.charge.flatMap { $0.text == line.text ? $0.text(on: day) : nil }
    let reversal = write(
      .reversal, "Reversed: \(named ?? line.text)", amount, group: line.taxGroup,
      method: line.method, reference: line.reference, reason: reason)
    reversal.voucher = line.voucher
    reversal.reverses = line
    return reversal
  }

  /// The taxes that were charged by hand with a line and were not taken back.
  fileprivate func taxes(writtenWith line: FolioEntry) throws -> [FolioEntry] {
    guard line.kind != .tax, line.charge == nil, let group = line.taxGroup else { return [] }
    return try Ledger.lines(of: folio, in: context).drop { $0 !== line }.dropFirst().prefix {
      $0.kind == .tax && $0.charge == nil && $0.taxGroup == group && $0.postedAt == line.postedAt
        && $0.reservation === line.reservation
    }.filter { $0.reversedBy == nil }
  }

  /// Brings the posted taxes on what was agreed for a day up to date once a line of that day was
  /// taken back.
  fileprivate func adjustTaxes(without charge: StayCharge, reason: String) throws {
    guard charge.kind != .tax, charge.amountMinor != 0, let group = charge.taxGroup,
      let stay = charge.reservation
    else { return }
    let rest = stay.charges.filter {
      !$0.isDeleted && $0.isAgreed && $0 !== charge && $0.day == charge.day && $0.taxGroup == group
    }
    let part = try Balance.sum(rest.filter { $0.kind != .tax }.map(\.amountMinor), currency)
    let whole = try Balance.sum([part, charge.amountMinor], currency)
    let taxes = rest.filter { $0.kind == .tax }.sorted { $0.position < $1.position }
    for rows in BillGrouping.groups(of: taxes, by: { TaxOfDay(QuoteLine($0)) }) {
      try adjust(rows, to: try shares(of: rows, for: part, of: whole), of: stay, reason)
    }
  }

  /// Makes the lines of a tax of one day others: those that stay are left alone.
  private func adjust(
    _ rows: [StayCharge], to shares: [QuoteLine], of stay: Reservation, _ reason: String
  ) throws {
    var shares = shares
    var change: [Int64] = []
    for row in rows {
      if let index = shares.firstIndex(of: QuoteLine(row)) {
        shares.remove(at: index)
        continue
      }
      change.append(try Balance.negated(row.amountMinor, currency))
      if let line = row.entry { try reverse(line, reason: reason) } else { context.delete(row) }
    }
    for share in shares {
      let left = StayCharge(context: context)
      left.reservation = stay
      left.take(share)
      left.position = (stay.charges.map(\.position).max() ?? 0) &+ 1
      post(left)
      change.append(share.amountMinor)
    }
    guard let total = stay.totalMinor else { return }
    stay.totalMinor = try Balance.sum([total] + change, currency)
  }

  private func shares(
    of rows: [StayCharge], for part: Int64, of whole: Int64
  ) throws(CampgroundError) -> [QuoteLine] {
    do {
      return try TaxOfDay.shares(of: rows.map { QuoteLine($0) }, for: part, of: whole)
    } catch {
      throw error.reported(in: currency)
    }
  }

  /// Checks that what a payment brought in is still there.
  ///
  /// - Throws: `LedgerRule.lineGivenBack`.
  private func requireStillHere(_ line: FolioEntry) throws {
    guard line.kind == .payment, let method = line.method else { return }
    let amount = try Balance.negated(line.amountMinor, currency)
    guard try amount > PaidMoney(of: folio, in: context).most(by: method).amount else { return }
    let returns = try Ledger.lines(of: folio, in: context).filter {
      ($0.kind == .refund || $0.kind == .credit) && $0.reversedBy == nil
    }
    // What goes back by a voucher may have come in any way.
    guard let last = returns.last(where: { $0.method == method }) ?? returns.last else { return }
    throw CampgroundError.ledger(.lineGivenBack(line.number, by: last.number))
  }
}
