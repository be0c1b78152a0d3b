import Foundation
import ObjectGraph

extension FolioService {
  // MARK: Money that comes in

  /// Takes money for a reservation. More than is due is to the credit of the guest.
  ///
  /// - Parameters:
  ///   - reference: the number of a card slip or check.
  ///   - day: an open day; by default the business day.
  /// - Throws: `LedgerRule.amountNotPositive`, `.voucherNeedsCode`, `.dayClosed`, `.dayToCome`;
  ///   `CampgroundError.invalidAmount`, `.gone`.
  @discardableResult
  public func pay(
    _ amount: Decimal, by method: PaymentMethod, for reservation: Reservation,
    reference: String? = nil, on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    guard method != .voucher else { throw CampgroundError.ledger(.voucherNeedsCode) }
    let reference = try NameRule.line(reference, of: "reference")
    return try write(about: reservation, on: day) { page in
      page.write(
        .payment, "Payment by \(method.rawValue)", -(try page.minorUnits(amount)),
        method: method, reference: reference)
    }
  }

  // MARK: Money that goes out

  /// Gives money back.
  ///
  /// What the guest has to the good goes first: what was paid beyond the bill, on which all of a
  /// group are together. What goes beyond it is taken off the bill by a line with the same reason,
  /// so that nobody owes again what was given back; `allow` takes its taxes off as well.
  ///
  /// Never more than was paid: by card at most what came by card; in cash, by check or transfer at
  /// most what did not come by voucher.
  ///
  /// - Parameter method: how; by default as the last payment came, or in cash where that was a
  ///   voucher.
  /// - Returns: the line of the refund.
  /// - Throws: `LedgerRule.refundExceedsPaid`, `.reasonMissing`, `.voucherNeedsCode`, and as
  ///   `pay(_:by:for:reference:on:)`.
  @discardableResult
  public func refund(
    _ amount: Decimal, to reservation: Reservation, by method: PaymentMethod? = nil,
    reason: String, reference: String? = nil, on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    guard method != .voucher else { throw CampgroundError.ledger(.voucherNeedsCode) }
    guard let reason = try NameRule.line(reason, of: "reason") else {
      throw CampgroundError.ledger(.reasonMissing("a refund"))
    }
    let reference = try NameRule.line(reference, of: "reference")
    return try write(about: reservation, on: day) { page in
      let amount = try page.minorUnits(amount)
      let money = try PaidMoney(of: page.folio, in: page.context)
      let method = method ?? money.lastMethod
      try page.require(amount, from: money, by: method)
      try page.takeOffBill(amount, reason)
      try page.countReturned(amount)
      return page.write(
        .refund, "Refund by \(method.rawValue)", amount, method: method, reference: reference,
        reason: reason)
    }
  }

  /// Takes a line back by another one with the other sign, once.
  ///
  /// What was agreed for the stay and is taken back, such as a night, is waived: it costs nothing,
  /// whatever is changed or priced anew later.
  ///
  /// - Throws: `LedgerRule.lineReversed`, `.lineIsReversal`, `.lineOfVoucher`, `.reasonMissing`,
  ///   and as `pay(_:by:for:reference:on:)`.
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
      let reversal = try page.reverse(line, reason: reason)
      try line.charge?.waive()
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

  /// Notes on the folio that money went out, so that two who give the same money back meet there.
  func countReturned(_ amount: Int64) throws {
    folio.returnedMinor = try Balance.sum([folio.returnedMinor, amount], currency)
  }

  /// Checks that as much was paid as is to be given back.
  func require(_ amount: Int64, from money: PaidMoney, by method: PaymentMethod) throws {
    let (most, isOfMethod) = money.most(by: method)
    guard amount <= most else {
      throw CampgroundError.ledger(
        .refundExceedsPaid(
          code: code, asked: Money(minorUnits: amount, currency),
          most: Money(minorUnits: most, currency), by: isOfMethod ? method : nil))
    }
  }

  /// Reduces the bill by what is given back beyond what is to the good on the whole of it.
  func takeOffBill(_ amount: Int64, _ reason: String) throws {
    let credit = try Ledger.balance(of: folio, in: context).credit.minorUnits()
    guard amount > credit else { return }
    write(.discount, FolioService.allowance, -(amount - credit), reason: reason)
  }
}
