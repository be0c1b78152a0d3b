import ObjectGraph

/// The money paid into a folio and not yet refunded, by payment method.
struct PaidMoney {
  private var left: [PaymentMethod: Int64] = [:]

  /// The method of the last payment that was not reversed; cash if that was a voucher, or if there
  /// is none.
  private(set) var lastMethod = PaymentMethod.cash

  /// Adds up the lines of a folio.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for sums beyond 64 bits.
  init(of folio: Folio, in context: ManagedObjectContext) throws {
    let currency = folio.campground?.currency ?? .usd
    for line in try Ledger.lines(of: folio, in: context) {
      guard let method = line.method else { continue }
      let amount = try Balance.negated(line.amountMinor, currency)
      left[method] = try Balance.sum([left[method] ?? 0, amount], currency)
      if line.kind == .payment, line.reversedBy == nil, method != .voucher { lastMethod = method }
    }
    total = try Balance.sum(left.values, currency)
  }

  /// The total of all methods.
  private(set) var total: Int64 = 0

  /// The most that can be refunded by a method, and whether that limit is the method's own.
  func most(by method: PaymentMethod) -> (amount: Int64, isOfMethod: Bool) {
    let whole = max(0, total)
    let limit: Int64 =
      switch method {
      case .card: max(0, left[.card] ?? 0)
      case .cash, .check, .transfer: max(0, whole - max(0, left[.voucher] ?? 0))
      case .voucher: whole
      }
    return limit < whole ? (limit, true) : (whole, false)
  }
}
