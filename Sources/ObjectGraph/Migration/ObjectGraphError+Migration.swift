import Foundation
import ObjectModel

/// What goes wrong in a migration.
extension ObjectGraphError {
  /// Code 134170: a mapping failed, with an object or as a whole.
  static func failure(
    of mapping: EntityMapping, with source: ManagedObject?, _ error: any Error
  ) -> ObjectGraphError {
    let cause = error as? ObjectGraphError
    let object = source.map { " for \($0.objectID.uriRepresentation().absoluteString)" } ?? ""
    return ObjectGraphError(
      .entityMigrationPolicy,
      "the mapping \(mapping.name) failed\(object): \(cause?.message ?? "\(error)")",
      repair: cause?.repair ?? "mend the object, or let the policy cope with it",
      entityName: source?.entity.name ?? mapping.sourceEntityName ?? mapping.destinationEntityName,
      objectID: source?.objectID, key: cause?.key, value: cause?.value,
      underlyingErrors: cause.map { [$0] } ?? [], details: [NSUnderlyingErrorKey: error])
  }

  /// An error of one of the two stores.
  static func failure(
    of store: String, code: Code, _ error: any Error
  ) -> ObjectGraphError {
    let cause = error as? ObjectGraphError
    return ObjectGraphError(
      code, "the \(store) store cannot be opened for a migration: \(cause?.message ?? "\(error)")",
      repair: cause?.repair, underlyingErrors: cause.map { [$0] } ?? [],
      details: [NSUnderlyingErrorKey: error])
  }

  /// Code 134110, or 134111 where a uniqueness constraint is broken: what was made cannot be saved.
  static func unsavable(_ error: any Error) -> any Error {
    guard let cause = error as? ObjectGraphError else { return error }
    guard cause.code == .managedObjectConstraintMerge || cause.code == .managedObjectMerge else {
      return cause
    }
    return ObjectGraphError(
      cause.code == .managedObjectConstraintMerge ? .migrationConstraintViolation : .migration,
      "the migrated objects cannot be saved: \(cause.message)",
      repair: "let a filter or a policy leave one of them out", entityName: cause.entityName,
      objectID: cause.objectID, key: cause.key, value: cause.value, underlyingErrors: [cause])
  }
}
