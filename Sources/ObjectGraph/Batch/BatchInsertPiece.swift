import ObjectModel
import ObjectStore

/// Some rows of a batch insertion as new objects of a context.
///
/// The first of several objects with the same unique values, a saved one before new ones, stands for
/// the others, and takes over what was given for them where the request wants that.
struct BatchInsertPiece {
  private let plan: BatchInsertPlan
  private let context: ManagedObjectContext

  /// What was given for a new object, with what was given for others that it stands for.
  private var rows: [ObjectIdentifier: [BatchRows.NewRow]] = [:]
  /// What stands for new objects that are gone; nil where nothing does.
  private var holders: [ObjectIdentifier: ManagedObject?] = [:]

  init(_ plan: BatchInsertPlan, in context: ManagedObjectContext) {
    self.plan = plan
    self.context = context
  }

  /// Makes new objects of rows, and settles what would break uniqueness constraints.
  ///
  /// - Returns: what the rows became, in their order: rows that were there, and new ones, which have no
  ///   key yet.
  /// - Throws: code 133021 for unique values that are taken and cannot be taken over, and what
  ///   `ManagedObject.setBatchValue(_:for:)` throws.
  mutating func insert(_ rows: [BatchRows.NewRow]) throws -> [(entityNumber: Int, key: Int64?)] {
    let new = rows.map { insert($0) }
    if plan.onConflict != .fail { try settle() }
    for object in new where !object.isGone { try leadRelationships(of: object) }
    var seen: Set<ManagedObject> = []
    return new.compactMap { object in
      guard let holder = holder(of: object), seen.insert(holder).inserted else { return nil }
      return (holder.layout.number, holder.isInserted ? nil : holder.key)
    }
  }

  /// Inserts an object; of its relationships its row alone knows for now.
  private mutating func insert(_ new: BatchRows.NewRow) -> ManagedObject {
    for property in plan.layout.toOnes {
      guard let id = destination(of: property, in: new.row) else { continue }
      new.row.set(property.index, slot: property.slot, integer: id.key)
    }
    let object = ManagedObject(
      ManagedObjectSeed(
        binding: context.bindings.entities[plan.layout.number - 1], key: new.row.key, row: new.row,
        state: [.inserted, .ownsRow]))
    context.didInsert(object)
    rows[ObjectIdentifier(object)] = [new]
    return object
  }

  /// Lets inverses and orders know of a new object's relationships.
  private func leadRelationships(of object: ManagedObject) throws {
    for property in plan.layout.toOnes {
      guard let row = object.row, let id = destination(of: property, in: row) else { continue }
      row.setNull(property.index)
      try object.setBatchValue(.objectID(id), for: property)
    }
  }

  /// The object that stands for a new one, mostly itself; nil where nothing does.
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
      store: plan.store, entity: context.model[property.destinationNumber].identity,
      reference: StoreIdentity.reference(ofKey: row.integer(slot: property.slot)))
  }

  // MARK: Unique values

  /// - Throws: code 133021 for values that a saved object has and another one cannot give it.
  private mutating func settle() throws {
    let cause = ObjectGraphError(.managedObjectConstraintMerge, "unique values are taken")
    while true {
      let conflicts = try UniquenessSurvey([context], error: cause).conflicts()
      guard !conflicts.isEmpty else { return }
      for conflict in conflicts { try settle(conflict) }
    }
  }

  private mutating func settle(_ conflict: ConstraintConflict) throws {
    // Another conflict may have settled this one.
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
      // It leads nowhere that its deletion could reach.
      for property in plan.layout.toOnes { row.setNull(property.index) }
      context.delete(object)
    }
  }

  private mutating func give(_ new: BatchRows.NewRow, to holder: ManagedObject) throws {
    if holder.isInserted { rows[ObjectIdentifier(holder)]?.append(new) }
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
