import ObjectModel

/// What a store in memory refuses, before anything has changed.
extension InMemorySave {
  func checkVersions(in contents: InMemoryContents) throws {
    var conflicts: [StoreConflict] = []
    func check(_ layout: EntityLayout, _ key: Int64, _ expected: Int64) {
      let row = contents.row(key: key, root: layout.rootNumber)
      if row?.version != expected {
        conflicts.append(
          StoreConflict(layout: layout, key: key, expectedVersion: expected, persisted: row))
      }
    }
    for one in changes.checks { check(one.layout, one.key, one.expectedVersion) }
    for delete in changes.deletes { check(delete.layout, delete.key, delete.expectedVersion) }
    for update in changes.updates { check(update.layout, update.row.key, update.expectedVersion) }
    if !conflicts.isEmpty { throw ObjectGraphError.conflict(conflicts, in: identity) }
  }

  // MARK: Uniqueness

  func checkConstraints(in contents: InMemoryContents) throws {
    /// The changed rows by their values, for each constraint.
    var taken: [Int: [UniqueValues: (key: Int64, reference: Int64)]] = [:]
    func check(_ row: Row, _ layout: EntityLayout, reference: Int64) throws {
      for place in schema.constraints(of: row) {
        let properties = schema.constraints[place].properties
        guard let values = UniqueValues(row, properties) else { continue }
        let other =
          taken[place]?[values]?.reference
          ?? unchangedOwner(of: values, place, root: layout.rootNumber, in: contents)
        if let other {
          throw ObjectGraphError.constraint(
            properties, of: row, layout: layout, conflictingKey: other,
            objectID: objectID(layout, reference))
        }
        taken[place, default: [:]][values] = (row.key, reference)
      }
    }
    for (update, row) in zip(changes.updates, updated) {
      try check(row, update.layout, reference: row.key)
    }
    for (insert, row) in zip(changes.inserts, inserted) {
      try check(row, insert.layout, reference: insert.row.key)
    }
  }

  /// The key of a row that has the values of a constraint and keeps them in this save.
  private func unchangedOwner(
    of values: UniqueValues, _ constraint: Int, root: Int, in contents: InMemoryContents
  ) -> Int64? {
    guard let key = contents.owner(of: values, constraint: constraint),
      change(key: key, root: root) == nil
    else { return nil }
    return key
  }

  // MARK: References

  /// Finds references that lead to no row, as it will be after the save.
  func checkDestinations(in contents: InMemoryContents) throws {
    for (update, row) in zip(changes.updates, updated) {
      for property in schema.guards.toOnes(of: update.layout)
      where update.changed.contains(property.index) && !leads(row, property, in: contents) {
        throw ObjectGraphError.vanishedDestination(
          of: property, owner: update.layout, objectID: objectID(update.layout, row.key),
          isDeletedHere: isDeletedHere(row.integer(slot: property.slot), property))
      }
    }
    for (insert, row) in zip(changes.inserts, inserted) {
      for property in schema.guards.toOnes(of: insert.layout)
      where !leads(row, property, in: contents) {
        throw ObjectGraphError.vanishedDestination(
          of: property, owner: insert.layout, objectID: objectID(insert.layout, insert.row.key),
          isDeletedHere: isDeletedHere(row.integer(slot: property.slot), property))
      }
    }
    try checkNewPairs(in: contents)
  }

  /// Whether a to-one relationship is nil or leads to a row of its destination.
  private func leads(
    _ row: Row, _ property: PropertyLayout, in contents: InMemoryContents
  ) -> Bool {
    row.isNull(property.index)
      || isThere(
        row.integer(slot: property.slot), schema.model[property.destinationNumber], in: contents)
  }

  /// Whether there will be a row of that key of an entity or its subentities.
  private func isThere(
    _ key: Int64, _ layout: EntityLayout, in contents: InMemoryContents
  ) -> Bool {
    let root = layout.rootNumber
    let found = change(key: key, root: root) ?? contents.row(key: key, root: root)
    return found.map { layout.includes($0.entityNumber) } ?? false
  }

  private func checkNewPairs(in contents: InMemoryContents) throws {
    for join in changes.joins where schema.guards.includes(join) {
      let destination = schema.model[join.relationship.destinationNumber]
      // Those that this save inserts were found when the pairs got their keys.
      for pair in join.added
      where pair.destination > 0 && !isThere(pair.destination, destination, in: contents) {
        let owner = schema.model[join.relationship.declaringNumber]
        throw ObjectGraphError.vanishedDestination(
          of: join.relationship, owner: owner, objectID: objectID(owner, pair.source),
          isDeletedHere: isDeletedHere(pair.destination, join.relationship))
      }
    }
  }

  private func isDeletedHere(_ key: Int64, _ property: PropertyLayout) -> Bool {
    changes.takesAway(key, root: schema.model[property.destinationNumber].rootNumber)
  }

  /// Finds rows that will still refer to one that goes away.
  func checkReferrers(in contents: InMemoryContents) throws {
    var conflicts: [StoreConflict] = []
    var first: LateReferrer?
    for delete in changes.deletes {
      guard let referrer = referrer(to: delete, in: contents) else { continue }
      conflicts.append(
        StoreConflict(
          layout: delete.layout, key: delete.key, expectedVersion: delete.expectedVersion,
          persisted: contents.row(key: delete.key, root: delete.layout.rootNumber)))
      first = first ?? referrer
    }
    if let first { throw ObjectGraphError.conflict(conflicts, in: identity, referrer: first) }
  }

  private func referrer(
    to delete: ChangeSet.Delete, in contents: InMemoryContents
  ) -> LateReferrer? {
    for property in schema.guards.toOnes(leadingTo: delete.layout) {
      let root = schema.model[property.declaringNumber].rootNumber
      let rows = contents.referrers(over: property, to: delete.key).compactMap { key in
        change(key: key, root: root) ?? contents.row(key: key, root: root)
      }.filter { !$0.isNull(property.index) && $0.integer(slot: property.slot) == delete.key }
      if let row = rows.min(by: { $0.key < $1.key }) {
        return LateReferrer(layout: schema.model[row.entityNumber], property: property)
      }
    }
    return nil
  }
}
