import Foundation
import ObjectModel
import ObjectStore

/// What a save wrote: the changes, with their rows as they are now in the store.
struct Commit: @unchecked Sendable {
  // Sound: it is filled before others see it, and then only read; its rows are immutable.

  /// The changes; inserted and updated rows carry their keys and versions.
  let changes: SavePlan

  /// Rows outside the changes whose derived attributes changed with them.
  let derived: [SaveOutcome.Derived]

  /// The keys of inserted objects by temporary reference; present only if a row refers to a new
  /// object or the save has several contexts.
  private let keys: KeyTable<Int64>?

  /// The rows of each hierarchy by the key under which contexts know the object, indexed by the
  /// root's number - 1; only if the saved rows are others than those in the contexts.
  private let combined: [KeyTable<Row>]

  var inserts: [ChangeSet.Insert] { changes.rows.inserts }
  var updates: [ChangeSet.Update] { changes.rows.updates }
  var deletes: [ChangeSet.RowVersion] { changes.rows.deletes }

  var isEmpty: Bool { changes.isEmpty }

  /// The object's permanent key.
  func key(of key: Int64) -> Int64 { key < 0 ? keys?.value(for: key) ?? key : key }

  /// The saved row of a changed object of a context, or nil if nothing of it was written.
  func row(of object: ManagedObject) -> Row? {
    if !combined.isEmpty {
      return combined[object.layout.rootNumber - 1].value(for: object.key)
    }
    // The planned row is the saved row, which now has its key and new version.
    return object.rowInSave
  }

  /// Writes the changes of a chain of contexts through a coordinator.
  ///
  /// - Parameters:
  ///   - willCommit: called after everything is written, before others can see it.
  ///   - willFinish: called before the plans' rows get their keys and versions.
  /// - Throws: errors of the store; then nothing has changed.
  init(
    _ chain: [SavePlan], to coordinator: PersistentStoreCoordinator,
    willCommit: @escaping () -> Void = {}, willFinish: () -> Void = {}
  ) throws {
    var (changes, isCombined) = SavePlan.merged(chain)
    if coordinator.layout.derivesOwnValues, !changes.isEmpty {
      changes = changes.derivingOwnValues(at: Date())
      isCombined = true
    }
    let writes = !changes.isEmpty || coordinator.hasStagedMetadata
    let outcome =
      writes
      ? try coordinator.writeLock.performAndWait(from: .context) {
        try coordinator.save(changes.changeSet, willCommit: willCommit)
      } : SaveOutcome()
    willFinish()
    // Large values are kept in memory no longer than the save.
    changes.rows.moveData(to: outcome.externalFiles)
    if !outcome.externalFiles.isEmpty || !outcome.derived.isEmpty { isCombined = true }
    derived = changes.merge(outcome.derived, keys: outcome.keys)
    self.changes = changes
    let isAnyNew = !changes.rows.inserts.isEmpty
    let needsKeys =
      chain.count > 1
      || isAnyNew && changes.rows.inserts.contains { $0.row.refersToNewObjects($0.layout) }
      || isAnyNew && changes.rows.updates.contains { $0.row.refersToNewObjects($0.layout) }
    keys = needsKeys ? Self.keyTable(of: changes.rows.inserts, keys: outcome.keys) : nil
    combined =
      isCombined ? Self.rowTables(of: changes.rows, count: coordinator.layout.entities.count) : []
    finishRows(outcome: outcome)
    remember(in: coordinator, at: outcome.moments)
  }

  private static func keyTable(of inserts: [ChangeSet.Insert], keys: [Int64]) -> KeyTable<Int64> {
    let table = KeyTable<Int64>(minimumCapacity: inserts.count)
    for (insert, key) in zip(inserts, keys) { table.set(key, for: insert.row.key) }
    return table
  }

  private static func rowTables(of rows: ChangeSet, count: Int) -> [KeyTable<Row>] {
    let tables = (0..<count).map { _ in KeyTable<Row>() }
    func add(_ saved: [some SavedRow]) {
      for one in saved { tables[one.layout.rootNumber - 1].set(one.row, for: one.row.key) }
    }
    add(rows.inserts)
    add(rows.updates)
    return tables
  }

  /// Gives the rows their keys, versions and sequence values, and replaces references to new
  /// objects.
  private func finishRows(outcome: SaveOutcome) {
    let rows = changes.rows
    // By index, because accessing an element in place does not retain it.
    for index in rows.inserts.indices {
      rows.inserts[index].row.identify(key: outcome.keys[index], version: 1)
    }
    for index in rows.updates.indices {
      let version = rows.updates[index].savedVersion
      rows.updates[index].row.identify(key: rows.updates[index].row.key, version: version)
    }
    if keys != nil {
      for insert in rows.inserts { insert.row.replaceReferences(of: insert.layout, key(of:)) }
      for update in rows.updates { update.row.replaceReferences(of: update.layout, key(of:)) }
    }
    for (index, property, value) in outcome.sequenceValues {
      inserts[index].row.set(property.index, slot: property.slot, integer: value)
    }
  }

  /// Puts the rows into the coordinator's cache, one run of a hierarchy at a time.
  private func remember(in coordinator: PersistentStoreCoordinator, at moments: CommitMoments) {
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

extension ChangeSet {
  /// Replaces values that were written to external files with the files' names, in other rows.
  fileprivate mutating func moveData(to files: [Int: [Int: String]]) {
    func move(_ change: inout some PlannedRow, to names: [Int: String]) {
      change = change.with(row: change.row.referring(to: names, in: change.layout))
    }
    for (place, names) in files {
      if place >= 0 { move(&inserts[place], to: names) } else { move(&updates[~place], to: names) }
    }
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
