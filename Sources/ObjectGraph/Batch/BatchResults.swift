import Foundation
import ObjectModel
import ObjectStore

/// In which form a batch update tells what it did.
public enum BatchUpdateRequestResultType: UInt, Sendable, Hashable, CaseIterable {
  /// Whether it was done.
  case statusOnlyResultType = 0
  /// The IDs of the updated objects.
  case updatedObjectIDsResultType = 1
  /// How many objects were updated.
  case updatedObjectsCountResultType = 2
}

/// In which form a batch deletion tells what it did.
public enum BatchDeleteRequestResultType: UInt, Sendable, Hashable, CaseIterable {
  /// Whether it was done.
  case resultTypeStatusOnly = 0
  /// The IDs of the deleted objects, those that the delete rules took along included.
  case resultTypeObjectIDs = 1
  /// How many objects were deleted, those that the delete rules took along included.
  case resultTypeCount = 2
}

/// In which form a batch insertion tells what it did.
public enum BatchInsertRequestResultType: UInt, Sendable, Hashable, CaseIterable {
  /// Whether it was done.
  case statusOnly = 0
  /// The IDs of the new objects, and of those that took over the values of new ones.
  case objectIDs = 1
  /// How many there are of them.
  case count = 2
}

/// What a batch request did; an error is thrown where it did nothing.
open class BatchResult: PersistentStoreResult {
  /// The IDs, by key; nil unless the result type asks for them.
  public let objectIDs: [ManagedObjectID]?

  /// How many there are; nil unless the result type asks for the IDs or their number.
  public let count: Int?

  /// Whether the request was carried out, which is so wherever there is a result.
  public let success = true

  /// The IDs by the keys that `mergeChanges(fromRemoteContextSave:into:)` takes, those of objects
  /// that were changed along with others included; empty unless the result type asks for IDs.
  public let changes: [AnyHashable: Any]

  /// - Parameters:
  ///   - form: the result type of the request; the raw values of all of them agree.
  ///   - changed: what the IDs of the rows say for other contexts.
  init(
    _ outcome: BatchOutcome, form: some RawRepresentable<UInt>,
    in coordinator: PersistentStoreCoordinator, changed: (BatchIDs) -> ChangedObjectIDs
  ) {
    count = form.rawValue == 0 ? nil : outcome.count
    let ids = form.rawValue == 1 ? BatchIDs(outcome, in: coordinator) : nil
    objectIDs = ids.map { $0.rows + $0.cascaded }
    changes = ids.map { changed($0).userInfo } ?? [:]
  }

  /// As in Core Data: a `Bool`, an array of `ManagedObjectID` or an `Int`, as the result type says.
  public var result: Any? { objectIDs ?? count ?? success }
}

/// What a batch update did.
public final class BatchUpdateResult: BatchResult {
  public let resultType: BatchUpdateRequestResultType

  init(
    _ outcome: BatchOutcome, _ type: BatchUpdateRequestResultType,
    in coordinator: PersistentStoreCoordinator
  ) {
    resultType = type
    super.init(outcome, form: type, in: coordinator) {
      ChangedObjectIDs(inserted: [], updated: $0.touched.union($0.rows), deleted: [])
    }
  }
}

/// What a batch deletion did.
public final class BatchDeleteResult: BatchResult {
  public let resultType: BatchDeleteRequestResultType

  init(
    _ outcome: BatchOutcome, _ type: BatchDeleteRequestResultType,
    in coordinator: PersistentStoreCoordinator
  ) {
    resultType = type
    super.init(outcome, form: type, in: coordinator) {
      ChangedObjectIDs(inserted: [], updated: $0.touched, deleted: Set($0.rows + $0.cascaded))
    }
  }
}

/// What a batch insertion did.
public final class BatchInsertResult: BatchResult {
  public let resultType: BatchInsertRequestResultType

  init(
    _ outcome: BatchOutcome, _ type: BatchInsertRequestResultType,
    in coordinator: PersistentStoreCoordinator
  ) {
    resultType = type
    super.init(outcome, form: type, in: coordinator) {
      ChangedObjectIDs(
        inserted: Set($0.rows).subtracting($0.replaced),
        updated: $0.touched.union($0.replaced), deleted: [])
    }
  }
}

/// The IDs of the rows that an outcome names.
struct BatchIDs {
  let rows: [ManagedObjectID]
  let cascaded: [ManagedObjectID]
  let replaced: Set<ManagedObjectID>
  let touched: Set<ManagedObjectID>

  init(_ outcome: BatchOutcome, in coordinator: PersistentStoreCoordinator) {
    let identities = coordinator.storeIdentities
    func id(_ row: BatchOutcome.Named) -> ManagedObjectID {
      let number = StoreIdentity.number(ofKey: row.key)
      return ManagedObjectID(
        store: identities.indices.contains(number) ? identities[number] : nil,
        entity: coordinator.layout[row.entityNumber].identity,
        reference: StoreIdentity.reference(ofKey: row.key))
    }
    rows = outcome.rows.map(id)
    cascaded = outcome.cascaded.map(id)
    replaced = Set(outcome.replaced.map(id))
    touched = Set(outcome.touched.map(id))
  }
}
