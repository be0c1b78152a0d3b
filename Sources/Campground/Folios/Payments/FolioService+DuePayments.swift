import Foundation
import ObjectGraph

/// Payments and their due dates.
extension FolioService {
  /// The payments of a stay by due date: its deposit, a monthly stay month by month, and any other
  /// balance on the day of arrival; charges by hand and sales at once.
  ///
  /// Money paid counts against the earliest payment. Nothing is due for a draft, a hold or a
  /// request, nor for a stay that was declined or expired.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums that cannot be shown.
  public func duePayments(for reservation: Reservation) throws -> [DuePayment] {
    guard reservation.isBooked || reservation.isSettled else { return [] }
    let (bill, ofBill) = try StayBook(scope, in: managedObjectContext)
      .billOfNights(of: reservation)
    let lines = try Ledger.lines(about: reservation, in: managedObjectContext)
    let booked = reservation.reservationDay ?? reservation.arrival
    let isOpen = reservation.state?.isFinal == false
    var due = bill.due(
      depositMinor: isOpen ? reservation.depositMinor : nil, booked: booked
    )
    let charges = lines.filter {
      !$0.isPayment && ($0.night == nil || $0.kind == .sale || $0.kind == .meter)
    }
    let others = charges.lazy.filter { $0.night == nil }.map(\.amountMinor)
    let charged = try Balance.sum(others + [ofBill], bill.currency)
    if charged > 0, let first = charges.map(\.date).min() {
      due.append(Bill.Due(day: first, reason: .charges, amountMinor: charged))
    }
    let moved = lines.lazy.filter(\.isPayment).map(\.amountMinor)
    var left = try Balance.negated(Balance.sum(moved, bill.currency), bill.currency)
    left = try Balance.sum(
      [left, charged < 0 ? Balance.negated(charged, bill.currency) : 0], bill.currency)
    return due.enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
      .map { _, due in
        let paid = min(max(0, left), due.amountMinor)
        left -= paid
        return DuePayment(
          day: due.day, reason: due.reason,
          amount: Money(minorUnits: due.amountMinor, bill.currency),
          paid: Money(minorUnits: paid, bill.currency))
      }
  }

  /// The open payments due by a day, by due date and code, of expected and in-house guests, and of
  /// departed and canceled stays that still owe something.
  ///
  /// - Parameter last: the day; by default today.
  /// - Complexity: linear in the number of current and future stays and of open bills.
  public func duePayments(
    through last: CalendarDate? = nil
  ) throws -> [(stay: Reservation, payment: DuePayment)] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let last = last ?? scope.today(at: campground)
    var seen: Set<ManagedObjectID> = []
    let stays =
      try currentStays(at: campground) + unsettledFolios(at: campground).flatMap(\.stays)
    return try stays.filter { seen.insert($0.objectID).inserted }
      .flatMap { stay in try duePayments(for: stay).map { (stay, $0) } }
      .filter { $1.day <= last && $1.open.amount > 0 }
      .sorted { ($0.1.day, $0.0.number) < ($1.1.day, $1.0.number) }
  }
}
