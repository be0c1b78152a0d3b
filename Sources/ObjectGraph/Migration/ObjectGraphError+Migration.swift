import Foundation
import ObjectModel

/// Migration errors.
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
      repair: cause?.repair ?? "fix the object, or handle it in the policy",
      entityName: source?.entity.name ?? mapping.sourceEntityName ?? mapping.destinationEntityName,
      objectID: source?.objectID, key: cause?.key, value: cause?.value,
      underlyingErrors: cause.map { [$0] } ?? [], details: .init(.underlyingError, error))
  }

  /// An error from one of the two stores.
  static func failure(
    of store: String, code: Code, _ error: any Error
  ) -> ObjectGraphError {
    let cause = error as? ObjectGraphError
    return ObjectGraphError(
      code, "the \(store) store cannot be opened for a migration: \(cause?.message ?? "\(error)")",
      repair: cause?.repair, underlyingErrors: cause.map { [$0] } ?? [],
      details: .init(.underlyingError, error))
  }

  /// Code 134110, or 134111 for a violated uniqueness constraint: the new objects cannot be saved.
  static func unsavable(_ error: any Error) -> any Error {
    guard let cause = error as? ObjectGraphError else { return error }
    guard cause.code == .managedObjectConstraintMerge || cause.code == .managedObjectMerge else {
      return cause
    }
    return ObjectGraphError(
      cause.code == .managedObjectConstraintMerge ? .migrationConstraintViolation : .migration,
      "the migrated objects cannot be saved: \(cause.message)",
      repair: "exclude one of them with a filter or a policy", entityName: cause.entityName,
      objectID: cause.objectID, key: cause.key, value: cause.value, underlyingErrors: [cause])
  }
}
