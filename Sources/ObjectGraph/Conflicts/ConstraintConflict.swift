import ObjectModel
import ObjectStore

/// Values that a uniqueness constraint allows only once, and the objects that have them.
///
/// Snapshots have the same form as those of `MergeConflict`.
public final class ConstraintConflict {
  /// The names of the properties whose values must be unique together.
  public var constraint: [String] { report.constraint }

  /// The values.
  public var constraintValues: [String: AttributeValue] { report.values }

  /// The object whose row in the store has the values, in the context being saved; nil if only
  /// unsaved objects have them.
  public let databaseObject: ManagedObject?

  /// The values of that row.
  public var databaseSnapshot: [String: AttributeValue]? { report.databaseValues }

  /// The new and changed objects that have the values, in the order of their changes.
  public let conflictingObjects: [ManagedObject]

  /// The values of these objects as they were last read or saved; empty for new ones.
  public let conflictingSnapshots: [[String: AttributeValue]]

  let properties: [PropertyLayout]

  /// The values in the form in which they are compared.
  let values: UniqueValues

  /// The objects that are in no store yet.
  let newObjects: Set<ManagedObject>

  /// The error of the store.
  let cause: ObjectGraphError

  /// The conflict as values.
  public let report: ConstraintConflictReport

  /// - Parameter objects: at least one, all of one context.
  init?(
    properties: [PropertyLayout], objects: [ManagedObject], newObjects: Set<ManagedObject>,
    databaseRow: Row?, cause: ObjectGraphError
  ) {
    guard let first = objects.first, let context = first.contextReference, let row = first.row,
      let values = UniqueValues(row, properties)
    else { return nil }
    self.values = values
    self.newObjects = newObjects
    databaseObject = databaseRow.map(context.object)
    func shown(_ object: ManagedObject) -> ConflictValues {
      ConflictValues(registry: context.registry, layout: object.layout)
    }
    self.properties = properties
    self.cause = cause
    conflictingObjects = objects
    conflictingSnapshots = objects.map { object in
      guard !newObjects.contains(object), let known = object.snapshot ?? object.row else {
        return [:]
      }
      return shown(object).all(of: known)
    }
    report = ConstraintConflictReport(
      entityName: first.layout.name, constraint: properties.map(\.name),
      values: Dictionary(
        firstOf: properties.map { ($0.name, shown(first).value(of: $0, in: row)) }),
      databaseObjectID: databaseObject?.objectID,
      databaseValues: databaseObject.flatMap { object in databaseRow.map(shown(object).all) },
      objectIDs: objects.map(\.objectID))
  }

  /// The error for unresolved conflicts: code 133021, with all of them in `constraintConflicts`.
  static func error(for list: [ConstraintConflict]) -> ObjectGraphError {
    .unsettled(
      .managedObjectConstraintMerge, list.first?.cause, .constraintReports, list.map(\.report))
  }
}

/// A conflict about a uniqueness constraint, as values that can be passed to any queue.
public struct ConstraintConflictReport: Sendable, Hashable {
  /// The name of the entity of the first object that has the values.
  public let entityName: String

  /// The names of the properties whose values must be unique together.
  public let constraint: [String]

  /// The values.
  public let values: [String: AttributeValue]

  /// The object whose row in the store has the values, or nil.
  public let databaseObjectID: ManagedObjectID?

  /// The values of that row, or nil.
  public let databaseValues: [String: AttributeValue]?

  /// The IDs of the new and changed objects that have the values, in the order of their changes.
  public let objectIDs: [ManagedObjectID]
}

extension ObjectGraphError {
  /// The violations of uniqueness constraints in a save that failed with code 133021, one for each
  /// constraint and its values.
  public var constraintConflicts: [ConstraintConflictReport] { details[.constraintReports] ?? [] }
}

extension ObjectGraphError.DetailKey<[ConstraintConflictReport]> {
  /// All violated constraints of a save, of an error with code 133021.
  static var constraintReports: Self { Self(rawValue: "constraintReports") }
}
