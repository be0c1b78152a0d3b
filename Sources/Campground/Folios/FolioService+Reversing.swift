import ObjectGraph

extension FolioService {
  /// Reverses a line, once, by another line with the opposite sign, and its taxes with it.
  ///
  /// A charge in the bill of a stay, such as a night, is reversed by an allowance, which remains
  /// whatever is later changed or repriced; its taxes follow. A tax that is reversed alone is
  /// waived for that day, for instance for an exempt guest. Reversing an allowance removes it from
  /// the facts of the stay.
  ///
  /// - Returns: The reversing line.
  /// - Throws: `CampgroundError.lineReversed`, `.lineIsReversal`, `.lineFollows` for a reduction
  ///   that depends on other lines; `.lineOfSale` for a line that `SaleService.reverse(_:reason:)`
  ///   reverses, `.lineOfVoucher`, `.lineGivenBack` for a payment that has been refunded too far,
  ///   `.allowanceExceedsBill`, `.reasonMissing`, and as `pay(_:by:for:reference:on:)`.
  @discardableResult
  public func reverse(
    _ line: FolioEntry, reason: String, on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    guard let reason = try NameRule.line(reason, of: "reason") else {
      throw CampgroundError.reasonMissing("a reversal")
    }
    return try scope.write { scratch in
      let line = try scratch.current(line)
      if let sale = line.sale, line.kind != .reversal {
        throw CampgroundError.lineOfSale(line, sale)
      }
      guard let folio = line.folio, let known = folio.campground else {
        throw CampgroundError.gone("the folio of \(line.lineWords)")
      }
      let book = StayBook(scope, in: scratch, for: "reverse")
      let campground = try scratch.current(known)
      let page = LedgerPage(
        folio: try scratch.current(folio), reservation: line.reservation,
        day: try Ledger.openDay(day, at: campground, now: book.now), pen: book.pen)
      if line.night != nil, let stay = line.reservation {
        return try book.reverse(line, of: scratch.current(stay), on: page, reason: reason)
      }
      let reversal = try page.reverse(line, reason: reason)
      for tax in line.taxedBy.sorted(by: { $0.comesBefore($1) }) where tax.reversedBy == nil {
        try page.reverse(tax, reason: reason)
      }
      return reversal
    }
  }
}

extension StayBook {
  /// Reverses a line of a stay's bill.
  fileprivate func reverse(
    _ line: FolioEntry, of stay: Reservation, on page: LedgerPage, reason: String
  ) throws -> FolioEntry {
    try page.requireNotReversed(line)
    let taken: FolioEntry
    switch line.kind {
    case .allowance:
      taken = try reverseAllowance(line, of: stay, on: page.day, reason: reason)
    case .tax: taken = try waive(line, of: stay, on: page.day, reason: reason)
    case _ where line.amountMinor > 0:
      taken = try allow(
        withTaxIncluded(in: line, of: stay), off: line.taxGroup, to: stay, on: page.day,
        text: "Reversed: \(line.text(on: page.day))", takingBackChargeOf: line.night,
        reason: reason)
    default: throw CampgroundError.lineFollows(line)
    }
    taken.reverses = line
    return taken
  }

  /// Waives a tax on one day of a stay.
  private func waive(
    _ line: FolioEntry, of stay: Reservation, on day: CalendarDate, reason: String
  ) throws -> FolioEntry {
    guard let night = line.night, let name = line.name, let group = line.taxGroup else {
      throw CampgroundError.gone("the tax of \(line.lineWords)")
    }
    let taken = try posting(stay, on: day, reason: reason) {
      let waiver = TaxWaiver(context: context)
      (waiver.day, waiver.name, waiver.taxGroup, waiver.reason) = (night, name, group, reason)
      waiver.reservation = stay
    }.first { $0.kind == .tax && $0.night == night && $0.name == name && $0.taxGroup == group }
    guard let taken else { throw CampgroundError.lineFollows(line) }
    taken.reason = reason
    return taken
  }

  private func reverseAllowance(
    _ line: FolioEntry, of stay: Reservation, on day: CalendarDate, reason: String
  ) throws -> FolioEntry {
    let fact = stay.allowances.filter { !$0.isDeleted }.sorted { $0.position < $1.position }.last {
      $0.day == line.night && $0.text == line.name && $0.taxGroup == line.taxGroup
    }
    let taken = try fact.flatMap { fact in
      try posting(stay, on: day, reason: reason) {
        fact.reservation = nil
        context.delete(fact)
      }.first { $0.kind == .allowance }
    }
    guard let taken else { throw CampgroundError.gone("the allowance of \(line.lineWords)") }
    return taken
  }

  /// A line with the taxes that its price includes, in minor units.
  private func withTaxIncluded(in line: FolioEntry, of stay: Reservation) throws -> Int64 {
    guard try card(of: stay).pricesIncludeTax else { return line.amountMinor }
    let ofGroup = try bill(of: stay).lines.filter {
      $0.day == line.night && $0.taxGroup == line.taxGroup
    }
    let taxes = ofGroup.filter { $0.kind == .tax }.reduce(0) { $0 + $1.amountMinor }
    let rest = ofGroup.filter { $0.kind != .tax }.map(\.amountMinor)
    let share = LargestRemainder.shares(
      of: taxes, by: [line.amountMinor, rest.reduce(-line.amountMinor, +)])
    return line.amountMinor + (share?.first ?? 0)
  }
}

extension LedgerPage {
  /// Writes the line that reverses another one.
  @discardableResult
  func reverse(_ line: FolioEntry, reason: String?) throws -> FolioEntry {
    try requireNotReversed(line)
    try requireStillHere(line)
    let amount = try Balance.negated(line.amountMinor, currency)
    if let voucher = line.voucher { try giveBack(amount, to: voucher, from: line) }
    if line.isPayment { try countReturned(amount) }
    let reversal = write(
      .reversal, "Reversed: \(line.text(on: day))", amount, group: line.taxGroup,
      method: line.method, reference: line.reference, reason: reason)
    reversal.voucher = line.voucher
    reversal.reverses = line
    (reversal.night, reversal.name, reversal.periodStart) =
      (line.night, line.name, line.periodStart)
    return reversal
  }

  /// Checks that a line is neither reversed nor a reversal.
  ///
  /// - Throws: `CampgroundError.lineReversed`, `.lineIsReversal`.
  fileprivate func requireNotReversed(_ line: FolioEntry) throws(CampgroundError) {
    if let by = line.reversedBy {
      throw CampgroundError(
        .lineReversed, about: [.line(line), .line(by)],
        "\(line.lineWords) was already reversed by \(by.lineWords)",
        fix: .advice("if it was right, post it again"))
    }
    try refuse(
      unless: line.kind != .reversal && line.reverses == nil, .lineIsReversal, about: [.line(line)],
      "\(line.lineWords) is a reversal and cannot be reversed; post the line again")
  }

  /// Checks that the money of a payment has not been refunded.
  ///
  /// - Throws: `CampgroundError.lineGivenBack`.
  private func requireStillHere(_ line: FolioEntry) throws {
    guard line.kind == .payment, let method = line.method else { return }
    let amount = try Balance.negated(line.amountMinor, currency)
    guard try amount > PaidMoney(of: folio, in: context).most(by: method).amount else { return }
    let returns = try Ledger.lines(of: folio, in: context).filter {
      ($0.kind == .refund || $0.kind == .credit) && $0.reversedBy == nil
    }
    // A refund by voucher may return money of any method.
    guard let last = returns.last(where: { $0.method == method }) ?? returns.last else { return }
    throw CampgroundError(
      .lineGivenBack, about: [.line(line), .line(last)],
      "the payment in \(line.lineWords) was refunded by \(last.lineWords); reversing it would refund more "
        + "than was paid",
      fix: .advice(
        "reverse \(last.lineWords) first; if that money was paid out, charge the difference"))
  }
}
