import Foundation
import ObjectGraph

/// What the save of a scratch pad has written so far, to which the rest of its commands may refer.
final class PadProgress {
  /// The numbers that the store assigned to placeholders, by letter.
  var numbers: [String: [Int64: Int64]] = [:]

  /// The row keys of the added campers.
  fileprivate(set) var newCampers: Set<Int64> = []
}

/// Records what a command does while its services run.
final class CommandJournal {
  /// The placeholder numbers given so far.
  var placeholders: PlaceholderNumbers

  /// The save of a scratch pad that repeats the command; nil at other times.
  let padProgress: PadProgress?

  /// The outcome of the command so far.
  private(set) var outcome = CommandOutcome()

  init(
    placeholders: PlaceholderNumbers = PlaceholderNumbers(),
    savingPad padProgress: PadProgress? = nil
  ) {
    self.placeholders = placeholders
    self.padProgress = padProgress
  }

  /// Saves a context that a service changed, and records what it changed.
  ///
  /// - Parameters:
  ///   - changes: the changes recorded by the audit.
  ///   - currency: the currency of the campground; nil where there is none yet.
  ///   - terms: the cancellation terms agreed for a stay, in words.
  func save(
    _ context: ManagedObjectContext, _ changes: [AuditTrail.Change], currency: Currency?,
    terms: (Reservation) throws -> String
  ) throws {
    let inserted = context.insertedObjects
    let written = inserted.union(context.updatedObjects)
    let stays = try written.compactMap { $0 as? Reservation }.map { stay in
      let isAgreed =
        stay.isInserted || !stay.changedStoredKeys.isDisjoint(with: ["policy", "policyRevision"])
      return (stay, isAgreed ? try terms(stay) : nil, stay.isInserted)
    }
    // A deleted object has no values after the save.
    let deleted = try changes.filter { $0.kind == .deleted }.map { change in
      (ObjectLabel.phrase(for: change.object), try AuditDifference.all(of: change.object))
    }
    let hasAmounts = currency != nil && written.contains(where: Self.hasAmount)
    outcome.isEmpty = outcome.isEmpty && written.isEmpty && context.deletedObjects.isEmpty
    try context.save()
    // By now the store has assigned numbers.
    for (stay, terms, isNew) in stays { outcome.note(stay, terms: terms, isNew: isNew) }
    for (label, properties) in deleted { outcome.note(deleted: label, properties) }
    for case let camper as Camper in inserted {
      padProgress?.newCampers.insert(camper.objectID.reference)
    }
    for case let voucher as Voucher in inserted { outcome.note(voucher) }
    for case let policy as CancellationPolicy in written where policy.isInForce {
      outcome.note(policy)
    }
    for case let line as FolioEntry in inserted { outcome.note(line) }
    let numbered = inserted.compactMap { $0 as? Numbered }
    for (letter, made) in Dictionary(grouping: numbered, by: { type(of: $0).letter }) {
      outcome.created[letter, default: []] += made.map(\.number).sorted()
    }
    for change in changes where change.kind == .changed {
      for difference in change.differences { outcome.note(difference, of: change.object) }
    }
    if hasAmounts { outcome.currency = currency }
  }

  /// Whether an amount of money was written to an object.
  private static func hasAmount(_ object: ManagedObject) -> Bool {
    let names = object.entity.attributesByName.keys.filter { $0.hasSuffix("Minor") }
    guard !names.isEmpty else { return false }
    let written =
      object.isInserted ? Set(names) : object.changedStoredKeys.intersection(names)
    return written.contains { (try? object.value(forKey: $0) as? Int64).map { $0 != 0 } ?? false }
  }
}
