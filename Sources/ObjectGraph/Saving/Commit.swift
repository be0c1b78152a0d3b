import Foundation
import ObjectModel
import ObjectStore

/// What a save wrote: the changes, with the rows that are now in the store.
///
/// Its rows are made from those of the plan, which the objects hold, and from the save's result.
struct Commit: @unchecked Sendable {
  // Sound: its tables are filled when it is made, and then only read.

  /// The changes; the rows of inserted and updated objects are those in the store.
  let changes: SavePlan

  /// Rows outside the changes whose derived attributes changed with them.
  let derived: [SaveResult.Derived]

  /// The moments at which the stores committed.
  private let moments: CommitMoments

  /// The keys of inserted objects by temporary reference; present only if a row refers to a new
  /// object or the save has several contexts.
  private let keys: KeyTable<Int64>?

  /// The rows of each hierarchy by the key under which contexts know the object, indexed by the
  /// root's number - 1; only if several contexts changed objects.
  private let combined: [KeyTable<Row>]

  var inserts: [ChangeSet.Insert] { changes.rows.inserts }
  var updates: [ChangeSet.Update] { changes.rows.updates }
  var deletes: [ChangeSet.RowVersion] { changes.rows.deletes }

  var isEmpty: Bool { changes.isEmpty }

  /// Whether the rows combine the changes of several contexts.
  var isCombined: Bool { !combined.isEmpty }

  /// The object's permanent key.
  func key(of key: Int64) -> Int64 { key < 0 ? keys?.value(for: key) ?? key : key }

  /// The saved row of a changed object of a context, or nil if nothing of it was written.
  ///
  /// - Parameters:
  ///   - place: the object's place in the context's list of changes.
  ///   - plan: the context's plan.
  func row(of object: ManagedObject, at place: Int, in plan: SavePlan) -> Row? {
    if isCombined {
      return combined[object.layout.rootNumber - 1].value(for: object.key)
    }
    guard let number = plan.rowNumber(at: place) else { return nil }
    return number < 0 ? updates[~number].row : inserts[number].row
  }

  /// - Parameters:
  ///   - plan: the changes that were saved.
  ///   - levels: the number of contexts that they came from.
  ///   - contexts: the number of contexts that were saved.
  fileprivate init(
    _ plan: SavePlan, _ result: SaveResult, levels: Int, contexts: Int, in model: ModelLayout
  ) {
    let isAnyNew = !plan.rows.inserts.isEmpty
    let needsKeys =
      contexts > 1
      || isAnyNew && plan.rows.inserts.contains { $0.row.refersToNewObjects($0.layout) }
      || isAnyNew && plan.rows.updates.contains { $0.row.refersToNewObjects($0.layout) }
    keys = needsKeys ? Self.keyTable(of: plan.rows.inserts, keys: result.keys) : nil
    var saved = SavedRows(plan.rows, result, references: keys)
    derived = saved.takeDerived()
    combined = levels > 1 ? saved.tables(count: model.entities.count) : []
    moments = result.moments
    var changes = plan
    changes.rows.inserts = saved.inserts
    changes.rows.updates = saved.updates
    for transients in changes.transients {
      transients.row.replaceReferences(of: transients.layout) { [keys] in keys?.value(for: $0) }
    }
    self.changes = changes
  }

  private static func keyTable(of inserts: [ChangeSet.Insert], keys: [Int64]) -> KeyTable<Int64> {
    let table = KeyTable<Int64>(minimumCapacity: inserts.count)
    for (insert, key) in zip(inserts, keys) { table.set(key, for: insert.row.key) }
    return table
  }

  /// Puts the rows into the coordinator's cache, one run of a hierarchy at a time.
  fileprivate func remember(in coordinator: PersistentStoreCoordinator) {
    func remember(_ saved: [some SavedRow]) {
      var rows: [Row] = []
      rows.reserveCapacity(saved.count)
      var root = 0
      for index in saved.indices {
        let next = saved[index].layout.rootNumber
        if next != root {
          if !rows.isEmpty { coordinator.remember(rows, root: root, savedAt: moments) }
          rows.removeAll(keepingCapacity: true)
          root = next
        }
        rows.append(saved[index].row)
      }
      if !rows.isEmpty { coordinator.remember(rows, root: root, savedAt: moments) }
    }
    remember(inserts)
    remember(updates)
    remember(derived)
  }
}

extension PersistentStoreCoordinator {
  /// Writes the changes of a chain of contexts, and keeps the saved rows in the cache.
  ///
  /// - Parameters:
  ///   - chain: the plans, starting with that of the context nearest the store.
  ///   - willCommit: called after everything is written, before others can see it.
  /// - Throws: errors of the store; then nothing has changed.
  func save(_ chain: [SavePlan], willCommit: () -> Void = {}) throws -> Commit {
    var (changes, levels) = SavePlan.merged(chain)
    if layout.derivesOwnValues, !changes.isEmpty { changes = changes.derivingOwnValues(at: Date()) }
    let result =
      changes.isEmpty && !hasStagedMetadata
      ? SaveResult()
      : try writeLock.performAndWait(from: .context) {
        try save(changes.changeSet, willCommit: willCommit)
      }
    let commit = Commit(changes, result, levels: levels, contexts: chain.count, in: layout)
    commit.remember(in: self)
    return commit
  }
}

/// The rows that a save leaves in the store, as copies of those in its plan.
private struct SavedRows {
  private(set) var inserts: [ChangeSet.Insert] = []
  private(set) var updates: [ChangeSet.Update] = []

  private let planned: ChangeSet
  private var derived: [SaveResult.Derived]

  /// - Parameter references: the keys of new objects that rows refer to.
  init(_ planned: ChangeSet, _ result: SaveResult, references: KeyTable<Int64>?) {
    self.planned = planned
    derived = result.derived
    inserts.reserveCapacity(planned.inserts.count)
    updates.reserveCapacity(planned.updates.count)
    // By index, because accessing an element in place does not retain it.
    for index in planned.inserts.indices {
      let row = planned.inserts[index].row.copy()
      row.identify(key: result.keys[index], version: 1)
      inserts.append(planned.inserts[index].with(row: row))
    }
    for index in planned.updates.indices {
      let row = planned.updates[index].row.copy()
      row.identify(key: row.key, version: planned.updates[index].savedVersion)
      updates.append(planned.updates[index].with(row: row))
    }
    for (insert, property, value) in result.sequenceValues {
      inserts[insert].row.set(property.index, slot: property.slot, integer: value)
    }
    for (place, property, key) in result.orderKeys {
      let row = place < 0 ? updates[~place].row : inserts[place].row
      row.set(property.index, slot: property.slot, integer: key)
    }
    // Large values are kept in memory no longer than the save.
    for (place, names) in result.externalFiles {
      if place < 0 {
        updates[~place] = updates[~place].referring(to: names)
      } else {
        inserts[place] = inserts[place].referring(to: names)
      }
    }
    guard let references else { return }
    func key(of reference: Int64) -> Int64? { references.value(for: reference) }
    for insert in inserts { insert.row.replaceReferences(of: insert.layout, key) }
    for update in updates { update.row.replaceReferences(of: update.layout, key) }
  }

  /// Puts the values that the store derived into these rows.
  ///
  /// - Returns: the derived rows that are not among these.
  mutating func takeDerived() -> [SaveResult.Derived] {
    guard !derived.isEmpty else { return [] }
    var byPlace: [RowPlace: SaveResult.Derived] = [:]
    for one in derived { byPlace[one.place] = one }
    func fill<Change: PlannedRow>(_ change: Change) -> Change {
      guard let one = byPlace.removeValue(forKey: change.place) else { return change }
      return change.with(
        row: change.row.replacing(
          one.properties.map(\.index), from: one.row, layout: change.layout))
    }
    inserts = inserts.map(fill)
    updates = updates.map(fill)
    return derived.filter { byPlace[$0.place] != nil }
  }

  /// The rows of each hierarchy by the keys in the plan, indexed by the root's number - 1.
  func tables(count: Int) -> [KeyTable<Row>] {
    let tables = (0..<count).map { _ in KeyTable<Row>() }
    func add(_ saved: [some SavedRow], by planned: [some SavedRow]) {
      for (saved, planned) in zip(saved, planned) {
        tables[saved.layout.rootNumber - 1].set(saved.row, for: planned.row.key)
      }
    }
    add(inserts, by: planned.inserts)
    add(updates, by: planned.updates)
    return tables
  }
}

extension PlannedRow {
  /// This row with the names of files in place of large values.
  fileprivate func referring(to names: [Int: String]) -> Self {
    with(row: row.referring(to: names, in: layout))
  }
}

extension Row {
  /// Whether a to-one relationship refers to an object without a permanent key.
  fileprivate func refersToNewObjects(_ layout: EntityLayout) -> Bool {
    for property in layout.toOnes where !isNull(property.index) {
      if integer(slot: property.slot) < 0 { return true }
    }
    return false
  }
}
