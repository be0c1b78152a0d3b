import ObjectModel
import ObjectStore

/// Some rows of a batch insertion as new objects of a context.
///
/// Of several objects with the same unique values, the first one, a saved one before new ones,
/// stands in for the others, and takes over their given values if the request's policy says so.
struct BatchInsertPiece {
  private let plan: BatchInsertPlan
  private let context: ManagedObjectContext

  /// The rows given for each new object, including those of the objects that it stands in for.
  private var rows: [ObjectIdentifier: [BatchRows.NewRow]] = [:]
  /// The stand-ins for removed new objects; nil if there is none.
  private var holders: [ObjectIdentifier: ManagedObject?] = [:]

  init(_ plan: BatchInsertPlan, in context: ManagedObjectContext) {
    self.plan = plan
    self.context = context
  }

  /// Creates new objects from rows, and resolves violations of uniqueness constraints.
  ///
  /// - Returns: the resulting rows, in the order of the given ones: existing rows, and nil for new
  ///   ones, which have no key yet.
  /// - Throws: code 133021 if unique values are in use and cannot be taken over, and the errors of
  ///   `ManagedObject.setBatchValue(_:for:)`.
  mutating func insert(_ rows: [BatchRows.NewRow]) throws -> [RowKey?] {
    let new = rows.map { insert($0) }
    if plan.onConflict != .fail { try settle() }
    for object in new where !object.isGone { try leadRelationships(of: object) }
    return OrderedSet(new.compactMap { holder(of: $0) }).map { $0.isInserted ? nil : $0.rowKey }
  }

  /// Inserts an object; its relationships are only recorded in its row for now.
  private mutating func insert(_ new: BatchRows.NewRow) -> ManagedObject {
    for property in plan.layout.toOnes {
      guard let id = destination(of: property, in: new.row) else { continue }
      new.row.set(property.index, slot: property.slot, integer: id.key)
    }
    let object = ManagedObject(
      ManagedObjectSeed(
        binding: context.bindings.entities[plan.layout.number - 1], key: new.row.key, row: new.row,
        state: .unattached))
    context.didInsert(object)
    rows[ObjectIdentifier(object)] = [new]
    return object
  }

  /// Updates the inverses and the order of a new object's relationships.
  private func leadRelationships(of object: ManagedObject) throws {
    for property in plan.layout.toOnes {
      guard let row = object.row, let id = destination(of: property, in: row) else { continue }
      row.setNull(property.index)
      try object.setBatchValue(.objectID(id), for: property)
    }
  }

  /// The object that stands in for a new one, usually itself; nil if none does.
  private func holder(of object: ManagedObject) -> ManagedObject? {
    var object = object
    while let holder = holders[ObjectIdentifier(object)] {
      guard let holder else { return nil }
      object = holder
    }
    return object
  }

  private func destination(of property: PropertyLayout, in row: Row) -> ManagedObjectID? {
    guard property.kind == .toOne, !row.isNull(property.index) else { return nil }
    return ManagedObjectID(
      key: row.integer(slot: property.slot), in: plan.store,
      context.model[property.destinationNumber])
  }

  // MARK: Unique values

  /// - Throws: code 133021 if a saved object has the values and another one cannot take them from
  ///   it.
  private mutating func settle() throws {
    let cause = ObjectGraphError(.managedObjectConstraintMerge, "unique values are already in use")
    while true {
      let conflicts = try UniquenessSurvey([context], error: cause).conflicts()
      guard !conflicts.isEmpty else { return }
      for conflict in conflicts { try settle(conflict) }
    }
  }

  private mutating func settle(_ conflict: ConstraintConflict) throws {
    // Another conflict may have resolved this one.
    let objects = conflict.presentObjects
    guard
      let holder = conflict.databaseObject ?? objects.first(where: { !$0.isInserted })
        ?? objects.first
    else { return }
    for object in objects where object !== holder {
      guard object.isInserted, let row = object.row else {
        throw taken(conflict, by: holder, from: object)
      }
      if plan.onConflict == .replace {
        guard plan.layout.includes(holder.layout.number) else {
          throw taken(conflict, by: holder, from: object)
        }
        for new in rows[ObjectIdentifier(object)] ?? [] { try give(new, to: holder) }
      }
      holders[ObjectIdentifier(object)] = plan.onConflict == .replace ? holder : .some(nil)
      // Without relationships, its deletion cannot reach other objects.
      for property in plan.layout.toOnes { row.setNull(property.index) }
      context.delete(object)
    }
  }

  private mutating func give(_ new: BatchRows.NewRow, to holder: ManagedObject) throws {
    if holder.isInserted { rows[ObjectIdentifier(holder)]?.append(new) }
    holder.noteRewritten()
    for property in plan.layout.properties where new.gives(property) {
      let id = destination(of: property, in: new.row)
      if property.kind != .toOne {
        try holder.setBatchValue(new.row.value(of: property), for: property)
      } else if !holder.isInserted {
        try holder.setBatchValue(id.map { .objectID($0) } ?? .null, for: property)
      } else if let id {
        holder.row?.set(property.index, slot: property.slot, integer: id.key)
      } else {
        holder.row?.setNull(property.index)
      }
    }
  }

  private func taken(
    _ conflict: ConstraintConflict, by holder: ManagedObject, from object: ManagedObject
  ) -> ObjectGraphError {
    guard let row = object.row else { return conflict.cause }
    return .constraint(
      conflict.properties, of: row, layout: object.layout, conflictingKey: holder.key,
      objectID: object.objectID)
  }
}
