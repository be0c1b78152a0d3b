import ObjectModel
import ObjectStore

/// A row that changed, or went away, since an object that is about to be saved was read.
///
/// Snapshots have attributes and the IDs of to-one relationships, never to-many relationships;
/// elements of composite attributes are under their paths.
public final class MergeConflict {
  /// The object in the context that saves, or in the nearest parent that changed it.
  public let sourceObject: ManagedObject

  /// The version that the row has in the store, 0 when the row is gone.
  public let newVersionNumber: Int

  /// The version that the object's changes are based on.
  public let oldVersionNumber: Int

  /// The values that the object's changes are based on.
  public let objectSnapshot: [String: AttributeValue]?

  /// The values that the coordinator remembered, or nil for a row that is gone.
  public let cachedSnapshot: [String: AttributeValue]?

  /// The values in the store, or nil when the row is gone, and when it was the coordinator that had
  /// newer values than the context.
  public let persistedSnapshot: [String: AttributeValue]?

  /// The object in each context that changed it, from the one nearest the
  /// store to the one that saves.
  let levels: [ManagedObject]

  /// The row in the store, or nil when it is gone.
  let persisted: Row?

  /// What the conflict is like as values.
  let report: ConflictReport

  /// What the store said.
  let cause: ObjectGraphError

  /// - Parameters:
  ///   - levels: at least one object.
  ///   - cached: the row that the coordinator remembered when the conflict came up.
  init?(levels: [ManagedObject], conflict: StoreConflict, cached: Row?, cause: ObjectGraphError) {
    guard let source = levels.last, let context = source.contextReference else { return nil }
    let base = levels[0].snapshot ?? levels[0].row
    let values = ConflictValues(registry: context.registry, layout: source.layout)
    self.levels = levels
    self.cause = cause
    sourceObject = source
    persisted = conflict.persisted
    newVersionNumber = Int(conflict.persisted?.version ?? 0)
    oldVersionNumber = Int(conflict.expectedVersion)
    objectSnapshot = base.map(values.all)
    let isCacheNewer = (cached?.version ?? 0) > conflict.expectedVersion
    cachedSnapshot = conflict.persisted == nil ? nil : cached.map(values.all)
    persistedSnapshot = isCacheNewer ? nil : conflict.persisted.map(values.all)
    report = ConflictReport(
      source: source, seen: base, stored: conflict.persisted, expected: conflict.expectedVersion,
      values: values)
  }

  /// The error of conflicts that nobody settles: code 133020, with all of them in `mergeConflicts`.
  static func error(for list: [MergeConflict]) -> ObjectGraphError {
    .unsettled(
      .managedObjectMerge, list.first?.cause,
      [ObjectGraphError.conflictReportsKey: list.map(\.report)])
  }
}

extension ObjectGraphError {
  /// What a store said of conflicts that nobody settles, with all of them.
  static func unsettled(
    _ code: Code, _ cause: ObjectGraphError?, _ details: [String: any Sendable]
  ) -> ObjectGraphError {
    var error = cause ?? ObjectGraphError(code, "there are unsettled conflicts")
    error.details.merge(details) { $1 }
    return error
  }

  static let conflictReportsKey = "conflictReports"

  /// What stands against each object of a save that failed with code 133020: what was seen, what is
  /// there now, and what was to be written.
  public var mergeConflicts: [ConflictReport] {
    details[Self.conflictReportsKey] as? [ConflictReport] ?? []
  }
}
