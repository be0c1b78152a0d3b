import Foundation
import ObjectGraph

/// Allowances: amounts that the desk takes off the bill of a stay.
extension StayBook {
  /// The text of an allowance on the bill.
  static let allowance = "Allowance"

  /// The allowance off lodging that lowers the bill of a stay by an amount including its taxes, or
  /// by slightly less where these are rounded.
  func allowance(
    lowering reservation: Reservation, by amountMinor: Int64, on day: CalendarDate
  ) throws -> Int64 {
    let card = try card(of: reservation)
    return try rethrowing(
      reservation.facts(by: card).allowanceMinor(loweringBillBy: amountMinor, on: day, by: card)
    ) { CampgroundError($0) }
  }

  /// Takes an allowance off the bill of a stay, and posts it.
  ///
  /// - Parameters:
  ///   - group: the tax group that it reduces; nil for the whole bill.
  /// - Returns: The line of the allowance.
  /// - Throws: `CampgroundError.refused` where it exceeds the bill.
  func allow(
    _ amountMinor: Int64, off group: String?, to reservation: Reservation, on day: CalendarDate,
    reason: String
  ) throws -> FolioEntry {
    let fact = Allowance(context: context)
    let lines = try posting(reservation, on: day, reason: reason) {
      fact.position = (reservation.allowances.map(\.position).max() ?? -1) &+ 1
      fact.day = day
      fact.text = Self.allowance
      fact.amountMinor = amountMinor
      fact.taxGroup = group
      fact.reason = reason
      fact.reservation = reservation
    }
    let taken = try billByFacts(of: reservation).allowancesMinor.last ?? 0
    guard taken == amountMinor, let line = lines.first(where: { $0.allowance === fact }) else {
      let currency = reservation.campground?.currency ?? .usd
      let asked = Money(minorUnits: amountMinor, currency)
      throw CampgroundError(
        about: [.amount(asked.amount), .stay(reservation.code)],
        "the allowance of \(asked) exceeds the bill of \(reservation.code) "
          + "(\(Money(minorUnits: taken, currency)))", fix: .reverseCharges)
    }
    return line
  }
}
