import ObjectGraph

/// The changes of a scratch pad, counted as clerks count them: the rows for a reservation's nights,
/// sites and terms are part of the reservation, and former versions are part of their rule.
public struct UnsavedWork: Sendable, Hashable {
  /// The number of new objects.
  public let added: Int

  /// The number of changed objects.
  public let changed: Int

  /// The number of deleted objects.
  public let deleted: Int

  /// The total number of objects.
  public var count: Int { added + changed + deleted }

  /// Counts what a context would save.
  init(in context: ManagedObjectContext) {
    func isCounted(_ object: ManagedObject) -> Bool {
      !(object is ReservationNight || object is FactOfStay || object is Posting
        || object is Event || object is EventChange)
        && !Self.isFormerVersion(object)
    }
    added = context.insertedObjects.count(where: isCounted)
    deleted = context.deletedObjects.count(where: isCounted)
    changed = context.updatedObjects.count { object in
      guard isCounted(object) else { return false }
      // A guest who gets a reservation does not count as changed.
      let toManys = object.entity.relationshipsByName.filter(\.value.isToMany)
      return object.changedValues().keys.contains {
        toManys[$0] == nil && !RuleVersions.marks.contains($0)
      }
    }
  }

  /// Whether an object is a former version of a rule.
  private static func isFormerVersion(_ object: ManagedObject) -> Bool {
    switch object {
    case let rule as VersionedRule: !rule.isInForce
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
