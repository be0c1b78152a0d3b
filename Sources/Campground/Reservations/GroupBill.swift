import Foundation
import ObjectGraph

/// How the bill stands that a stay shares with others.
///
///     let bill = try folios.groupBill(of: reservation)
///     print(bill?.name ?? "", bill?.balance ?? "")      // Scouts credit $20.00
public struct GroupBill: Hashable, Sendable {
  /// The group's name, or the code of the bill.
  public let name: String

  /// What all stays on the bill were charged, will be charged and have paid.
  public let balance: Balance

  /// The bill of a reservation at an instant; nil where nobody else is on it.
  init?(of reservation: Reservation, in context: ManagedObjectContext, at now: Date) throws {
    guard let folio = reservation.folio, folio.reservations.count > 1 else { return nil }
    let others = folio.reservations.filter { $0 !== reservation && !$0.isDeleted }
    guard !others.isEmpty else { return nil }
    name = folio.label
    balance = try Ledger.balance(of: folio, in: context, at: now)
  }
}

extension FolioService {
  /// How the bill stands that a reservation shares with others; nil where it has one of its own.
  public func groupBill(of reservation: Reservation) throws -> GroupBill? {
    try GroupBill(of: reservation, in: managedObjectContext, at: scope.clock.now)
  }
}
