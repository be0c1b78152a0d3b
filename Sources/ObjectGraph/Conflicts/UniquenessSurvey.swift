import ObjectModel
import ObjectStore

/// Finds all violations of uniqueness constraints by the changes of a chain of contexts and the
/// rows of the store.
struct UniquenessSurvey {
  /// Values that only one object of a store may have.
  private struct Claim: Hashable {
    let values: UniqueValues
    let store: ObjectIdentifier?
  }

  private let chain: [ManagedObjectContext]
  private let origin: ManagedObjectContext
  private let error: ObjectGraphError

  /// The objects that the save inserts or changes, as the saving context knows them.
  private var objects: [ManagedObject] = []
  private var newObjects: Set<ManagedObject> = []

  /// Rows whose current values in the store do not count.
  private var changed: Set<RowPlace> = []

  /// The number of objects per fetch of conflicting values.
  private static let batch = 200

  /// - Parameter chain: not empty; from the saving context to the one nearest the store.
  init(_ chain: [ManagedObjectContext], error: ObjectGraphError) {
    self.chain = chain
    self.error = error
    origin = chain[0]
    var deleted: Set<RowPlace> = []
    for context in chain {
      context.tracker.changes.visit { object in
        changed.insert(object.place)
        if object.isDeleted { deleted.insert(object.place) }
      }
    }
    var seen: Set<RowPlace> = []
    for context in chain.reversed() {
      context.tracker.changes.visit { object in
        let place = object.place
        guard !deleted.contains(place) else { return }
        let own =
          context === origin
          ? object : origin.object(key: object.key, entityNumber: object.layout.number)
        if object.isInserted { newObjects.insert(own) }
        if seen.insert(place).inserted, own.fulfillFault() { objects.append(own) }
      }
    }
  }

  /// - Throws: errors of the store.
  func conflicts() throws -> [ConstraintConflict] {
    try UniquenessConstraint.all(in: origin.model).flatMap { try conflicts(of: $0) }
  }

  private func conflicts(of constraint: UniquenessConstraint) throws -> [ConstraintConflict] {
    var order: [Claim] = []
    var claimants: [Claim: [ManagedObject]] = [:]
    for object in objects where constraint.layout.includes(object.layout.number) {
      guard let claim = claim(of: object, constraint) else { continue }
      if claimants[claim] == nil { order.append(claim) }
      claimants[claim, default: []].append(object)
    }
    let owners = try owners(of: constraint, claimants: claimants.values.flatMap { $0 })
    return order.compactMap { claim in
      guard let objects = claimants[claim], objects.count > 1 || owners[claim] != nil else {
        return nil
      }
      return ConstraintConflict(
        properties: constraint.properties, objects: objects, newObjects: newObjects,
        databaseRow: owners[claim], cause: error)
    }
  }

  private func claim(of object: ManagedObject, _ constraint: UniquenessConstraint) -> Claim? {
    guard let row = object.row, let values = UniqueValues(row, constraint.properties) else {
      return nil
    }
    return Claim(values: values, store: store(of: object).map { ObjectIdentifier($0) })
  }

  private func store(of object: ManagedObject) -> StoreIdentity? {
    if object.key > 0 { return origin.storeIdentity(ofKey: object.key) }
    return chain.lazy.compactMap { $0.tracker.conditions.assignments[object.key] }.first
      ?? origin.coordinator.defaultStore(for: object.layout)?.identity
  }

  // MARK: Rows of the store

  /// The rows that hold values claimed by changed or new objects, and keep them in this save.
  private func owners(
    of constraint: UniquenessConstraint, claimants: [ManagedObject]
  ) throws -> [Claim: Row] {
    let asking = claimants.filter { object in
      guard let row = object.row else { return false }
      let leadsToNew = constraint.properties.contains {
        $0.kind == .toOne && row.integer(slot: $0.slot) < 0
      }
      guard !leadsToNew, let known = object.snapshot else { return !leadsToNew }
      return newObjects.contains(object)
        || constraint.properties.contains { !row.hasSameValue(as: known, of: $0) }
    }
    var owners: [Claim: Row] = [:]
    for start in stride(from: 0, to: asking.count, by: Self.batch) {
      let some = asking[start..<min(start + Self.batch, asking.count)]
      for row in try rows(with: some, constraint) {
        guard !changed.contains(RowPlace(constraint.layout, row.key)),
          let values = UniqueValues(row, constraint.properties)
        else { continue }
        let store = origin.storeIdentity(ofKey: row.key).map { ObjectIdentifier($0) }
        owners[Claim(values: values, store: store)] = row
      }
    }
    return owners
  }

  /// Rows including all those that share values with one of the objects.
  private func rows(
    with objects: ArraySlice<ManagedObject>, _ constraint: UniquenessConstraint
  ) throws -> [Row] {
    let values = ConflictValues(registry: origin.registry, layout: constraint.layout)
    let parts = try constraint.properties.map { property in
      let wanted = objects.compactMap { object in
        object.row.map { values.value(of: property, in: $0) }
      }
      return try FetchPredicate(format: "%K IN %@", property.name, wanted)
    }
    var plan = FetchPlan(layout: constraint.layout)
    plan.predicate = try PredicateResolver(entity: constraint.layout.entity)
      .resolve(CompoundPredicate(andPredicateWithSubpredicates: parts))
    return try origin.coordinator.fetch(plan)
  }
}
