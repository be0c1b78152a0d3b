import ObjectGraph

extension FolioService {
  /// Reverses a line, once, by another line with the opposite sign, and its taxes with it.
  ///
  /// In the bill of a stay, what the line is about is waived: the night, the fee, the allowance, or
  /// what was kept. The bill leaves it out whatever happens to the stay later, with its discounts
  /// and taxes; a night still counts for weeks, months and other lengths. A tax that is reversed
  /// alone is waived for that day, for instance for an exempt guest.
  ///
  /// - Returns: The reversing line.
  /// - Throws: `CampgroundError.refused` for a reversal, and for a line that was reversed; for a
  ///   reduction that depends on other lines; for a line that `SaleService.reverse(_:reason:)`
  ///   reverses; for a payment that has been refunded too far, and for a voucher that has been
  ///   spent. `.invalidValue` without a reason, and as `pay(_:by:for:reference:on:)`.
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
        let lines = try book.waive(line, of: scratch.current(stay), on: page, reason: reason)
        return try lines.first ?? refused(with: .lineFollows(line))
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
  /// Reverses a line of a stay's bill by waiving what it is about: the night, the fee, the tax, the
  /// charge, the allowance, or what was kept. The bill leaves the line out from then on, with its
  /// discounts and taxes.
  ///
  /// - Returns: The lines that this writes, the one that reverses it first.
  func waive(
    _ line: FolioEntry, of stay: Reservation, on page: LedgerPage, reason: String?
  ) throws -> [FolioEntry] {
    try page.requireNotReversed(line)
    let waive = try waiving(line, of: stay, reason: reason)
    let key = BillPosting.Key(line)
    let lines = try posting(
      stay, on: page.day, through: line.night, reason: reason, waive)
    guard let taken = lines.first(where: { BillPosting.Key($0) == key }) else {
      throw CampgroundError.lineFollows(line)
    }
    taken.text = "Reversed: \(line.text(on: page.day))"
    taken.periodStart = nil
    taken.reason = reason
    taken.reverses = line
    return [taken] + lines.filter { $0 !== taken }
  }

  /// The change of the facts that waives a line.
  ///
  /// - Throws: `CampgroundError.refused` for a reduction that depends on other lines.
  private func waiving(
    _ line: FolioEntry, of stay: Reservation, reason: String?
  ) throws -> () -> Void {
    switch line.fact {
    case .allowance(let fact): return { fact.isWaived = true }
    case .changeFee(let fact): return { fact.isWaived = true }
    case .charge(let fact): return { fact.isWaived = true }
    case .givenUp(let fact):
      return { if line.name == nil { fact.isWaived = true } else { fact.isFeeWaived = true } }
    case nil: break
    }
    guard [.lodging, .fee, .tax].contains(line.kind), let day = line.night else {
      throw CampgroundError.lineFollows(line)
    }
    return { [context] in
      let waiver = Waiver(context: context)
      waiver.kind = line.kind
      (waiver.day, waiver.name, waiver.taxGroup) = (day, line.name, line.taxGroup)
      waiver.reason = reason
      waiver.reservation = stay
    }
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
  /// - Throws: `CampgroundError.refused`.
  fileprivate func requireNotReversed(_ line: FolioEntry) throws(CampgroundError) {
    if let by = line.reversedBy {
      throw CampgroundError(
        about: [.line(line), .line(by)],
        "\(line.lineWords) was already reversed by \(by.lineWords)",
        fix: .advice("if it was right, post it again"))
    }
    try refuse(
      unless: line.kind != .reversal && line.reverses == nil, about: [.line(line)],
      "\(line.lineWords) is a reversal and cannot be reversed; post the line again")
  }

  /// Checks that the money of a payment has not been refunded.
  ///
  /// - Throws: `CampgroundError.refused`.
  private func requireStillHere(_ line: FolioEntry) throws {
    guard line.kind == .payment, let method = line.method else { return }
    let amount = try Balance.negated(line.amountMinor, currency)
    guard try amount > PaidMoney(of: folio, in: context).left(by: method, from: line) else {
      return
    }
    let returns = try Ledger.lines(of: folio, in: context).filter {
      ($0.kind == .refund || $0.kind == .credit) && $0.reversedBy == nil
    }
    // A refund by voucher may return money of any method.
    guard let last = returns.last(where: { $0.method == method }) ?? returns.last else { return }
    throw CampgroundError(
      about: [.line(line), .line(last)],
      "the payment in \(line.lineWords) was refunded by \(last.lineWords); reversing it would refund more "
        + "than was paid",
      fix: .advice(
        "reverse \(last.lineWords) first; if that money was paid out, charge the difference"))
  }
}
