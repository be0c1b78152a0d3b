import Foundation
import ObjectGraph

/// What is taken off the bill of a stay at the desk.
extension StayBook {
  /// The words of what is taken off a bill.
  static let allowance = "Allowance"

  /// The allowance off lodging that lowers the bill of a stay by an amount, its taxes included, or
  /// where these are rounded by the least less.
  func allowance(
    lowering reservation: Reservation, by amountMinor: Int64, on day: CalendarDate
  ) throws -> Int64 {
    let card = try card(of: reservation)
    return try CampgroundError.catching { () throws(PricingError) in
      try reservation.facts(by: card).allowanceMinor(loweringBillBy: amountMinor, on: day, by: card)
    }
  }

  /// Takes an amount off the bill of a stay, and writes that.
  ///
  /// - Parameters:
  ///   - group: the group of charges that it is off; nil for the whole bill.
  ///   - chargedOn: midnight UTC of the day whose charge is reversed by it; nil for none.
  /// - Returns: the line of the allowance.
  /// - Throws: `CampgroundError.allowanceExceedsBill`.
  func allow(
    _ amountMinor: Int64, off group: String?, to reservation: Reservation, on day: CalendarDate,
    text: String = allowance, takingBackChargeOf chargedOn: Date? = nil, reason: String
  ) throws -> FolioEntry {
    let former = try billByFacts(of: reservation)
    let fact = Allowance(context: context)
    fact.position = (reservation.allowances.map(\.position).max() ?? -1) &+ 1
    fact.day = day.midnightUTC
    fact.text = text
    fact.amountMinor = amountMinor
    fact.taxGroup = group
    fact.chargedOn = chargedOn
    fact.reason = reason
    fact.reservation = reservation
    let bill = try billByFacts(of: reservation)
    let taken = bill?.allowancesMinor.last ?? 0
    let lines = try postChange(of: reservation, since: former, on: day, reason: reason)
    guard taken == amountMinor, let line = lines.first(where: { $0.kind == .allowance }) else {
      let currency = reservation.campground?.currency ?? .usd
      let asked = Money(minorUnits: amountMinor, currency)
      throw CampgroundError(
        .allowanceExceedsBill, about: [.amount(asked.amount), .stay(reservation.code)],
        "the allowance of \(asked) is more than the bill of \(reservation.code), which comes to "
          + "\(Money(minorUnits: taken, currency))", fix: .takeBackCharges)
    }
    try noteTotal(of: reservation)
    return line
  }
}
