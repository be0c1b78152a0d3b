import ObjectGraph

extension FolioService {
  /// Takes a line back by another one with the other sign, once.
  ///
  /// - Throws: `LedgerRule.lineReversed`, `.lineIsReversal`, `.lineOfVoucher`, `.lineGivenBack` for
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
      guard let folio = line.folio, let known = folio.campground else {
        throw CampgroundError.gone("the folio of line \(line.number)")
      }
      let campground = try scratch.current(known)
      let page = LedgerPage(
        context: scratch, folio: try scratch.current(folio), reservation: line.reservation,
        day: try Ledger.openDay(day, at: campground, now: scope.clock.now), now: scope.clock.now)
      return try page.reverse(line, reason: reason)
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
    let reversal = write(
      .reversal, "Reversed: \(line.text)", amount, group: line.taxGroup, method: line.method,
      reference: line.reference, reason: reason)
    reversal.voucher = line.voucher
    reversal.reverses = line
    return reversal
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
