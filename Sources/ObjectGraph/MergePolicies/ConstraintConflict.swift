import ObjectModel
import ObjectStore

/// Values that a uniqueness constraint allows only once, and the objects that have them.
///
/// Snapshots have the same form as those of `MergeConflict`.
public final class ConstraintConflict {
  /// The names of the properties whose values must be unique together.
  public let constraint: [String]

  /// The values.
  public let constraintValues: [String: AttributeValue]

  /// The object whose row in the store has the values, in the context being saved; nil if only
  /// unsaved objects have them.
  public let databaseObject: ManagedObject?

  /// The values of that row.
  public let databaseSnapshot: [String: AttributeValue]?

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

  let report: ConstraintConflictReport

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
    constraint = properties.map(\.name)
    constraintValues = Dictionary(
      firstOf: properties.map { ($0.name, shown(first).value(of: $0, in: row)) })
    databaseSnapshot = databaseObject.flatMap { object in databaseRow.map(shown(object).all) }
    conflictingObjects = objects
    conflictingSnapshots = objects.map { object in
      guard !newObjects.contains(object), let known = object.snapshot ?? object.row else {
        return [:]
      }
      return shown(object).all(of: known)
    }
    report = ConstraintConflictReport(
      entityName: first.layout.name, constraint: constraint, values: constraintValues,
      databaseObjectID: databaseObject?.objectID, databaseValues: databaseSnapshot,
      claims: objects.map { object in
        ConstraintConflictReport.Claim(
          of: object, isNew: newObjects.contains(object), against: databaseRow,
          values: shown(object))
      })
  }

  /// The error for unresolved conflicts: code 133021, with all of them in `constraintConflicts`.
  static func error(for list: [ConstraintConflict]) -> ObjectGraphError {
    .unsettled(
      .managedObjectConstraintMerge, list.first?.cause,
      [ObjectGraphError.constraintReportsKey: list.map(\.report)])
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

  /// The new and changed objects that have the values, in the order of their changes.
  public let claims: [Claim]

  /// The IDs of these objects.
  public var objectIDs: [ManagedObjectID] { claims.map(\.objectID) }

  /// Whether no choice can lose anything: somebody else created the same object, and the new ones
  /// contain nothing that its row does not.
  public var isAgreed: Bool {
    databaseObjectID != nil
      && claims.allSatisfy { $0.isNew && $0.properties.allSatisfy { $0.stored == $0.written } }
  }

  /// An object that was given the values, other than the one that has them in the store.
  public struct Claim: Sendable, Hashable {
    /// The object.
    public let objectID: ManagedObjectID

    /// Whether the object is in no store yet.
    public let isNew: Bool

    /// The attributes and to-one relationships in which the object differs from its former values
    /// or from the row in the store; for a new object, only those that were set. `seen` is the
    /// object's former value, `null` for a new one; `stored` is the value of the conflicting row,
    /// `null` if there is none; `written` is the object's current value.
    public let properties: [ConflictReport.Property]
  }
}

extension ConstraintConflictReport {
  /// Creates the report of a conflict that a merge policy receives.
  public init(_ conflict: ConstraintConflict) { self = conflict.report }
}

extension ConstraintConflictReport.Claim {
  fileprivate init(
    of object: ManagedObject, isNew: Bool, against databaseRow: Row?, values: ConflictValues
  ) {
    objectID = object.objectID
    self.isNew = isNew
    let compared = values.compared(
      seen: isNew ? nil : object.snapshot ?? object.row, stored: databaseRow, written: object.row)
    let given = Set(object.layout.properties.filter(object.wasGiven).map(\.name))
    properties = isNew ? compared.filter { given.contains($0.name) } : compared
  }
}

extension ObjectGraphError {
  static let constraintReportsKey = "constraintReports"

  /// The violations of uniqueness constraints in a save that failed with code 133021, one for each
  /// constraint and its values.
  public var constraintConflicts: [ConstraintConflictReport] {
    details[Self.constraintReportsKey] as? [ConstraintConflictReport] ?? []
  }
}
