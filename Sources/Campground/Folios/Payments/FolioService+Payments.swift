import Foundation
import ObjectGraph

extension FolioService {
  // MARK: Payments

  /// Takes a payment for a reservation. Anything beyond the balance due becomes the guest's credit.
  ///
  /// - Parameters:
  ///   - reference: the number of a card slip or check.
  ///   - day: an open day; by default the business day.
  /// - Throws: `CampgroundError.invalidValue` for an amount that is zero or less, too precise or
  ///   too large; `.refused` by voucher, which needs its code, and for a day that is closed or
  ///   still to come; `.gone`.
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
}
