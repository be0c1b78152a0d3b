import ObjectModel
import SQLite

/// One save: executes a change set in the caller's write transaction.
final class SaveOperation {
  let session: SQLiteSession
  let changes: ChangeSet
  private(set) var keys: TemporaryKeys
  private(set) var result = SaveResult()
  private var nextSequenceValues: [ObjectIdentifier: Int64] = [:]

  private var conflicts: [ChangeSet.RowVersion] = []
  private let references: ReferenceCheck

  /// The order keys of `result`, by place.
  private var orderKeys: [Int: [(property: PropertyLayout, key: Int64)]] = [:]

  /// The changes to external files; nil for a store without files.
  let externals: ExternalWrites?

  /// Rows used only by this save, retained because their values are bound in place.
  private var boundRows: [Row] = []

  /// Thrown if the store does not match the assumptions of the changes.
  struct Conflicted: Error {
    /// The rows without the expected version, or to which others now refer, each once.
    let conflicts: [ChangeSet.RowVersion]
    /// The referrer of the first row, if that is why it cannot be deleted.
    var referrer: (layout: EntityLayout, property: PropertyLayout)?
  }

  init(_ changes: ChangeSet, in session: SQLiteSession, folder: ExternalFolder?) {
    externals = folder.map {
      ExternalWrites(folder: $0, storeIdentifier: session.identity.identifier)
    }
    self.changes = changes
    self.session = session
    references = ReferenceCheck(session: session)
    keys = TemporaryKeys(base: session.base)
  }

  /// If it throws, the caller rolls back, and discards new files.
  func run() throws -> SaveResult {
    var derivation =
      session.model.derivations.isEmpty ? nil : DerivationRun(changes, session: session)
    try derivation?.findFormerOwners()
    try assignKeys()
    if session.model.hasOrderKeys { try settleOrderKeys() }
    for check in changes.checks { try checkVersion(check) }
    try runDeletes()
    try runUpdates()
    guard conflicts.isEmpty else { throw Conflicted(conflicts: conflicts) }
    try runInserts()
    try runJoins()
    for order in changes.orders { try run(order, keys: keys) }
    // Only now do the rows have their final values.
    try checkDestinations()
    try references.checkReferrers(of: changes.deletes)
    if let derived = try derivation?.run(keys) { result.derived = derived }
    try session.searchIndex.update()
    try externals?.sync()
    return result
  }

  private func settleOrderKeys() throws {
    result.orderKeys = try OrderKeySettlement(changes, in: session).keys
    for (place, property, key) in result.orderKeys {
      orderKeys[place, default: []].append((property, key))
    }
  }

  /// The row to bind: with final order keys, and with the names of files in place of large values.
  @inline(__always)
  private func rowToBind(
    _ row: Row, _ layout: EntityLayout, _ plan: WritePlan, place: Int
  ) throws -> Row {
    if plan.externals.isEmpty, orderKeys.isEmpty { return row }
    return try completedRow(row, layout, plan, place: place)
  }

  private func completedRow(
    _ row: Row, _ layout: EntityLayout, _ plan: WritePlan, place: Int
  ) throws -> Row {
    var bound = row
    let files = try writeFiles(of: row, layout, plan.externals, place: place)
    if !files.isEmpty { bound = row.referring(to: files, in: layout) }
    if let keys = orderKeys[place] {
      if bound === row { bound = row.copy() }
      for (property, key) in keys { bound.set(property.index, slot: property.slot, integer: key) }
    }
    if !(bound === row) { boundRows.append(bound) }
    return bound
  }

  // MARK: External files

  /// - Returns: the names of the files by property index.
  private func writeFiles(
    of row: Row, _ layout: EntityLayout, _ properties: [PropertyLayout], place: Int
  ) throws -> [Int: String] {
    guard let externals, !properties.isEmpty else { return [:] }
    let known = place < 0 ? try session.externalNames(of: row.key, layout, properties) : [:]
    let files = try externals.write(row, layout, properties, known: known)
    if !files.isEmpty { result.externalFiles[place] = files }
    return files
  }

  private func giveUpFiles(of delete: ChangeSet.RowVersion) throws {
    let properties = session.externals(of: delete.layout)
    guard let externals, !properties.isEmpty else { return }
    let names = try session.externalNames(of: delete.key, delete.layout, properties)
    for name in names.values { try externals.giveUp(name) }
  }

  // MARK: Keys

  /// Assigns keys to new rows, with one statement on Z_PRIMARYKEY for each hierarchy.
  private func assignKeys() throws {
    guard !changes.inserts.isEmpty else { return }
    var counts = Array(repeating: 0, count: session.model.entities.count + 1)
    var greatestGiven = Array(repeating: Int64(0), count: counts.count)
    let inserts = changes.inserts
    // By index, because accessing an element in place does not retain it.
    for index in inserts.indices {
      let (root, key) = (inserts[index].layout.rootNumber, inserts[index].row.key)
      if key > 0 {
        greatestGiven[root] = max(greatestGiven[root], key)
      } else {
        counts[root] += 1
      }
    }
    var next = Array(repeating: Int64(0), count: counts.count)
    for root in session.model.roots {
      // Reserved keys are already recorded; given ones may not be.
      let given = max(greatestGiven[root.number] - session.base, 0)
      guard counts[root.number] > 0 || given > 0 else { continue }
      let last = try session.takeKeys(count: counts[root.number], of: root, after: given)
      next[root.number] = last + 1 + session.base
    }
    let references = inserts.indices.map { inserts[$0].row.key }
    var assigned: [Int64] = []
    assigned.reserveCapacity(inserts.count)
    for (index, reference) in references.enumerated() {
      if reference > 0 {
        assigned.append(reference)
      } else {
        let root = inserts[index].layout.rootNumber
        assigned.append(next[root])
        next[root] += 1
      }
    }
    result.keys = assigned
    keys = TemporaryKeys(references: references, keys: assigned, base: session.base)
  }

  // MARK: Deletes and updates

  private func runDeletes() throws {
    for delete in changes.deletes {
      guard conflicts.isEmpty else {
        try checkVersion(delete)
        continue
      }
      if session.hasExternals { try giveUpFiles(of: delete) }
      let (statement, joins) = try session.plans(for: delete.layout).deleting()
      let key = delete.key - session.base
      statement.bind(1, key)
      statement.bind(2, delete.expectedVersion)
      try statement.run()
      if session.connection.changes == 0 { conflicts.append(delete) }
      for statement in joins {
        statement.bind(1, key)
        try statement.run()
      }
    }
  }

  private func runUpdates() throws {
    var isParked = false
    let (keys, references) = (self.keys, self.references)
    let updates = changes.updates
    var known: (layout: EntityLayout, plan: WritePlan)?
    // By index, because accessing an element in place does not retain it.
    for index in updates.indices {
      guard conflicts.isEmpty else {
        try checkVersion(updates[index].supposition)
        continue
      }
      // Consecutive updates usually change the same properties.
      let plan: WritePlan
      if let known, known.layout === updates[index].layout,
        known.plan.changed == updates[index].changed
      {
        plan = known.plan
      } else {
        let layout = updates[index].layout
        plan = try session.plans(for: layout).updating(updates[index].changed)
        known = (layout, plan)
      }
      let row = try rowToBind(updates[index].row, updates[index].layout, plan, place: ~index)
      let canPark = !isParked && plan.parking != nil
      if try !run(updates, index, row, with: plan, keys, canPark: canPark) {
        // The value may belong to a row that releases it later in this save.
        isParked = true
        try park(from: index)
        _ = try run(updates, index, row, with: plan, keys, canPark: false)
      }
      if session.connection.changes == 0 { conflicts.append(updates[index].supposition) }
      references.collect(row, plan.guarded, place: ~index)
    }
  }

  /// - Returns: whether it was written; false if another row has a unique value, and the update can
  ///   be parked.
  @inline(__always)
  private func run(
    _ updates: [ChangeSet.Update], _ index: Int, _ row: Row, with plan: WritePlan,
    _ keys: TemporaryKeys, canPark: Bool
  ) throws -> Bool {
    let statement = plan.statement
    statement.bind(1, updates[index].savedVersion)
    do {
      try plan.binder.bind(row, to: statement, keys: keys)
    } catch var error as ObjectGraphError {
      error.objectID = objectID(updates[index].layout, row.key)
      throw error
    }
    statement.bind(plan.keyParameter, row.key - session.base)
    statement.bind(plan.keyParameter + 1, updates[index].expectedVersion)
    do {
      try statement.run()
      return true
    } catch let error as SQLiteError where error.kind == .notUnique {
      guard canPark else {
        throw violation(error, updates[index].layout, updates[index].row)
      }
      return false
    }
  }

  private func park(from index: Int) throws {
    for update in changes.updates[index...] {
      let plan = try session.plans(for: update.layout).updating(update.changed)
      guard let parking = plan.parking else { continue }
      parking.bind(1, update.row.key - session.base)
      try parking.run()
    }
  }

  /// After the first conflict, nothing more is written, but further conflicts are still found.
  private func checkVersion(_ check: ChangeSet.RowVersion) throws {
    let table = session.mapping.table(of: check.layout).name
    let found = try session.connection.integer(
      "SELECT 1 FROM \(table) WHERE Z_PK = ? AND Z_OPT = ?", check.key - session.base,
      check.expectedVersion)
    if found == nil { conflicts.append(check) }
  }

  // MARK: Inserts

  private func runInserts() throws {
    let inserts = changes.inserts
    var start = 0
    while start < inserts.count {
      // Consecutive objects are usually of one entity, and share its plan.
      let layout = inserts[start].layout
      var end = start + 1
      while end < inserts.count, inserts[end].layout === layout { end += 1 }
      try run(inserts, start..<end, with: session.plans(for: layout).inserting())
      start = end
    }
  }

  private func run(
    _ inserts: [ChangeSet.Insert], _ range: Range<Int>, with plan: WritePlan
  ) throws {
    let (keys, assigned, base) = (self.keys, result.keys, session.base)
    let (statement, binder, references) = (plan.statement, plan.binder, self.references)
    let (sequences, guarded) = (plan.sequences, plan.guarded)
    for index in range {
      let row = try rowToBind(inserts[index].row, inserts[index].layout, plan, place: index)
      statement.bind(plan.keyParameter, assigned[index] &- base)
      try binder.bind(row, to: statement, keys: keys)
      for field in sequences where row.isNull(field.index) {
        let value = try nextSequenceValue(of: field.property, in: inserts[index].layout)
        result.sequenceValues.append((index, field.property, value))
        statement.bind(field.place, value)
      }
      do {
        try statement.run()
      } catch let error as SQLiteError where error.kind == .notUnique {
        throw violation(error, inserts[index].layout, inserts[index].row)
      }
      references.collect(row, guarded, place: index)
    }
  }

  private func nextSequenceValue(
    of property: PropertyLayout, in layout: EntityLayout
  ) throws -> Int64 {
    let value = try nextSequenceValues[ObjectIdentifier(property)] ?? firstValue(of: property)
    guard value <= min(property.kind.greatestInteger ?? .max, .max - 1) else {
      throw ObjectGraphError(
        .validationNumberTooLarge, "\(layout.name).\(property.name) has run out of numbers",
        repair: "give the attribute a larger integer type", entityName: layout.name,
        key: property.name)
    }
    nextSequenceValues[ObjectIdentifier(property)] = value + 1
    return value
  }

  /// One more than the greatest value in the table and among the values given in this save.
  private func firstValue(of property: PropertyLayout) throws -> Int64 {
    guard let column = session.mapping.column(of: property)?.name,
      let entity = property.description?.entity, let layout = session.model.layout(of: entity)
    else { return 1 }
    let table = session.mapping.table(of: layout).name
    var greatest = try session.connection.integer("SELECT MAX(\(column)) FROM \(table)") ?? 0
    for insert in changes.inserts where layout.includes(insert.layout.number) {
      greatest = max(greatest, insert.row.integer(of: property) ?? greatest)
    }
    return greatest == .max ? .max : greatest + 1
  }

  // MARK: Join tables

  private func runJoins() throws {
    for join in changes.joins {
      guard let relationship = join.relationship.relationship,
        let side = session.mapping.join(of: relationship)
      else {
        throw ObjectGraphError(
          .invalidArgument, "\(join.relationship.name) is not stored in a join table",
          repair: "change the foreign key at its other end", key: join.relationship.name)
      }
      if !join.removed.isEmpty {
        try run(
          "DELETE FROM \(side.table) WHERE \(side.source.column) = ?1 "
            + "AND \(side.destination.column) = ?2", join.removed, join, side)
      }
      if !join.added.isEmpty {
        try run(side.insertion, join.added, join, side)
      }
    }
  }

  private func run(
    _ sql: String, _ pairs: [ChangeSet.Join.Pair], _ join: ChangeSet.Join, _ side: JoinMapping
  ) throws {
    let statement = try session.connection.statement(sql)
    for pair in pairs {
      let source = try primaryKey(of: pair.source, in: join)
      let destination = try primaryKey(of: pair.destination, in: join)
      statement.bind(1, source)
      statement.bind(2, destination)
      try statement.run()
      if side.isReflexive, source != destination {
        statement.bind(1, destination)
        statement.bind(2, source)
        try statement.run()
      }
    }
  }

  private func primaryKey(of reference: Int64, in join: ChangeSet.Join) throws -> Int64 {
    if let key = keys.primaryKey(of: reference) { return key }
    let entity = join.relationship.relationship?.entity
    throw ObjectGraphError(
      .managedObjectReferentialIntegrity,
      "\(entity?.name ?? "").\(join.relationship.name) joins an object that is not in the store "
        + "and not among the objects being saved",
      repair: "save both objects together", entityName: entity?.name, key: join.relationship.name)
  }

  // MARK: References

  private func checkDestinations() throws {
    if let missing = try references.firstMissing() {
      let (layout, key) =
        missing.place >= 0
        ? (changes.inserts[missing.place].layout, changes.inserts[missing.place].row.key)
        : (changes.updates[~missing.place].layout, changes.updates[~missing.place].row.key)
      throw vanished(missing.key, missing.property, layout, key)
    }
    for join in changes.joins {
      guard let pair = try references.firstMissing(of: join) else { continue }
      let owner = session.model[join.relationship.declaringNumber]
      throw vanished(pair.destination, join.relationship, owner, pair.source)
    }
  }

  private func vanished(
    _ destination: Int64, _ property: PropertyLayout, _ owner: EntityLayout, _ key: Int64
  ) -> ObjectGraphError {
    let root = session.model[property.destinationNumber].rootNumber
    return .vanishedDestination(
      of: property, owner: owner, objectID: objectID(owner, key),
      isDeletedHere: changes.deletes.contains {
        $0.key == destination && $0.layout.rootNumber == root
      })
  }

  func objectID(_ layout: EntityLayout, _ key: Int64) -> ManagedObjectID {
    ManagedObjectID(key: key, in: session.identity, layout)
  }
}
