import Foundation
import ObjectGraph

/// The ledger lines of a stay that is over add up to its bill.
///
/// Before that, the ledger has what was posted so far, which may be more or less than the bill. The
/// money of a stay that had ended when it was imported is not known.
struct BillsInLedger: Invariant {
  let title = "Bills"

  func violations(in service: CheckService) throws -> [Violation] {
    let posted = try service.groups(
      of: "FolioEntry", by: ["reservation"], adding: ["amountMinor"],
      where: "night != nil AND reservation != nil", [])
    var sums: [ManagedObjectID: Int64] = [:]
    for group in posted {
      if let id = group.object("reservation") { sums[id] = group.sum("amountMinor") }
    }
    return try service.campgrounds().flatMap { try violations(at: $0, sums, service) }
  }

  private func violations(
    at campground: Campground, _ sums: [ManagedObjectID: Int64], _ service: CheckService
  ) throws -> [Violation] {
    let stays = try service.rows(
      of: "Reservation", reading: ["objectID", "number", "totalMinor"],
      where: "campground == %@ AND status IN %@", [campground, Self.over])
    return try stays.sorted { ($0.integer("number") ?? 0) < ($1.integer("number") ?? 0) }
      .compactMap { stay in
        guard let id = stay.object("objectID") else { return nil }
        let (bill, sum) = (stay.integer("totalMinor") ?? 0, sums[id] ?? 0)
        guard try bill != sum && !(sum == 0 && isImported(id, service)) else { return nil }
        let code = PlaceholderNumbers.code("R", stay.integer("number") ?? 0)
        func money(_ minor: Int64) -> Money { Money(minorUnits: minor, campground.currency) }
        return Violation(
          subject: code,
          problem: "has a bill of \(money(bill)), but lines for \(money(sum)) in the ledger",
          repair: "compare \"folio \(code)\" with \"audit \(code)\"; if the last command did it, "
            + "\"undo\" takes it back, otherwise " + Violation.restoring)
      }
  }

  private func isImported(_ id: ManagedObjectID, _ service: CheckService) throws -> Bool {
    let stay = try service.managedObjectContext.existingObject(with: id) as? Reservation
    return stay?.importedTotal != nil
  }

  private static let over: [String] = [ReservationStatus.checkedOut, .canceled, .noShow]
    .map(\.rawValue)
}
