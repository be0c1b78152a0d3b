import Foundation
import ObjectGraph

/// The state of a bill that a stay shares with others.
///
///     let bill = try folios.groupBill(of: reservation)
///     print(bill?.name ?? "", bill?.balance ?? "")      // Scouts credit $20.00
public struct GroupBill: Hashable, Sendable {
  /// The group's name.
  public let name: String

  /// The charges and payments of all stays on the bill.
  public let balance: Balance

  /// The shared bill of a reservation at an instant; nil where no other stay shares it.
  init?(of reservation: Reservation, in context: ManagedObjectContext, at now: Date) throws {
    guard let group = reservation.group,
      group.reservations.contains(where: { $0 !== reservation && !$0.isDeleted })
    else { return nil }
    name = group.name
    balance = try Ledger.balance(of: group.bill, in: context, at: now)
  }
}

extension FolioService {
  /// The state of the bill that a reservation shares with others; nil where it has its own.
  public func groupBill(of reservation: Reservation) throws -> GroupBill? {
    try GroupBill(of: reservation, in: managedObjectContext, at: scope.clock.now)
  }
}
