import Foundation
import ObjectGraph

/// A night that is taken is taken by a stay or by a closure, and by one of them alone.
struct OwnersOfNights: Invariant {
  let title = "Nights without an owner"

  func violations(in service: CheckService) throws -> [Violation] {
    try service.managedObjectContext.fetch(
      ReservationNight.self,
      where: "(reservation == nil AND block == nil) OR (reservation != nil AND block != nil)",
      by: ["night"], prefetching: ["campSite"]
    ).map { night in
      Violation(
        subject: "site \(night.campSite?.name ?? "?")",
        problem: night.reservation == nil
          ? "is taken on \(night.date) by no stay" : "is both booked and closed on \(night.date)",
        repair: Violation.restoring)
    }
  }
}
