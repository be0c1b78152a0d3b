import Foundation
import ObjectModel

/// Carries out a change set on a copy of a store's contents, so that a refusal leaves them as they
/// were.
struct InMemoryWriter {
  var contents: InMemoryStore.Contents
  let model: ModelLayout
  let identity: StoreIdentity

  /// Keys of the rows that this change set inserts, by their negative references.
  private var newKeys: [Int64: Int64] = [:]

  init(contents: InMemoryStore.Contents, model: ModelLayout, identity: StoreIdentity) {
    self.contents = contents
    self.model = model
    self.identity = identity
  }

  mutating func apply(_ changes: ChangeSet) throws -> SaveOutcome {
    try checkVersions(of: changes)
    var outcome = SaveOutcome()
    for delete in changes.deletes {
      contents.tables[delete.layout.rootNumber]?[delete.key] = nil
    }
    for insert in changes.inserts {
      let root = insert.layout.rootNumber
      var key = insert.row.key
      if key < 0 {
        key = (contents.lastKeys[root] ?? 0) + 1
        contents.lastKeys[root] = key
        newKeys[insert.row.key] = key
      }
      outcome.keys.append(key)
    }
    for update in changes.updates {
      let row = try resolved(update.row, layout: update.layout)
      row.identify(key: update.row.key, version: update.expectedVersion + 1)
      contents.tables[update.layout.rootNumber, default: [:]][row.key] = row
    }
    for (place, insert) in changes.inserts.enumerated() {
      let row = try resolved(insert.row, layout: insert.layout)
      row.identify(key: outcome.keys[place], version: 1)
      for property in insert.layout.properties
      where property.isSequence && row.isNull(property.index) {
        let value = nextValue(of: property, root: insert.layout.rootNumber)
        row.set(property.index, slot: property.slot, integer: value)
        outcome.sequenceValues.append((place, property, value))
      }
      contents.tables[insert.layout.rootNumber, default: [:]][row.key] = row
    }
    try applyJoins(changes.joins)
    try checkConstraints(of: changes, keys: outcome.keys)
    return outcome
  }

  private func checkVersions(of changes: ChangeSet) throws {
    var conflicts: [StoreConflict] = []
    func check(_ layout: EntityLayout, _ key: Int64, _ expected: Int64) {
      let row = contents.tables[layout.rootNumber]?[key]
      if row?.version != expected {
        conflicts.append(
          StoreConflict(layout: layout, key: key, expectedVersion: expected, persisted: row))
      }
    }
    for delete in changes.deletes { check(delete.layout, delete.key, delete.expectedVersion) }
    for update in changes.updates { check(update.layout, update.row.key, update.expectedVersion) }
    if !conflicts.isEmpty { throw ObjectGraphError.conflict(conflicts) }
  }

  /// A copy of a row in which references to rows of this change set are their keys.
  private func resolved(_ row: Row, layout: EntityLayout) throws -> Row {
    let copy = row.copy()
    for property in layout.toOnes where !copy.isNull(property.index) {
      let reference = copy.integer(slot: property.slot)
      if reference < 0 {
        copy.set(
          property.index, slot: property.slot,
          integer: try newKey(reference, layout: layout, property: property))
      }
    }
    return copy
  }

  private func newKey(
    _ reference: Int64, layout: EntityLayout, property: PropertyLayout
  ) throws -> Int64 {
    guard let key = newKeys[reference] else {
      throw ObjectGraphError.unsavedDestination(entity: layout.name, key: property.name)
    }
    return key
  }

  private func nextValue(of property: PropertyLayout, root: Int) -> Int64 {
    let values = (contents.tables[root] ?? [:]).values.map { row in
      row.isNull(property.index) ? 0 : row.integer(slot: property.slot)
    }
    return (values.max() ?? 0) + 1
  }

  private mutating func applyJoins(_ joins: [ChangeSet.Join]) throws {
    for join in joins {
      let (key, isReversed) = CanonicalJoin.canonical(join.relationship, in: model)
      func oriented(_ pair: ChangeSet.Join.Pair) throws -> ChangeSet.Join.Pair {
        func permanent(_ reference: Int64) throws -> Int64 {
          guard reference < 0 else { return reference }
          guard let found = newKeys[reference] else {
            throw ObjectGraphError.unsavedDestination(
              entity: join.relationship.relationship?.entity?.name ?? "",
              key: join.relationship.name)
          }
          return found
        }
        let (source, destination) = (try permanent(pair.source), try permanent(pair.destination))
        return isReversed
          ? .init(source: destination, destination: source)
          : .init(source: source, destination: destination)
      }
      for pair in join.removed { contents.joins[key, default: []].remove(try oriented(pair)) }
      for pair in join.added { contents.joins[key, default: []].insert(try oriented(pair)) }
    }
  }

  private func checkConstraints(of changes: ChangeSet, keys: [Int64]) throws {
    var touched: [(layout: EntityLayout, key: Int64)] = []
    touched += changes.updates.map { ($0.layout, $0.row.key) }
    touched += zip(changes.inserts, keys).map { ($0.layout, $1) }
    guard !touched.isEmpty else { return }
    for constraint in UniquenessConstraint.all(in: model) {
      let mine = touched.filter { constraint.layout.includes($0.layout.number) }
      guard !mine.isEmpty else { continue }
      let table = contents.tables[constraint.layout.rootNumber] ?? [:]
      var owners: [[AttributeValue]: Int64] = [:]
      for (key, row) in table where constraint.layout.includes(row.entityNumber) {
        guard let values = constraint.values(of: row) else { continue }
        guard let other = owners.updateValue(key, forKey: values) else { continue }
        let isMine = mine.contains { $0.key == key }
        throw ObjectGraphError.constraint(
          constraint, values: values, conflictingKey: isMine ? other : key,
          objectID: ManagedObjectID(
            store: identity, entity: constraint.layout.entity, reference: isMine ? other : key))
      }
    }
  }
}
