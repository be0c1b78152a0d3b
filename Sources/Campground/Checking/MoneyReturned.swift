import Foundation
import ObjectGraph

/// No folio refunded more than was paid.
struct MoneyReturned: Invariant {
  let title = "Refunds"

  func violations(in service: CheckService) throws -> [Violation] {
    let groups = try service.groups(
      of: "FolioEntry", by: ["folio"], adding: ["amountMinor"], where: "method != nil", [])
    let returned = groups.filter { $0.sum("amountMinor") > 0 }
    return try returned.compactMap { group -> (Int64, Violation)? in
      guard let id = group.object("folio"),
        let folio = try service.managedObjectContext.existingObject(with: id) as? Folio
      else { return nil }
      let money = Money(minorUnits: group.sum("amountMinor"), folio.campground?.currency ?? .usd)
      return (
        folio.number,
        Violation(
          subject: "folio \(folio.label)", problem: "refunded \(money) more than was paid",
          repair: "\"folio\" lists its lines; reverse the refund that was not paid out")
      )
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
