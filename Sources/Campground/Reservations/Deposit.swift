import Foundation
import ObjectGraph

/// The deposit asked for when a stay is booked, and how much of it has been paid.
public struct Deposit: Sendable, Hashable {
  /// The agreed deposit, capped by the price of the stay.
  public let amount: Money

  /// The due date; nil while the stay is not reserved and nothing is due.
  public let due: CalendarDate?

  /// The part that has been paid.
  public let paid: Money

  /// The part that is still due.
  public var open: Money {
    Money(amount.amount - paid.amount, amount.currency)
  }

  /// The deposit of a stay that has not ended; nil where none was agreed.
  ///
  /// - Parameter paid: the total paid for the stay.
  public init?(of reservation: Reservation, paid: Money) {
    guard let agreed = reservation.depositMinor, reservation.state?.isFinal == false else {
      return nil
    }
    let minor = reservation.total == nil ? agreed : min(agreed, reservation.totalMinor)
    guard minor > 0 else { return nil }
    amount = Money(minorUnits: minor, paid.currency)
    due = reservation.reservationDay
    self.paid = Money(min(max(paid.amount, 0), amount.amount), paid.currency)
  }
}

extension Deposit: CustomStringConvertible {
  /// `deposit $45.00 due 2026-07-01 · $20.00 paid`
  public var description: String {
    let when = due.map { " due \($0)" } ?? " due at booking"
    return "deposit \(amount)\(when)" + (paid.amount == 0 ? "" : " · \(paid) paid")
  }
}

extension Reservation {
  /// The date on which the stay became reserved, when the deposit is due; nil before that.
  var reservationDay: CalendarDate? {
    reservedAt.map { CalendarDate($0, in: campground?.timeZone ?? .current) }
  }
}
