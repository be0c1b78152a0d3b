import Foundation
import ObjectModel

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

  init(_ report: BatchReport, form: BatchReport.Form) {
    objectIDs = form == .identifiers ? report.objectIDs : nil
    count = form == .status ? nil : report.count
    changes = form == .identifiers ? report.changes : [:]
  }

  /// As in Core Data: a `Bool`, an array of `ManagedObjectID` or an `Int`, as the result type says.
  public var result: Any? { objectIDs ?? count ?? success }
}

/// What a batch update did.
public final class BatchUpdateResult: BatchResult {
  public let resultType: BatchUpdateRequestResultType

  init(_ report: BatchReport, _ type: BatchUpdateRequestResultType) {
    resultType = type
    super.init(report, form: .init(type))
  }
}

/// What a batch deletion did.
public final class BatchDeleteResult: BatchResult {
  public let resultType: BatchDeleteRequestResultType

  init(_ report: BatchReport, _ type: BatchDeleteRequestResultType) {
    resultType = type
    super.init(report, form: .init(type))
  }
}

/// What a batch insertion did.
public final class BatchInsertResult: BatchResult {
  public let resultType: BatchInsertRequestResultType

  init(_ report: BatchReport, _ type: BatchInsertRequestResultType) {
    resultType = type
    super.init(report, form: .init(type))
  }
}
