import ObjectModel

/// One save into a store in memory: works out what the rows will be and checks everything, and only
/// then changes the contents.
struct InMemorySave {
  let changes: ChangeSet
  let schema: InMemorySchema
  let identity: StoreIdentity

  /// The rows as they will be, in the order of the change set's updates and of its inserts.
  private(set) var updated: [Row] = []
  private(set) var inserted: [Row] = []

  private var orderKeys: OrderKeySettlement?
  private var outcome = SaveOutcome()
  /// Keys of the rows that this change set inserts, by their negative references.
  private var newKeys: [Int64: Int64] = [:]
  private var lastKeys: [Int: Int64] = [:]
  /// The changed rows by key for each root: as they will be, or nil for those that go away.
  private var changed: [Int: [Int64: Row?]] = [:]
  /// The last numbers that were given to sequence attributes.
  private var lastNumbers: [ObjectIdentifier: (property: PropertyLayout, value: Int64)] = [:]

  init(_ changes: ChangeSet, schema: InMemorySchema, identity: StoreIdentity) {
    self.changes = changes
    self.schema = schema
    self.identity = identity
  }

  /// - Parameter others: called when nothing can go wrong here any more, before anything changes.
  /// - Throws: as `PersistentStore.save(_:)`; then the contents are as they were.
  mutating func run(
    on contents: inout InMemoryContents, after others: () throws -> Void
  ) throws -> SaveOutcome {
    try checkVersions(in: contents)
    assignKeys(in: contents)
    if schema.model.hasOrderKeys { orderKeys = try settledOrderKeys(in: contents) }
    try resolveRows(in: contents)
    try giveSequenceValues(in: contents)
    let pairs = try resolvedPairs()
    try checkConstraints(in: contents)
    try checkDestinations(in: contents)
    try checkReferrers(in: contents)
    if let plan = schema.model.derivations {
      try applyDeriving(pairs, to: &contents, plan: plan, after: others)
    } else {
      try others()
      apply(pairs, to: &contents)
    }
    return outcome
  }

  /// Makes the rows of the change set as they were, after the save failed.
  func undoOrderKeys() { orderKeys?.undo() }

  private func settledOrderKeys(in contents: InMemoryContents) throws -> OrderKeySettlement {
    try OrderKeySettlement(changes) { reference, owner in
      let root = schema.model[reference.toOne.declaringNumber].rootNumber
      return contents.referrers(over: reference.toOne, to: owner)
        .compactMap { contents.row(key: $0, root: root) }
        .filter { !$0.isNull(reference.orderKey.index) }
        .map { $0.integer(slot: reference.orderKey.slot) }.max()
    }
  }

  /// What becomes of a row: nil inside for one that goes away, nil outside for one that stays as it
  /// is.
  func change(key: Int64, root: Int) -> Row?? { changed[root]?[key] }

  func objectID(_ layout: EntityLayout, _ key: Int64) -> ManagedObjectID {
    ManagedObjectID(store: key < 0 ? nil : identity, entity: layout.identity, reference: key)
  }

  // MARK: Working out

  private mutating func assignKeys(in contents: InMemoryContents) {
    lastKeys = contents.lastKeys
    for insert in changes.inserts where insert.row.key > 0 {
      // A key that was brought along is not handed out again.
      lastKeys[insert.layout.rootNumber] = max(
        lastKeys[insert.layout.rootNumber] ?? 0, insert.row.key)
    }
    for insert in changes.inserts {
      var key = insert.row.key
      if key < 0 {
        key = (lastKeys[insert.layout.rootNumber] ?? 0) + 1
        lastKeys[insert.layout.rootNumber] = key
        newKeys[insert.row.key] = key
      }
      outcome.keys.append(key)
    }
  }

  private mutating func resolveRows(in contents: InMemoryContents) throws {
    for delete in changes.deletes {
      changed[delete.layout.rootNumber, default: [:]][delete.key] = .some(nil)
    }
    for update in changes.updates {
      let row = try resolved(update.row, update.layout)
      row.identify(key: update.row.key, version: update.expectedVersion + 1)
      updated.append(row)
      changed[update.layout.rootNumber, default: [:]][row.key] = row
    }
    for (insert, key) in zip(changes.inserts, outcome.keys) {
      let root = insert.layout.rootNumber
      let known = change(key: key, root: root) ?? contents.row(key: key, root: root)
      guard known == nil else {
        throw ObjectGraphError.keyTaken(
          key, layout: insert.layout, objectID: objectID(insert.layout, insert.row.key))
      }
      let row = try resolved(insert.row, insert.layout)
      row.identify(key: key, version: 1)
      inserted.append(row)
      changed[root, default: [:]][key] = row
    }
  }

  /// A copy of a row in which references to rows of this change set are their keys.
  private func resolved(_ row: Row, _ layout: EntityLayout) throws -> Row {
    try KeepableValues.check(row, layout, objectID: objectID(layout, row.key))
    let copy = row.copy()
    for property in layout.toOnes where !copy.isNull(property.index) {
      let key = try permanent(copy.integer(slot: property.slot)) {
        .unsavedDestination(
          entity: layout.name, key: property.name, objectID: objectID(layout, row.key))
      }
      copy.set(property.index, slot: property.slot, integer: key)
    }
    return copy
  }

  private func permanent(
    _ reference: Int64, otherwise error: () -> ObjectGraphError
  ) throws -> Int64 {
    guard reference < 0 else { return reference }
    guard let key = newKeys[reference] else { throw error() }
    return key
  }

  /// Pairs with their keys, in the orientation in which they are kept.
  private func resolvedPairs() throws -> [ResolvedJoin] {
    try changes.joins.map { join in
      let (key, isReversed) = JoinKey.canonical(join.relationship, in: schema.model)
      // A relationship that is its own inverse keeps each pair both ways.
      let isReflexive = schema.model.inverse(of: join.relationship) === join.relationship
      func resolve(_ pairs: [ChangeSet.Join.Pair]) throws -> [ChangeSet.Join.Pair] {
        try pairs.flatMap { pair in
          let ends = try [pair.source, pair.destination].map { reference in
            try permanent(reference) {
              .unsavedDestination(
                entity: schema.model[join.relationship.declaringNumber].name,
                key: join.relationship.name, objectID: nil)
            }
          }
          let pair = ChangeSet.Join.Pair(source: ends[0], destination: ends[1])
          let reversed = ChangeSet.Join.Pair(source: ends[1], destination: ends[0])
          return isReflexive ? [pair, reversed] : [isReversed ? reversed : pair]
        }
      }
      let (forward, backward) = schema.ordering(of: join.relationship)
      return ResolvedJoin(
        key: key,
        ordering: .init(
          ofDestinations: isReversed ? backward : forward,
          ofSources: isReversed ? forward : backward), added: try resolve(join.added),
        removed: try resolve(join.removed))
    }
  }

  private struct ResolvedJoin {
    let key: JoinKey
    let ordering: JoinTable.Ordering
    let added: [ChangeSet.Join.Pair]
    let removed: [ChangeSet.Join.Pair]
  }

  // MARK: Sequences

  /// Gives numbers to inserted rows that have none: from one more than the greatest there will be.
  private mutating func giveSequenceValues(in contents: InMemoryContents) throws {
    for (place, row) in inserted.enumerated() {
      for property in schema.sequences(of: row) where row.isNull(property.index) {
        let id = ObjectIdentifier(property)
        let last = lastNumbers[id]?.value ?? greatestValue(of: property, in: contents)
        guard last < property.greatestSequenceValue else {
          throw ObjectGraphError.sequenceUsedUp(property, layout: changes.inserts[place].layout)
        }
        lastNumbers[id] = (property, last + 1)
        row.set(property.index, slot: property.slot, integer: last + 1)
        outcome.sequenceValues.append((place, property, last + 1))
      }
    }
  }

  /// The greatest value among the rows as they will be.
  private func greatestValue(of property: PropertyLayout, in contents: InMemoryContents) -> Int64 {
    let layout = schema.model[property.declaringNumber]
    func value(_ row: Row) -> Int64? {
      layout.includes(row.entityNumber) && !row.isNull(property.index)
        ? row.integer(slot: property.slot) : nil
    }
    let known = contents.greatestValue(of: property)
    let mine = changed[layout.rootNumber] ?? [:]
    let isGivenUp = mine.contains { key, row in
      contents.row(key: key, root: layout.rootNumber).flatMap(value) == known
        && row.flatMap(value) != known
    }
    let stored =
      known.flatMap { isGivenUp ? nil : $0 }
      ?? contents.greatestValue(of: property, in: layout) { mine[$0] != nil }
    return mine.values.reduce(stored) { greatest, row in
      max(greatest, row.flatMap(value) ?? 0)
    }
  }

  // MARK: Changing the contents

  /// Changes a copy, so that a derived value which cannot be kept leaves the contents as they were.
  private mutating func applyDeriving(
    _ joins: [ResolvedJoin], to contents: inout InMemoryContents, plan: DerivationPlan,
    after others: () throws -> Void
  ) throws {
    var store = InMemoryDerivation(contents: contents, schema: schema, identity: identity)
    var run = DerivationRun(changes, plan: plan, model: schema.model)
    try run.look(before: store)
    apply(joins, to: &store.contents)
    outcome.derived = try run.run(after: &store) { newKeys[$0] }
    try others()
    contents = store.contents
  }

  private func apply(_ joins: [ResolvedJoin], to contents: inout InMemoryContents) {
    contents.lastKeys = lastKeys
    for delete in changes.deletes {
      let root = delete.layout.rootNumber
      guard let row = contents.row(key: delete.key, root: root) else { continue }
      contents.remove(row, root: root, schema: schema)
      contents.removePairs(of: row, schema: schema)
      contents.followSequences(from: row, to: nil, schema: schema)
    }
    // Values may move from one row to another, so all go before any come.
    for (update, row) in zip(changes.updates, updated) {
      let root = update.layout.rootNumber
      guard let old = contents.row(key: row.key, root: root) else { continue }
      contents.remove(old, root: root, schema: schema)
      contents.followSequences(from: old, to: row, schema: schema)
    }
    for (update, row) in zip(changes.updates, updated) {
      contents.insert(row, root: update.layout.rootNumber, schema: schema)
    }
    for (insert, row) in zip(changes.inserts, inserted) {
      contents.insert(row, root: insert.layout.rootNumber, schema: schema)
      contents.followSequences(from: nil, to: row, schema: schema)
    }
    for (property, value) in lastNumbers.values {
      contents.setGreatestValue(value, of: property)
    }
    for join in joins {
      for pair in join.removed { contents.remove(pair, from: join.key) }
      for pair in join.added { contents.insert(pair, into: join.key, join.ordering) }
    }
    for order in changes.orders { apply(order, to: &contents) }
  }

  private func apply(_ order: ChangeSet.Order, to contents: inout InMemoryContents) {
    func key(_ reference: Int64) -> Int64? { reference < 0 ? newKeys[reference] : reference }
    guard let source = key(order.source) else { return }
    let (join, isReversed) = JoinKey.canonical(order.relationship, in: schema.model)
    let members = contents.partners(of: source, over: join, isReversed: isReversed)
    contents.arrange(
      order.applied(to: members, key: key), of: source, over: join, isReversed: isReversed)
  }
}
