import ObjectModel
import ObjectStore

/// Executes a batch request by ordinary saves within a transaction, one piece of its rows at a
/// time.
///
/// Each piece is changed in a separate context of plain objects: inverses, delete rules, order and
/// derived attributes are updated as in any save, but nothing is validated, no object is notified,
/// and no notification is posted. A request whose rows depend on each other forms one piece.
struct BatchSave {
  private let reader: PersistentStoreCoordinator
  private let queue: ContextQueue
  private let bindings: ModelBinding

  /// Whether the outcome names the rows.
  private let namesRows: Bool
  private var outcome = BatchOutcome()
  /// The rows that the outcome names, other than those changed as a consequence.
  private var named: Set<RowKey> = []

  /// The first key that this request gave to a new row; 0 before.
  private var firstNewKey: Int64 = 0

  private static let pieceSize = 1000

  /// - Parameter reader: reads and saves within the transaction of one store.
  /// - Throws: errors of the stores; for a deletion, code 1600 if a deny rule forbids it and 1570
  ///   if a mandatory relationship would be cut; for the value of a relationship, 134061 if the
  ///   object is in another store and 133000 if it no longer exists.
  static func outcome(
    of plan: BatchPlan, through reader: PersistentStoreCoordinator, on queue: ContextQueue
  ) throws -> BatchOutcome {
    var save = BatchSave(reader: reader, queue: queue, namesRows: plan.namesRows)
    switch plan.work {
    case .update(let plan): try save.update(plan)
    case .delete(let plan): try save.delete(plan)
    case .insert(let plan): try save.insert(plan)
    }
    return save.outcome
  }

  private init(reader: PersistentStoreCoordinator, queue: ContextQueue, namesRows: Bool) {
    self.reader = reader
    self.queue = queue
    self.namesRows = namesRows
    bindings = ModelBinding(plainObjectsOf: reader.layout)
  }

  private var model: ModelLayout { reader.layout }

  // MARK: Pieces

  /// Saves the changes that the body makes in a separate context.
  private func save(_ body: (ManagedObjectContext) throws -> Void) throws -> Commit {
    let context = ManagedObjectContext(
      parent: .coordinator(reader), queue: queue, bindings: bindings)
    context.retainsRegisteredObjects = true
    // The context is discarded right away: nobody else's changes are lost with it.
    defer { context.tracker.forgetAll() }
    try body(context)
    if let error = context.errors.first { throw error }
    return try reader.save([context.planSave()])
  }

  private static func pieces(of count: Int, isDivisible: Bool) -> [Range<Int>] {
    let size = isDivisible ? pieceSize : max(count, 1)
    return stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
  }

  private func objects(
    _ keys: some Sequence<Int64>, of layout: EntityLayout, in context: ManagedObjectContext
  ) throws -> [ManagedObject] {
    let rows = try reader.rows(keys: Array(keys), root: model[layout.rootNumber])
    return context.objects(for: rows.sorted { $0.key < $1.key })
  }

  /// Records rows that a save changed in addition to those of the request.
  private mutating func recordTouched(by commit: Commit) {
    guard namesRows else { return }
    for row in commit.updates.map(\.row) + commit.derived.map(\.row) {
      let row = RowKey(row)
      if !named.contains(row) { outcome.touched.append(row) }
    }
  }

  // MARK: Updates

  private mutating func update(_ plan: BatchUpdatePlan) throws {
    let found = try reader.keys(for: plan.fetch)
    outcome.count = found.count
    if namesRows {
      outcome.rows = Array(found)
      named = Set(outcome.rows)
    }
    for piece in Self.pieces(of: found.count, isDivisible: plan.isDivisible(in: model)) {
      let commit = try save { context in
        let objects = try objects(found.keys[piece], of: plan.fetch.layout, in: context)
        // All values are computed from the rows as they were before the request.
        let values = try objects.map { object in
          try plan.assignments.map { try $0.value(for: object) }
        }
        for (object, values) in zip(objects, values) {
          for (assignment, value) in zip(plan.assignments, values) {
            try object.setBatchValue(value, for: assignment.property)
          }
        }
      }
      recordTouched(by: commit)
    }
  }

  // MARK: Deletions

  private mutating func delete(_ plan: BatchDeletePlan) throws {
    let (keys, layout) =
      switch plan {
      case .fetch(let fetch): (try reader.keys(for: fetch).keys, fetch.layout)
      case .keys(let keys, let root): (Set(keys.filter(reader.hasStore(ofKey:))).sorted(), root)
      }
    let asked = namesRows ? Set(keys) : []
    let isDivisible = BatchDeletionRules.areIndependent(layout, in: model)
    for piece in Self.pieces(of: keys.count, isDivisible: isDivisible) {
      let commit = try save { context in
        for object in try objects(keys[piece], of: layout, in: context) { context.delete(object) }
        context.reachRelatedObjects()
        try context.tracker.changes.visit { try BatchDeletionRules.check($0) }
      }
      outcome.count += commit.deletes.count
      for delete in commit.deletes {
        guard namesRows else {
          outcome.rootsWithUnnamedDeletions.insert(delete.layout.rootNumber)
          continue
        }
        let row = RowKey(delete.key, entityNumber: delete.layout.number)
        if delete.layout.rootNumber == layout.rootNumber, asked.contains(delete.key) {
          outcome.rows.append(row)
        } else {
          outcome.cascaded.append(row)
        }
      }
      recordTouched(by: commit)
    }
  }

  // MARK: Insertions

  private mutating func insert(_ plan: BatchInsertPlan) throws {
    try plan.rows.visit(piecesOf: Self.pieceSize) { rows in
      var outcome: [RowKey?] = []
      let commit = try save { context in
        var piece = BatchInsertPiece(plan, in: context)
        outcome = try piece.insert(rows)
      }
      var newKeys = commit.inserts.makeIterator()
      if firstNewKey == 0, let first = commit.inserts.first { firstNewKey = first.row.key }
      for row in outcome {
        guard let known = row ?? newKeys.next().map({ RowKey($0.row) }) else { continue }
        name(known, isNew: row == nil)
      }
      recordTouched(by: commit)
    }
  }

  /// Records a row that is new, or that took over the values of a new one.
  private mutating func name(_ row: RowKey, isNew: Bool) {
    if !isNew {
      // A row inserted by an earlier piece has already been counted.
      guard firstNewKey == 0 || row.key < firstNewKey, named.insert(row).inserted else { return }
      if namesRows { outcome.replaced.append(row) }
    }
    outcome.count += 1
    guard namesRows else { return }
    outcome.rows.append(row)
    named.insert(row)
  }
}

extension ManagedObject {
  /// Sets a value given by a batch request, which for a relationship is the ID of an object.
  ///
  /// - Throws: code 134061 if the object is in another store, 133000 if it no longer exists.
  func setBatchValue(_ value: AttributeValue, for property: PropertyLayout) throws {
    guard property.kind == .toOne else {
      try fireFault(forKey: property.name)
      return try set(value, for: property, tracking: true)
    }
    guard case .objectID(let id) = value, let context = contextReference else {
      return setDestination(nil, at: PropertySlot(property))
    }
    guard context.coordinator.persistentStores.contains(where: { $0.identity === id.store }) else {
      let name = context.model[property.destinationNumber].name
      throw ObjectGraphError.refusedDestination(
        id, of: property, owner: layout, "it is in another store",
        repair: "choose a \(name) of the same store")
    }
    do {
      setDestination(try context.existingObject(with: id), at: PropertySlot(property))
    } catch let error as ObjectGraphError where error.code == .managedObjectReferentialIntegrity {
      throw ObjectGraphError.vanishedDestination(
        of: property, owner: layout, objectID: nil, isDeletedHere: false)
    }
  }
}
