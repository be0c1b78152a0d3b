import Foundation
import ObjectModel
import ObjectStore

/// What a save wrote: the changes with their rows as they are in the store now.
struct Commit: @unchecked Sendable {
  // Sound: it is filled before anyone else sees it and only read
  // afterwards; its rows are immutable.

  /// The changes; inserted and updated rows carry their keys and versions.
  let changes: SavePlan

  /// Rows outside the changes whose derived attributes became different with them.
  let derived: [SaveOutcome.Derived]

  /// The keys of inserted objects by their temporary references, for those who need them: rows that
  /// refer to such objects, and contexts of a chain.
  private let keys: KeyTable<Int64>?

  /// The rows of each hierarchy by the key under which contexts know the object, at the root's
  /// number - 1; only where several contexts' changes were combined.
  private let combined: [KeyTable<Row>]

  /// The rows whose large values went into files, in place of those that had them: nobody keeps the
  /// values in memory for longer than it takes to save them.
  private let replaced: [ObjectIdentifier: Row]

  var inserts: [ChangeSet.Insert] { changes.rows.inserts }
  var updates: [ChangeSet.Update] { changes.rows.updates }
  var deletes: [ChangeSet.RowVersion] { changes.rows.deletes }

  var isEmpty: Bool { changes.isEmpty }

  /// The key that an object has now.
  func key(of key: Int64) -> Int64 { key < 0 ? keys?.value(for: key) ?? key : key }

  /// The saved values of a changed object of a context, or nil when nothing of it was written.
  func row(of object: ManagedObject) -> Row? {
    if !combined.isEmpty {
      return combined[object.layout.rootNumber - 1].value(for: object.key)
    }
    // The planned row is the one that was saved: it has its key and a new version now.
    guard let row = object.rowInSave else { return nil }
    return replaced.isEmpty ? row : replaced[row.identifier] ?? row
  }

  /// Writes the changes of a chain of contexts through a coordinator.
  ///
  /// - Parameters:
  ///   - willCommit: called when all is written, before anybody else can see it.
  ///   - willFinish: called before the plans' rows get their keys and versions.
  /// - Throws: what the store reports; then nothing has changed anywhere.
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
    replaced =
      outcome.externalFiles.isEmpty ? [:] : changes.rows.moveData(to: outcome.externalFiles)
    if !outcome.derived.isEmpty { isCombined = true }
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

  /// Gives the rows their keys, versions and sequence values, and replaces references to objects
  /// that were new.
  private func finishRows(outcome: SaveOutcome) {
    let rows = changes.rows
    // By index: an element that is only looked at is not retained.
    for index in rows.inserts.indices {
      rows.inserts[index].row.identify(key: outcome.keys[index], version: 1)
    }
    for index in rows.updates.indices {
      let version = rows.updates[index].expectedVersion + 1
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

  /// Puts the rows into the coordinator's cache, a run of one hierarchy at a time.
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
  /// Puts the names of files in the place of the values that were written there.
  ///
  /// - Returns: the new rows by what they replace.
  fileprivate mutating func moveData(to files: [Int: [Int: String]]) -> [ObjectIdentifier: Row] {
    var replaced: [ObjectIdentifier: Row] = [:]
    func move(_ change: inout some PlannedRow, to names: [Int: String]) {
      let row = change.row.referring(to: names, in: change.layout)
      replaced[change.row.identifier] = row
      change = change.with(row: row)
    }
    for (place, names) in files {
      if place >= 0 { move(&inserts[place], to: names) } else { move(&updates[~place], to: names) }
    }
    return replaced
  }
}

extension Row {
  /// Whether a to-one relationship leads to an object that has no key yet.
  fileprivate func refersToNewObjects(_ layout: EntityLayout) -> Bool {
    for property in layout.toOnes where !isNull(property.index) {
      if integer(slot: property.slot) < 0 { return true }
    }
    return false
  }
}
