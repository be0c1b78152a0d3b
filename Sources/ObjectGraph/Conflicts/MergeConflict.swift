import ObjectModel
import ObjectStore

/// A row that was changed or deleted since an object that is being saved was read.
///
/// Snapshots contain attributes and the IDs of to-one relationships, but no to-many relationships;
/// elements of composite attributes have their paths as keys.
public final class MergeConflict {
  /// The object in the context being saved, or in the nearest parent that changed it.
  public let sourceObject: ManagedObject

  /// The version of the row in the store, 0 if the row is gone.
  public var newVersionNumber: Int { report.storedVersion }

  /// The version that the object's changes are based on.
  public var oldVersionNumber: Int { report.seenVersion }

  /// The values that the object's changes are based on.
  public let objectSnapshot: [String: AttributeValue]?

  /// The values in the coordinator's cache, or nil if the row is gone.
  public let cachedSnapshot: [String: AttributeValue]?

  /// The values in the store, or nil if the row is gone, or if it is the coordinator that has newer
  /// values than the context.
  public let persistedSnapshot: [String: AttributeValue]?

  /// The object in each context that changed it, from the one nearest the store to the one being
  /// saved.
  let levels: [ManagedObject]

  /// The row in the store, or nil if it is gone.
  let persisted: Row?

  /// The conflict as values.
  public let report: ConflictReport

  /// The error of the store.
  let cause: ObjectGraphError

  /// - Parameters:
  ///   - levels: at least one object.
  ///   - cached: the row in the coordinator's cache when the conflict was found.
  init?(levels: [ManagedObject], conflict: StoreConflict, cached: Row?, cause: ObjectGraphError) {
    guard let source = levels.last, let context = source.contextReference else { return nil }
    let base = levels[0].snapshot ?? levels[0].row
    let values = ConflictValues(registry: context.registry, layout: source.layout)
    self.levels = levels
    self.cause = cause
    sourceObject = source
    persisted = conflict.persisted
    objectSnapshot = base.map(values.all)
    let isCacheNewer = (cached?.version ?? 0) > conflict.expectedVersion
    cachedSnapshot = conflict.persisted == nil ? nil : cached.map(values.all)
    persistedSnapshot = isCacheNewer ? nil : conflict.persisted.map(values.all)
    report = ConflictReport(
      source: source, seen: base, stored: conflict.persisted, expected: conflict.expectedVersion,
      values: values)
  }

  /// The error for unresolved conflicts: code 133020, with all of them in `mergeConflicts`.
  static func error(for list: [MergeConflict]) -> ObjectGraphError {
    .unsettled(
      .managedObjectMerge, list.first?.cause, .conflictReports, list.map(\.report))
  }
}

extension ObjectGraphError {
  /// A store's error for unresolved conflicts, with all of them.
  static func unsettled<Report>(
    _ code: Code, _ cause: ObjectGraphError?, _ key: DetailKey<[Report]>, _ reports: [Report]
  ) -> ObjectGraphError {
    var error = cause ?? ObjectGraphError(code, "there are unresolved conflicts")
    error.details[key] = reports
    return error
  }

  /// The conflicts of a save that failed with code 133020, with the values that were read, are now
  /// in the store, and were to be written.
  public var mergeConflicts: [ConflictReport] { details[.conflictReports] ?? [] }
}

extension ObjectGraphError.DetailKey<[ConflictReport]> {
  /// All conflicts of a save, of an error with code 133020.
  static var conflictReports: Self { Self(rawValue: "conflictReports") }
}
