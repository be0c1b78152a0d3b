import Foundation
import ObjectGraph

/// A line that reverses another one takes back exactly its amount, and only one line does.
struct Reversals: Invariant {
  let title = "Reversed lines"

  func violations(in service: CheckService) throws -> [Violation] {
    let context = service.managedObjectContext
    let lines = try context.fetch(
      FolioEntry.self,
      where: "(kind == %@ AND (reverses == nil OR reverses.amountMinor + amountMinor != 0)) "
        + "OR (reverses != nil AND reverses.reversedBy != SELF) "
        + "OR (reversedBy != nil AND reversedBy.reverses != SELF)",
      ChargeKind.reversal.rawValue, by: ["number"],
      prefetching: ["folio", "reverses", "reversedBy"])
    return lines.map { line in
      let problem =
        switch (line.reverses, line.reversedBy) {
        case (let subject?, _) where subject.reversedBy !== line:
          "reverses a line that another one reverses, or none"
        case (let subject?, _):
          "takes back \(-line.amount), but the line it reverses is \(subject.amount)"
        case (nil, _?): "is said to be reversed by a line that reverses another one"
        case (nil, nil): "is a reversal of no line"
        }
      return Violation(
        subject: "\(line.lineWords) of folio \(line.folio?.code ?? "?")", problem: problem,
        repair: Violation.restoring)
    }
  }
}
