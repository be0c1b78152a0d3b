import ObjectGraph

extension FolioService {
  /// Moves a payment that was posted to the wrong stay: reverses it there and posts it to the right
  /// one, with its method and reference, as one posting.
  ///
  /// - Returns: The line of the payment on the right stay.
  /// - Throws: `CampgroundError.unknown` for a line that is not a payment; `.refused` for a payment
  ///   by voucher or of a sale, and for a move to the same stay; as `reverse(_:reason:on:)` and
  ///   `pay(_:by:for:reference:on:)`.
  @discardableResult
  public func movePayment(
    _ line: FolioEntry, to stay: Reservation, reason: String? = nil, on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    let reason = try NameRule.line(reason, of: "reason")
    return try scope.write { scratch in
      let line = try scratch.current(line)
      guard line.kind == .payment, let method = line.method, let from = line.reservation else {
        throw CampgroundError.unknown(
          .line(line), "payment in \(line.lineWords)", fix: .showLines)
      }
      if let sale = line.sale { throw CampgroundError.lineOfSale(line, sale) }
      try refuse(
        unless: line.voucher == nil, about: [.line(line)],
        "\(line.lineWords) was paid by a voucher",
        fix: .advice("reverse it, and redeem the voucher for \(stay.code)"))
      try refuse(
        unless: from.objectID != stay.objectID, about: [.stay(stay.code)],
        "the payment is already on \(stay.code)")
      let pen = scope.pen("move", in: scratch)
      let former = try LedgerPage(for: from, on: day, by: pen)
      let words = reason ?? "belongs to \(stay.code)"
      try former.reverse(line, reason: words)
      let page = try LedgerPage(for: stay, on: day, by: pen)
      return page.write(
        .payment, line.text, line.amountMinor, method: method, reference: line.reference,
        reason: reason)
    }
  }

  /// The payments of a stay that were not reversed, in the order in which they were posted.
  public func payments(of stay: Reservation) throws -> [FolioEntry] {
    try Ledger.lines(about: stay, in: managedObjectContext).sorted { $0.comesBefore($1) }
      .filter { $0.kind == .payment && $0.stands }
  }
}
