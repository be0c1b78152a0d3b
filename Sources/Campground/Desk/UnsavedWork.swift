import ObjectGraph

/// How much a scratch pad changed, in the things that clerks count: the rows that keep a
/// reservation's nights, its campsites and what was agreed are part of the reservation, and what a
/// rule was is part of the rule.
public struct UnsavedWork: Sendable, Hashable {
  /// The number of new objects.
  public let added: Int

  /// The number of changed objects.
  public let changed: Int

  /// The number of deleted objects.
  public let deleted: Int

  /// The number of objects of all three kinds.
  public var count: Int { added + changed + deleted }

  /// Counts what a context would save.
  init(in context: ManagedObjectContext) {
    func isCounted(_ object: ManagedObject) -> Bool {
      !(object is ReservationNight || object is any FactOfStay || object is Posting
        || object is Event || object is EventChange)
        && !Self.isFormerVersion(object)
    }
    added = context.insertedObjects.count(where: isCounted)
    deleted = context.deletedObjects.count(where: isCounted)
    changed = context.updatedObjects.count { object in
      guard isCounted(object) else { return false }
      // A guest who gets a reservation is not changed thereby.
      let toManys = object.entity.relationshipsByName.filter(\.value.isToMany)
      return object.changedValues().keys.contains {
        toManys[$0] == nil && !RuleVersions.marks.contains($0)
      }
    }
  }

  /// Whether an object is what a rule was before.
  private static func isFormerVersion(_ object: ManagedObject) -> Bool {
    switch object {
    case let rule as any VersionedRule: !rule.isInForce
    case let step as CancellationStep: step.policy?.isInForce == false
    default: false
    }
  }
}

extension UnsavedWork: CustomStringConvertible {
  /// `3 changes: 2 added, 1 changed`
  public var description: String {
    let kinds = [(added, "added"), (changed, "changed"), (deleted, "deleted")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let total = count == 1 ? "1 change" : "\(count) changes"
    return kinds.isEmpty ? total : "\(total): " + kinds.joined(separator: ", ")
  }
}
