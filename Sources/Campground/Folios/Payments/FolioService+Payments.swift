import Foundation
import ObjectGraph

extension FolioService {
  // MARK: Payments

  /// Takes a payment for a reservation. Anything beyond the balance due becomes the guest's credit.
  ///
  /// - Parameters:
  ///   - reference: the number of a card slip or check.
  ///   - day: an open day; by default the business day.
  /// - Throws: `CampgroundError.amountNotPositive`, `.voucherNeedsCode`, `.dayClosed`,
  ///   `.dayToCome`; `.invalidAmount`, `.gone`.
  @discardableResult
  public func pay(
    _ amount: Decimal, by method: PaymentMethod, for reservation: Reservation,
    reference: String? = nil, on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    try refuse(unless: method != .voucher, with: .voucherNeedsCode)
    let reference = try NameRule.line(reference, of: "reference")
    return try write(about: reservation, on: day, for: "pay") { page in
      page.write(
        .payment, "Payment by \(method.rawValue)", -(try page.minorUnits(amount)),
        method: method, reference: reference)
    }
  }

  // MARK: Refunds

  /// Refunds money.
  ///
  /// A refund changes no price: anything refunded beyond the guest's credit is due again, unless an
  /// allowance takes it off the bill.
  ///
  /// A refund never exceeds what was paid: by card, at most what was paid by card; in cash, by
  /// check or by transfer, at most what was not paid by voucher.
  ///
  /// - Parameters:
  ///   - method: the payment method; by default that of the last payment, or cash if that was a
  ///     voucher.
  ///   - reason: required for a refund beyond the guest's credit.
  ///   - allowing: whether to lower the bill by the same amount including taxes, or by a minor unit
  ///     less where those are rounded.
  /// - Returns: The line of the refund.
  /// - Throws: `CampgroundError.refundExceedsPaid`, `.reasonMissing`, `.voucherNeedsCode`,
  ///   `.allowanceExceedsBill`, and as `pay(_:by:for:reference:on:)`.
  @discardableResult
  public func refund(
    _ amount: Decimal, to reservation: Reservation, by method: PaymentMethod? = nil,
    reason: String? = nil, reference: String? = nil, allowing isAllowed: Bool = false,
    on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    try refuse(unless: method != .voucher, with: .voucherNeedsCode)
    let reason = try NameRule.line(reason, of: "reason")
    let reference = try NameRule.line(reference, of: "reference")
    return try write(about: reservation, on: day, for: "refund") { page in
      let amount = try page.minorUnits(amount)
      let money = try PaidMoney(of: page.folio, in: page.context)
      let method = method ?? money.lastMethod
      try page.require(amount, from: money, by: method)
      try page.requireReason(reason, for: amount, allowing: isAllowed)
      try page.countReturned(amount)
      if isAllowed { try takeOff(amount, page, reason: reason) }
      return page.write(
        .refund, "Refund by \(method.rawValue)", amount, method: method, reference: reference,
        reason: reason)
    }
  }

  /// Takes the refunded amount off the bill of the page's stay.
  func takeOff(_ amountMinor: Int64, _ page: LedgerPage, reason: String?) throws {
    guard let stay = page.reservation, let reason else { return }
    let book = StayBook(scope, with: page.pen)
    _ = try book.allow(
      book.allowance(lowering: stay, by: amountMinor, on: page.day), off: RateCard.lodgingGroup,
      to: stay, on: page.day, reason: reason)
  }
}

extension LedgerPage {
  /// Counts the returned money on the folio, so that two clerks who refund the same money conflict.
  func countReturned(_ amount: Int64) throws {
    folio.returnedMinor = try Balance.sum([folio.returnedMinor, amount], currency)
  }

  /// Checks that there is a reason for an allowance, or for refunding more than the guest's credit.
  func requireReason(_ reason: String?, for amount: Int64, allowing isAllowed: Bool) throws {
    guard reason == nil else { return }
    let credit = try Ledger.balance(of: folio, in: context, at: now).credit.minorUnits()
    try refuse(
      unless: !isAllowed && amount <= credit,
      with: .reasonMissing(isAllowed ? "an allowance" : "a refund of more than the credit"))
  }

  /// Checks that a refund does not exceed what was paid.
  func require(_ amount: Int64, from money: PaidMoney, by method: PaymentMethod) throws {
    let (most, isOfMethod) = money.most(by: method)
    guard amount <= most else {
      let (asked, limit) = (Money(minorUnits: amount, currency), Money(minorUnits: most, currency))
      throw CampgroundError(
        .refundExceedsPaid, about: [.amount(asked.amount), .stay(code)],
        "cannot refund \(asked) for \(code): at most \(limit) "
          + (isOfMethod ? "paid by \(method.rawValue) is left" : "is left")
          + (isOfMethod && method != .card ? "; voucher payments go back as credit" : ""))
    }
  }
}
