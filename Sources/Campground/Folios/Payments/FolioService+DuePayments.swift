import Foundation
import ObjectGraph

/// What is to be paid when.
extension FolioService {
  /// What is to be paid for a stay, by day: its deposit, a stay by the month month by month, and
  /// else the balance on the day of arrival; what was charged by hand or sold at once.
  ///
  /// What was paid counts for what is due first. Nothing is due of a draft, a hold or a request,
  /// nor of what came to nothing.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for sums that cannot be shown.
  public func duePayments(for reservation: Reservation) throws -> [DuePayment] {
    let isBooked = reservation.isBooked || reservation.isSettled
    guard isBooked, let bill = try bill(of: reservation) else { return [] }
    let lines = try Ledger.lines(about: reservation, in: managedObjectContext)
    let booked = reservation.reservationDay ?? reservation.arrival
    let isOpen = reservation.state?.isFinal == false
    var due = bill.due(
      depositMinor: isOpen ? reservation.depositMinor : nil, booked: booked
    ).map { (day: $0.day, reason: DuePayment.Reason($0.reason), minor: $0.amountMinor) }
    let charges = lines.filter { !$0.isPayment && $0.night == nil }
    let charged = try Balance.sum(charges.lazy.map(\.amountMinor), bill.currency)
    if charged > 0, let first = charges.map(\.date).min() { due.append((first, .charges, charged)) }
    let moved = lines.lazy.filter(\.isPayment).map(\.amountMinor)
    var left = try Balance.negated(Balance.sum(moved, bill.currency), bill.currency)
    left = try Balance.sum(
      [left, charged < 0 ? Balance.negated(charged, bill.currency) : 0], bill.currency)
    return due.enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
      .map { _, due in
        let paid = min(max(0, left), due.minor)
        left -= paid
        return DuePayment(
          day: due.day, reason: due.reason, amount: Money(minorUnits: due.minor, bill.currency),
          paid: Money(minorUnits: paid, bill.currency))
      }
  }

  /// What is still due by a day, by day and code: of those who are to come or here, and of those
  /// who left or were canceled and owe something.
  ///
  /// - Parameter last: the day; by default today.
  /// - Complexity: by the stays that are to come and the bills that are open.
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
