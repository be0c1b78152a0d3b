import Foundation
import ObjectModel
import ObjectStore

/// The form of a batch update's result.
public enum BatchUpdateRequestResultType: UInt, Sendable, Hashable, CaseIterable {
  /// Whether the request succeeded.
  case statusOnlyResultType = 0
  /// The IDs of the updated objects.
  case updatedObjectIDsResultType = 1
  /// The number of updated objects.
  case updatedObjectsCountResultType = 2
}

/// The form of a batch deletion's result.
public enum BatchDeleteRequestResultType: UInt, Sendable, Hashable, CaseIterable {
  /// Whether the request succeeded.
  case resultTypeStatusOnly = 0
  /// The IDs of the deleted objects, including those deleted by cascade.
  case resultTypeObjectIDs = 1
  /// The number of deleted objects, including those deleted by cascade.
  case resultTypeCount = 2
}

/// The form of a batch insertion's result.
public enum BatchInsertRequestResultType: UInt, Sendable, Hashable, CaseIterable {
  /// Whether the request succeeded.
  case statusOnly = 0
  /// The IDs of the new objects, and of existing objects that took over the values of new ones.
  case objectIDs = 1
  /// The number of these objects.
  case count = 2
}

/// The result of a batch request; a request that fails throws instead.
open class BatchResult: PersistentStoreResult {
  /// The IDs, in order of their keys; nil unless the result type asks for them.
  public let objectIDs: [ManagedObjectID]?

  /// The number of objects; nil unless the result type asks for the IDs or their number.
  public let count: Int?

  /// Whether the request succeeded, which is always so: a failed one throws.
  public let success = true

  /// The IDs under the keys that `mergeChanges(fromRemoteContextSave:into:)` accepts, including
  /// those of objects changed as a consequence; empty unless the result type asks for IDs.
  public let changes: [AnyHashable: Any]

  /// - Parameters:
  ///   - form: the request's result type; the three kinds share their raw values.
  ///   - changed: describes the rows' changes to other contexts.
  init(
    _ outcome: BatchOutcome, form: some RawRepresentable<UInt>,
    in coordinator: PersistentStoreCoordinator,
    changed: (_ named: [ManagedObjectID], _ ids: ([RowKey]) -> [ManagedObjectID]) ->
      ChangedObjectIDs
  ) {
    count = form.rawValue == 0 ? nil : outcome.count
    let (stores, model) = (coordinator.storeIdentities, coordinator.layout)
    func ids(_ rows: [RowKey]) -> [ManagedObjectID] {
      rows.map { ManagedObjectID(key: $0.key, among: stores, model[$0.entityNumber]) }
    }
    objectIDs = form.rawValue == 1 ? ids(outcome.rows + outcome.cascaded) : nil
    changes = objectIDs.map { changed($0, ids).userInfo } ?? [:]
  }

  /// As in Core Data, a `Bool`, an array of `ManagedObjectID` or an `Int`, depending on the result
  /// type.
  public var result: Any? { objectIDs ?? count ?? success }
}

/// The result of a batch update.
public final class BatchUpdateResult: BatchResult {
  /// What the request asked for.
  public let resultType: BatchUpdateRequestResultType

  init(
    _ outcome: BatchOutcome, _ type: BatchUpdateRequestResultType,
    in coordinator: PersistentStoreCoordinator
  ) {
    resultType = type
    super.init(outcome, form: type, in: coordinator) { named, ids in
      ChangedObjectIDs(inserted: [], updated: Set(named + ids(outcome.touched)), deleted: [])
    }
  }
}

/// The result of a batch deletion.
public final class BatchDeleteResult: BatchResult {
  /// What the request asked for.
  public let resultType: BatchDeleteRequestResultType

  init(
    _ outcome: BatchOutcome, _ type: BatchDeleteRequestResultType,
    in coordinator: PersistentStoreCoordinator
  ) {
    resultType = type
    super.init(outcome, form: type, in: coordinator) { named, ids in
      ChangedObjectIDs(inserted: [], updated: Set(ids(outcome.touched)), deleted: Set(named))
    }
  }
}

/// The result of a batch insertion.
public final class BatchInsertResult: BatchResult {
  /// What the request asked for.
  public let resultType: BatchInsertRequestResultType

  init(
    _ outcome: BatchOutcome, _ type: BatchInsertRequestResultType,
    in coordinator: PersistentStoreCoordinator
  ) {
    resultType = type
    super.init(outcome, form: type, in: coordinator) { named, ids in
      let replaced = Set(ids(outcome.replaced))
      return ChangedObjectIDs(
        inserted: Set(named).subtracting(replaced),
        updated: replaced.union(ids(outcome.touched)), deleted: [])
    }
  }
}
