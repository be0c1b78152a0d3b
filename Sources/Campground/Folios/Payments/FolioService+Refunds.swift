import Foundation
import ObjectGraph

extension FolioService {
  /// Refunds money.
  ///
  /// A refund changes no price: anything refunded beyond the guest's credit is due again, unless an
  /// allowance takes it off the bill.
  ///
  /// By default money goes back the way it came, the last payment first: by its method, or to the
  /// voucher that paid. On request it goes by check or transfer, whatever it came by; as a new
  /// voucher in the guest's name, unless a voucher paid it; by card as far as it came by card; and
  /// in cash as far as it came in cash. Money that was brought over from another program goes back by
  /// check, transfer or in cash, whichever is asked for. The stays of a group share what was paid on their bill.
  ///
  /// - Parameters:
  ///   - method: the payment method; nil for the way it came.
  ///   - reason: required for a refund beyond the guest's credit, and for an exception.
  ///   - allowing: whether to lower the bill by the same amount including taxes, or by a minor unit
  ///     less where those are rounded.
  ///   - overriding: whether to pay cash, as an exception, for money that did not come in cash.
  /// - Returns: The lines of the refund, one for each way it takes.
  /// - Throws: `CampgroundError.refused` for more than was paid, for a method by which too little
  ///   was paid, and for an allowance that exceeds the bill; `.invalidValue` without a reason; and
  ///   as `pay(_:by:for:reference:on:)`.
  @discardableResult
  public func refund(
    _ amount: Decimal, to reservation: Reservation, by method: PaymentMethod? = nil,
    reason: String? = nil, reference: String? = nil, allowing isAllowed: Bool = false,
    overriding isException: Bool = false, on day: CalendarDate? = nil
  ) throws -> [FolioEntry] {
    let reason = try NameRule.line(reason, of: "reason")
    let reference = try NameRule.line(reference, of: "reference")
    return try scope.writeAll { scratch in
      let page = try LedgerPage(for: reservation, on: day, by: scope.pen("refund", in: scratch))
      let amount = try page.minorUnits(amount)
      let money = try PaidMoney(of: page.folio, for: page.reservation, in: page.context)
      try page.require(amount, from: money, by: method, asException: isException)
      try page.requireReason(reason, for: amount, allowing: isAllowed)
      if isException, method == .cash, reason == nil, amount > money.left(by: .cash) {
        throw CampgroundError.reasonMissing("cash for money that did not come in cash")
      }
      if isAllowed { try takeOff(amount, page, reason: reason) }
      switch method {
      case nil:
        let parts = money.parts(of: amount)
        try refuse(
          unless: !parts.contains { $0.way.method == .broughtOver },
          about: [.property("method"), .stay(page.code)],
          "the payment for \(page.code) was brought over from another program, and its method is "
            + "unknown", fix: .advice("name the method: check, transfer or cash"))
        return try parts.map {
          try page.refund(
            $0.left, by: $0.way.method, to: $0.way.voucher, reference: reference, reason)
        }
      case .voucher: return [try keep(amount, page, reason: reason)]
      case let method?:
        return [try page.refund(amount, by: method, reference: reference, reason)]
      }
    }
  }

  /// Takes the refunded amount off the bill of the page's stay.
  private func takeOff(_ amountMinor: Int64, _ page: LedgerPage, reason: String?) throws {
    guard let stay = page.reservation, let reason else { return }
    let book = StayBook(scope, with: page.pen)
    _ = try book.allow(
      book.allowance(lowering: stay, by: amountMinor, on: page.day), off: RateCard.lodgingGroup,
      to: stay, on: page.day, reason: reason)
  }
}

extension LedgerPage {
  /// Writes a refund.
  ///
  /// - Parameter voucher: the voucher that paid the money and gets it back; nil for none.
  fileprivate func refund(
    _ amount: Int64, by method: PaymentMethod, to voucher: Voucher? = nil, reference: String?,
    _ reason: String?
  ) throws -> FolioEntry {
    try countReturned(amount)
    let line = write(
      .refund, "Refund by \(method.rawValue)", amount, method: method,
      reference: voucher?.code ?? reference, reason: reason)
    if let voucher {
      let voucher = try context.current(voucher)
      voucher.redeemedMinor = try Balance.sum(
        [voucher.redeemedMinor, try Balance.negated(amount, currency)], currency)
      line.voucher = voucher
    }
    return line
  }

  /// Counts the returned money on the folio, so that two clerks who refund the same money conflict.
  func countReturned(_ amount: Int64) throws {
    folio.returnedMinor = try Balance.sum([folio.returnedMinor, amount], currency)
  }

  /// Checks that there is a reason for an allowance, or for refunding more than the guest's credit.
  fileprivate func requireReason(_ reason: String?, for amount: Int64, allowing isAllowed: Bool)
    throws
  {
    guard reason == nil else { return }
    let credit = try Ledger.balance(of: folio, in: context, at: now).credit.minorUnits()
    try refuse(
      unless: !isAllowed && amount <= credit,
      with: .reasonMissing(isAllowed ? "an allowance" : "a refund of more than the credit"))
  }

  /// Checks that a refund does not exceed what was paid, nor what may go back by its method.
  ///
  /// - Parameters:
  ///   - method: nil for the way the money came.
  ///   - isException: whether any money may be paid out in cash.
  /// - Throws: `CampgroundError.refused`.
  func require(
    _ amount: Int64, from money: PaidMoney, by method: PaymentMethod?,
    asException isException: Bool = false
  ) throws {
    func words(_ units: Int64) -> Money { Money(minorUnits: units, currency) }
    let about = [CampgroundError.Subject.amount(words(amount).amount), .stay(code)]
    let refusal = "cannot refund \(words(amount)) for \(code)"
    try refuse(
      unless: amount <= money.total, about: about,
      "\(refusal): at most \(words(money.total)) is left")
    let most =
      switch method {
      case .cash where !isException: money.left(by: .cash) + money.left(by: .broughtOver)
      case .card: money.left(by: .card)
      case .voucher: money.total - money.left(by: .voucher)
      case .cash, .check, .transfer, nil: money.total
      case .broughtOver: Int64(0)
      }
    guard let method, amount > most else { return }
    let (way, source) =
      switch method {
      case .cash: ("in cash", "came in cash")
      case .voucher: ("as a voucher", "was not paid by voucher")
      case .card, .check, .transfer, .broughtOver:
        ("by \(method.rawValue)", "came by \(method.rawValue)")
      }
    throw CampgroundError(
      about: about, "\(refusal) \(way): only \(words(most)) of it \(source)",
      fix: method == .cash ? .refundAsPaidOrOverride : .refundAsPaid)
  }
}
