import ObjectModel
import ObjectStore

/// What a save wrote: the rows as they are in the store now.
struct Commit: @unchecked Sendable {
  // Sound: it is filled before anyone else sees it and only read afterwards; its rows are immutable.

  struct Saved {
    let layout: EntityLayout
    /// The key under which contexts knew the object: negative for a new one.
    let originalKey: Int64
    let row: Row
    let changed: [Int]
  }

  struct Deleted {
    let layout: EntityLayout
    let key: Int64
    /// The last known values, where they had been read.
    let row: Row?
  }

  var inserted: [Saved] = []
  var updated: [Saved] = []
  var deleted: [Deleted] = []
  var joins: [ContextChanges.Join] = []

  /// The saved rows of each hierarchy by original key, at the root's number - 1.
  private var rows: [KeyTable<Row>?]

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && joins.isEmpty }

  /// The saved row of an object, or nil when nothing of it was written.
  func row(root: Int, originalKey: Int64) -> Row? {
    rows[root - 1]?.value(for: originalKey)
  }

  /// The key that an object has now.
  func key(root: Int, originalKey: Int64) -> Int64 {
    guard originalKey < 0 else { return originalKey }
    return row(root: root, originalKey: originalKey)?.key ?? originalKey
  }

  /// Writes changes through a coordinator.
  ///
  /// - Throws: what the store reports; then nothing has changed anywhere.
  init(_ changes: ContextChanges, to coordinator: PersistentStoreCoordinator) throws {
    rows = Array(repeating: nil, count: coordinator.layout.entities.count)
    var set = ChangeSet()
    set.inserts.reserveCapacity(changes.objects.count)
    for object in changes.objects {
      switch object.kind {
      case .insert:
        guard let row = object.row else { continue }
        set.inserts.append(.init(layout: object.layout, row: row))
      case .update:
        guard let row = object.row else { continue }
        set.updates.append(
          .init(
            layout: object.layout, row: row, changed: object.changed,
            expectedVersion: object.expectedVersion))
      case .delete:
        set.deletes.append(
          .init(layout: object.layout, key: object.key, expectedVersion: object.expectedVersion))
      }
    }
    set.joins = Self.joins(of: changes)
    let outcome = set.isEmpty ? SaveOutcome() : try coordinator.save(set)
    joins = changes.joins
    let unresolved = take(changes, outcome: outcome)
    resolveReferences(unresolved, in: coordinator.layout)
    for saved in [inserted, updated] {
      // Runs of one hierarchy, in the order of the save.
      var start = 0
      while start < saved.count {
        let root = saved[start].layout.rootNumber
        var end = start + 1
        while end < saved.count, saved[end].layout.rootNumber == root { end += 1 }
        coordinator.remember(saved[start..<end].map(\.row), root: root)
        start = end
      }
    }
  }

  private static func joins(of changes: ContextChanges) -> [ChangeSet.Join] {
    var byRelationship: [ObjectIdentifier: ChangeSet.Join] = [:]
    var order: [ObjectIdentifier] = []
    for join in changes.joins {
      let id = ObjectIdentifier(join.property)
      if byRelationship[id] == nil {
        byRelationship[id] = ChangeSet.Join(relationship: join.property, added: [], removed: [])
        order.append(id)
      }
      let pair = ChangeSet.Join.Pair(source: join.source, destination: join.destination)
      if join.isMember {
        byRelationship[id]?.added.append(pair)
      } else {
        byRelationship[id]?.removed.append(pair)
      }
    }
    return order.compactMap { byRelationship[$0] }
  }

  /// Gives the rows their keys and versions.
  ///
  /// - Returns: those that refer to objects that were new.
  private mutating func take(_ changes: ContextChanges, outcome: SaveOutcome) -> [Saved] {
    var unresolved: [Saved] = []
    inserted.reserveCapacity(outcome.keys.count)
    var keys = outcome.keys.makeIterator()
    for object in changes.objects {
      let root = object.layout.rootNumber
      guard object.kind != .delete else {
        deleted.append(Deleted(layout: object.layout, key: object.key, row: object.row))
        continue
      }
      guard let row = object.row else { continue }
      let isInsert = object.kind == .insert
      let key = isInsert ? keys.next() ?? object.key : object.key
      row.identify(key: key, version: isInsert ? 1 : object.expectedVersion + 1)
      let saved = Saved(
        layout: object.layout, originalKey: object.key, row: row, changed: object.changed)
      if isInsert { inserted.append(saved) } else { updated.append(saved) }
      if saved.layout.toOnes.contains(where: {
        !row.isNull($0.index) && row.integer(slot: $0.slot) < 0
      }) {
        unresolved.append(saved)
      }
      if let table = rows[root - 1] {
        table.set(row, for: object.key)
      } else {
        let table = KeyTable<Row>(minimumCapacity: changes.objects.count)
        table.set(row, for: object.key)
        rows[root - 1] = table
      }
    }
    for (index, property, value) in outcome.sequenceValues {
      inserted[index].row.set(property.index, slot: property.slot, integer: value)
    }
    return unresolved
  }

  /// Replaces references to objects that were new by their keys.
  private func resolveReferences(_ unresolved: [Saved], in model: ModelLayout) {
    for saved in unresolved {
      for property in saved.layout.toOnes where !saved.row.isNull(property.index) {
        let reference = saved.row.integer(slot: property.slot)
        guard reference < 0 else { continue }
        let root = model[property.destinationNumber].rootNumber
        saved.row.set(
          property.index, slot: property.slot,
          integer: key(root: root, originalKey: reference))
      }
    }
  }
}
