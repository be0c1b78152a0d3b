import Foundation
import ObjectGraph

/// Checks a whole store: its file, and what must hold of the business in it.
///
///     let check = CheckService(managedObjectContext: stack.mainContext, storeStack: stack)
///     for finding in try check.findings() { print(finding.subject, finding.problem) }
///
/// It covers all campgrounds of the store, reads every row, and changes nothing.
public final class CheckService: Service {
  private static let invariants: [any Invariant] = [
    NightsOfStays(), NightsOfClosures(), OwnersOfNights(), BillsInLedger(), Reversals(),
    MoneyReturned(), ClosedDays(), VoucherValues(),
  ]

  /// What is wrong in the store, by rule; empty where everything is in order.
  ///
  /// If the file itself is damaged, nothing else is checked.
  ///
  /// - Throws: what a fetch throws; code 3072 if requests are interrupted.
  public func findings() throws -> [StoreFinding] {
    let file = try FileFaults().findings(in: self)
    if file.contains(where: { $0.rule == FileFaults.damage }) { return file }
    return try file
      + Self.invariants.flatMap { invariant in
        try invariant.violations(in: self).map {
          StoreFinding(
            rule: invariant.title, subject: $0.subject, problem: $0.problem, repair: $0.repair)
        }
      }
  }

  /// What is in the store.
  public func contents() throws -> StoreContents { try StoreContents(of: managedObjectContext) }

  /// The campgrounds of the store.
  func campgrounds() throws -> [Campground] {
    try managedObjectContext.fetch(FetchRequest<Campground>(nil, by: ["name"]))
  }
}

extension Violation {
  /// The advice where no command can write what is missing.
  static let restoring =
    "restore a backup from before: \"backup list\" shows them, and \"check\" looks at one that is "
    + "opened with --store"
}
