import Foundation
import ObjectGraph

/// What a guest is asked to pay when a stay is booked, and what of it came in.
public struct Deposit: Sendable, Hashable {
  /// What is asked for: what was agreed, and at most what the stay costs.
  public let amount: Money

  /// The day by which it is to be paid; nil while the stay is not reserved, and nothing is due.
  public let due: CalendarDate?

  /// What of it was paid.
  public let paid: Money

  /// What of it is still due.
  public var open: Money {
    Money(amount.amount - paid.amount, amount.currency)
  }

  /// The deposit of a stay that is not over; nil where none was agreed.
  ///
  /// - Parameter paid: what was paid for the stay in all.
  public init?(of reservation: Reservation, paid: Money) {
    guard let agreed = reservation.depositMinor, reservation.state?.isFinal == false else {
      return nil
    }
    let minor = min(agreed, reservation.totalMinor ?? agreed)
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
  /// The date on which it became reserved, by which the deposit is to be paid; nil before.
  var reservationDay: CalendarDate? {
    reservedAt.map { CalendarDate($0, in: campground?.timeZone ?? .current) }
  }
}
