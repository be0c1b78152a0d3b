import ObjectModel

/// A store of a coordinator, seen through the keys under which contexts know its rows.
///
/// Rows of several stores may have the same primary key. A context's key is the primary key plus
/// the store's base, its number in the bits above the 48th: one integer tells the row and the
/// store, and for the first store, whose base is 0, nothing is ever translated. The stores
/// themselves know primary keys only.
final class AttachedStore: Sendable {
  let store: PersistentStore
  let number: Int
  /// What a primary key is more for contexts.
  let base: Int64

  init(_ store: PersistentStore, number: Int) {
    self.store = store
    self.number = number
    store.identity.attach(store, number: number)
    base = store.identity.base
  }

  /// Puts a store that stands for another one in its place.
  init(_ store: PersistentStore, standingFor other: AttachedStore) {
    self.store = store
    number = other.number
    base = other.base
  }

  /// Whether a key that contexts know is of a row of this store.
  func holds(key: Int64) -> Bool { StoreIdentity.number(ofKey: key) == number }

  // MARK: Requests

  func fetch(_ plan: FetchPlan) throws -> [Row] { try adopted(store.fetch(plan)) }

  func keys(for plan: FetchPlan) throws -> RowKeys {
    let found = try store.keys(for: plan)
    try check(found.keys.reduce(0) { $0 | $1 })
    return found.based(on: base)
  }

  func rows(keys: [Int64], root: EntityLayout) throws -> [Row] {
    try adopted(store.rows(keys: base == 0 ? keys : keys.map { $0 - base }, root: root))
  }

  func row(key: Int64, root: EntityLayout) throws -> Row? {
    try store.row(key: key - base, root: root).map(adopted)
  }

  func destinations(of relationship: PropertyLayout, source: Int64) throws -> [Row] {
    try adopted(store.destinations(of: relationship, source: source - base))
  }

  /// - Parameter sources: keys of this store.
  func destinations(of relationship: PropertyLayout, sources: [Int64]) throws -> [[Row]] {
    let keys = base == 0 ? sources : sources.map { $0 - base }
    let lists = try store.destinations(of: relationship, sources: keys)
    guard base != 0 else { return try lists.map(adopted) }
    // Several sources may have the same row, which is translated once.
    var known: [ObjectIdentifier: Row] = [:]
    return try lists.map { rows in
      try rows.map { row in
        if let row = known[row.identifier] { return row }
        let result = try adopted(row)
        known[row.identifier] = result
        return result
      }
    }
  }

  func reserveKeys(count: Int, root: EntityLayout) throws -> [Int64] {
    let keys = try store.reserveKeys(count: count, root: root)
    try check(keys.reduce(0) { $0 | $1 })
    return base == 0 ? keys : keys.map { $0 + base }
  }

  /// Saves changes as contexts know them.
  ///
  /// - Parameter didCommit: as for a store, with its own keys.
  func save(
    _ changes: ChangeSet, committingAfter others: () throws -> Void,
    didCommit: (AttachedStore, StoreCommit) -> Void
  ) throws -> SaveOutcome {
    var outcome: SaveOutcome
    let local = local(changes)
    var isOthers = false
    do {
      outcome = try store.save(local) {
        do {
          try others()
        } catch {
          isOthers = true
          throw error
        }
      } didCommit: {
        didCommit(self, $0)
      }
    } catch let error as ObjectGraphError where base != 0 && !isOthers {
      throw global(error)
    }
    takeOrderKeys(of: local, into: changes)
    if base != 0 {
      for index in outcome.keys.indices { outcome.keys[index] += base }
      for index in outcome.derived.indices {
        outcome.derived[index].row = try translated(outcome.derived[index].row)
      }
    }
    return outcome
  }

  // MARK: Rows from the store

  /// Checks the primary keys of rows, which leave the upper bits to the stores' numbers.
  func check(_ bits: Int64) throws {
    guard StoreIdentity.isReference(bits) else { throw outOfRange }
  }

  private var outOfRange: ObjectGraphError {
    ObjectGraphError(
      .persistentStoreOperation,
      "a row of the store \(store.url.path) has a primary key beyond 2^48 - 1",
      repair: "give the row a smaller key")
  }

  private func adopted(_ rows: [Row]) throws -> [Row] {
    var bits: Int64 = 0
    for row in rows { bits |= row.key }
    try check(bits)
    return base == 0 ? rows : try rows.map(translated)
  }

  private func adopted(_ row: Row) throws -> Row {
    try check(row.key)
    return base == 0 ? row : try translated(row)
  }

  private func translated(_ row: Row) throws -> Row {
    row.identify(key: row.key + base, version: row.version)
    for property in store.model[row.entityNumber].toOnes where !row.isNull(property.index) {
      let key = row.integer(slot: property.slot)
      try check(key)
      row.set(property.index, slot: property.slot, integer: key + base)
    }
    return row
  }

  // MARK: Changes for the store

  private func local(_ key: Int64) -> Int64 { key > 0 ? key - base : key }

  private func local(_ row: Row, _ layout: EntityLayout) -> Row {
    let copy = row.copy()
    copy.identify(key: local(row.key), version: row.version)
    for property in layout.toOnes where !copy.isNull(property.index) {
      let key = copy.integer(slot: property.slot)
      copy.set(property.index, slot: property.slot, integer: local(key))
    }
    return copy
  }

  private func local(_ changes: ChangeSet) -> ChangeSet {
    guard base != 0 else { return changes }
    var local = ChangeSet()
    local.expectedContent = changes.expectedContent
    local.inserts = changes.inserts.map {
      .init(layout: $0.layout, row: self.local($0.row, $0.layout))
    }
    local.updates = changes.updates.map {
      .init(
        layout: $0.layout, row: self.local($0.row, $0.layout), changed: $0.changed,
        expectedVersion: $0.expectedVersion)
    }
    local.deletes = changes.deletes.map { delete in
      .init(
        layout: delete.layout, key: self.local(delete.key),
        expectedVersion: delete.expectedVersion,
        row: delete.row.map { self.local($0, delete.layout) })
    }
    local.joins = changes.joins.map { join in
      func pairs(_ pairs: [ChangeSet.Join.Pair]) -> [ChangeSet.Join.Pair] {
        pairs.map { .init(source: self.local($0.source), destination: self.local($0.destination)) }
      }
      return .init(
        relationship: join.relationship, added: pairs(join.added), removed: pairs(join.removed))
    }
    local.checks = changes.checks.map {
      .init(layout: $0.layout, key: self.local($0.key), expectedVersion: $0.expectedVersion)
    }
    local.orders = changes.orders.map { order in
      .init(
        relationship: order.relationship, source: self.local(order.source),
        destinations: order.destinations.map { self.local($0) }, isWhole: order.isWhole)
    }
    return local
  }

  /// Lets the rows of a change set have the order keys that the store gave to its copies of them.
  private func takeOrderKeys(of local: ChangeSet, into changes: ChangeSet) {
    guard base != 0, store.model.hasOrderKeys else { return }
    func take(_ layout: EntityLayout, _ row: Row, from copy: Row) {
      for reference in layout.orderedToOnes where !copy.isNull(reference.orderKey.index) {
        let (index, slot) = (reference.orderKey.index, reference.orderKey.slot)
        row.set(index, slot: slot, integer: copy.integer(slot: slot))
      }
    }
    for (change, copy) in zip(changes.inserts, local.inserts) {
      take(change.layout, change.row, from: copy.row)
    }
    for (change, copy) in zip(changes.updates, local.updates) {
      take(change.layout, change.row, from: copy.row)
    }
  }

  /// An error of the store with the keys that contexts know.
  private func global(_ error: ObjectGraphError) -> ObjectGraphError {
    var error = error
    if let conflicts = error.details[ObjectGraphError.conflictListKey] as? [StoreConflict] {
      let translated = conflicts.map { conflict in
        StoreConflict(
          layout: conflict.layout, key: conflict.key + base,
          expectedVersion: conflict.expectedVersion,
          persisted: conflict.persisted.flatMap { try? self.translated($0) })
      }
      error.details[ObjectGraphError.conflictListKey] = translated
    }
    if let key = error.details["conflictingKey"] as? Int64, key > 0 {
      error.details["conflictingKey"] = key + base
    }
    return error
  }
}
