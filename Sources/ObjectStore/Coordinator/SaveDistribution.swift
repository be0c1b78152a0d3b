import ObjectModel

/// One save over several stores: sorts the changes by store and writes them, nested so that all are
/// written before the first is committed.
final class SaveDistribution {
  private struct Part {
    let attached: AttachedStore
    var changes = ChangeSet()
    /// The places of `changes.inserts` among all inserts.
    var places: [Int] = []
    /// The places of `changes.updates` among all updates.
    var updatePlaces: [Int] = []
    var outcome = SaveOutcome()
  }

  private let changes: ChangeSet
  private let model: ModelLayout
  private var parts: [Part]

  /// The numbers of the stores that temporary references go to.
  private var numbers: [Int64: Int] = [:]

  private let willCommit: () -> Void
  private let didCommit: (AttachedStore, StoreCommit) -> Void
  private var failed: AttachedStore?
  private var committed: [AttachedStore] = []

  /// - Parameters:
  ///   - mark: what each store must hold when it is written to; nil for whatever.
  ///   - willCommit: called when all stores have written, and none has committed.
  ///   - didCommit: as for a store, with its own keys.
  init(
    _ changes: ChangeSet, over stores: [AttachedStore], model: ModelLayout,
    since mark: StoreMark? = nil, willCommit: @escaping () -> Void = {},
    didCommit: @escaping (AttachedStore, StoreCommit) -> Void
  ) {
    self.willCommit = willCommit
    self.didCommit = didCommit
    self.changes = changes
    self.model = model
    parts = stores.map { Part(attached: $0) }
    guard let mark else { return }
    for index in parts.indices {
      parts[index].changes.expectedContent = mark.versions[parts[index].attached.number]
    }
  }

  func run() throws -> SaveOutcome {
    try distribute()
    try CrossStoreCheck(changes, model: model, stores: parts.map(\.attached)) { key in
      key > 0 ? StoreIdentity.number(ofKey: key) : self.numbers[key]
    }.check()
    let touched = order(
      parts.indices.filter {
        !parts[$0].changes.isEmpty || !parts[$0].changes.checks.isEmpty
          || parts[$0].attached.store.hasStagedMetadata
      })
    do {
      try write(touched[...])
    } catch let error as ObjectGraphError where touched.count > 1 {
      throw incomplete(error)
    }
    return outcome
  }

  // MARK: Distributing

  private func distribute() throws {
    for (place, insert) in changes.inserts.enumerated() {
      let index = try part(for: insert)
      parts[index].changes.inserts.append(insert)
      parts[index].places.append(place)
      numbers[insert.row.key] = parts[index].attached.number
    }
    for (place, update) in changes.updates.enumerated() {
      let index = try part(ofKey: update.row.key)
      parts[index].changes.updates.append(update)
      parts[index].updatePlaces.append(place)
    }
    for delete in changes.deletes {
      parts[try part(ofKey: delete.key)].changes.deletes.append(delete)
    }
    for check in changes.checks {
      parts[try part(ofKey: check.key)].changes.checks.append(check)
    }
    for join in changes.joins { try distribute(join) }
    for order in changes.orders {
      parts[try part(ofKey: order.source)].changes.orders.append(order)
    }
  }

  private func distribute(_ join: ChangeSet.Join) throws {
    var byPart: [Int: ChangeSet.Join] = [:]
    func change(_ pair: ChangeSet.Join.Pair, _ body: (inout ChangeSet.Join) -> Void) throws {
      let empty = ChangeSet.Join(relationship: join.relationship, added: [], removed: [])
      body(&byPart[try part(ofKey: pair.source), default: empty])
    }
    for pair in join.added { try change(pair) { $0.added.append(pair) } }
    for pair in join.removed { try change(pair) { $0.removed.append(pair) } }
    for (index, join) in byPart { parts[index].changes.joins.append(join) }
  }

  /// The store that a new object is assigned to, or the first one that can take it.
  private func part(for insert: ChangeSet.Insert) throws -> Int {
    if insert.row.key > 0 { return try part(ofKey: insert.row.key) }
    if let identity = changes.assignments[insert.row.key] {
      guard let index = parts.firstIndex(where: { $0.attached.store.identity === identity }) else {
        throw ObjectGraphError.removedStore(
          objectID: ManagedObjectID(
            store: nil, entity: insert.layout.identity, reference: insert.row.key))
      }
      return index
    }
    let holders = parts.indices.filter { index in
      parts[index].attached.store.configuration.holds(insert.layout)
    }
    let writable = holders.first { !parts[$0].attached.store.isReadOnly }
    guard let index = writable ?? holders.first else {
      throw ObjectGraphError.noStore(for: insert.layout)
    }
    return index
  }

  /// A reference that nothing here inserts goes to the first store, which refuses it.
  private func part(ofKey key: Int64) throws -> Int {
    guard let number = key > 0 ? StoreIdentity.number(ofKey: key) : numbers[key] else { return 0 }
    guard let index = parts.firstIndex(where: { $0.attached.number == number }) else {
      throw ObjectGraphError.removedStore()
    }
    return index
  }

  // MARK: Writing

  /// The stores from the one that commits last to the one that commits first: those in memory
  /// cannot fail when they commit, and files are locked in the order of their paths by everybody.
  private func order(_ indexes: [Int]) -> [Int] {
    indexes.sorted { left, right in
      let (a, b) = (parts[left].attached.store, parts[right].attached.store)
      let (isFileA, isFileB) = (!a.isInMemory, !b.isInMemory)
      if isFileA != isFileB { return isFileB }
      return isFileA && a.url.path != b.url.path ? a.url.path < b.url.path : left < right
    }
  }

  private func write(_ rest: ArraySlice<Int>) throws {
    guard let index = rest.first else { return willCommit() }
    let attached = parts[index].attached
    do {
      parts[index].outcome = try attached.save(parts[index].changes) {
        try self.write(rest.dropFirst())
      } didCommit: {
        self.didCommit($0, $1)
      }
      committed.append(attached)
    } catch {
      failed = failed ?? attached
      throw error
    }
  }

  /// The stores' answers in the order of all changes.
  private var outcome: SaveOutcome {
    var outcome = SaveOutcome()
    outcome.keys = Array(repeating: 0, count: changes.inserts.count)
    for part in parts {
      for (place, key) in zip(part.places, part.outcome.keys) { outcome.keys[place] = key }
      outcome.sequenceValues += part.outcome.sequenceValues.map { value in
        (part.places[value.insert], value.property, value.value)
      }
      outcome.derived += part.outcome.derived
      for (place, files) in part.outcome.externalFiles {
        outcome.externalFiles[place < 0 ? ~part.updatePlaces[~place] : part.places[place]] = files
      }
    }
    return outcome
  }

  // MARK: Failing

  /// What is about single objects, and may be resolved by a merge policy, stays what it is; any
  /// other failure is one of the whole save.
  private func incomplete(_ error: ObjectGraphError) -> ObjectGraphError {
    guard let failed, committed.isEmpty else { return partial(error) }
    if error.code == .managedObjectMerge || error.code == .managedObjectConstraintMerge {
      return error
    }
    return ObjectGraphError(
      .persistentStoreIncompleteSave,
      "the store \(failed.store.url.path) refused its part of the save, so nothing was saved: "
        + error.message,
      repair: error.repair, entityName: error.entityName, objectID: error.objectID,
      key: error.key, underlyingErrors: [error], details: details(of: failed))
  }

  private func partial(_ error: ObjectGraphError) -> ObjectGraphError {
    guard let failed, !committed.isEmpty else { return error }
    let written = committed.map(\.store.url.path).joined(separator: ", ")
    var details = details(of: failed)
    details[ObjectGraphError.committedStoresKey] = committed.map(\.store)
    return ObjectGraphError(
      .persistentStoreIncompleteSave,
      "the save is in \(written) but not in \(failed.store.url.path): \(error.message)",
      repair: "reset the context, mend the store, and make the missing changes again",
      underlyingErrors: [error], details: details)
  }

  private func details(of failed: AttachedStore) -> [String: any Sendable] {
    guard let part = parts.first(where: { $0.attached === failed }) else { return [:] }
    func id(_ layout: EntityLayout, _ key: Int64) -> ManagedObjectID {
      key < 0
        ? ManagedObjectID(store: nil, entity: layout.identity, reference: key)
        : ManagedObjectID(
          store: failed.store.identity, entity: layout.identity,
          reference: StoreIdentity.reference(ofKey: key))
    }
    let objects =
      part.changes.deletes.map { id($0.layout, $0.key) }
      + part.changes.updates.map { id($0.layout, $0.row.key) }
      + part.changes.inserts.map { id($0.layout, $0.row.key) }
    return [
      ObjectGraphError.affectedStoresKey: [failed.store],
      ObjectGraphError.affectedObjectsKey: objects,
    ]
  }
}
