import ObjectModel

/// One save over several stores: sorts the changes by store and writes them, nested so that all are
/// written before the first is committed.
final class SaveDistribution {
  private struct Part {
    let store: PersistentStore
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
  private let didCommit: (PersistentStore, StoreCommit) -> Void
  private var failed: PersistentStore?
  private var committed: [PersistentStore] = []

  /// - Parameters:
  ///   - mark: what each store must hold when it is written to; nil for whatever.
  ///   - willCommit: called when all stores have written, and none has committed.
  ///   - didCommit: as for a store.
  init(
    _ changes: ChangeSet, over stores: [PersistentStore], model: ModelLayout,
    since mark: StoreMark?, willCommit: @escaping () -> Void,
    didCommit: @escaping (PersistentStore, StoreCommit) -> Void
  ) {
    self.willCommit = willCommit
    self.didCommit = didCommit
    self.changes = changes
    self.model = model
    parts = stores.map { store in
      var part = Part(store: store)
      part.changes.expectedContent = mark?.versions[store.identity.number]
      return part
    }
  }

  func run() throws -> SaveOutcome {
    try distribute()
    try CrossStoreCheck(
      changes: changes, model: model, stores: parts.map(\.store), number: storeNumber(ofKey:)
    ).check()
    let touched = parts.filter {
      !$0.changes.isEmpty || !$0.changes.checks.isEmpty || $0.store.hasStagedMetadata
    }.map(\.store).inOrderOfWriting
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
      numbers[insert.row.key] = parts[index].store.identity.number
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
      guard let index = parts.firstIndex(where: { $0.store.identity === identity }) else {
        throw ObjectGraphError.removedStore(
          objectID: ManagedObjectID(
            store: nil, entity: insert.layout.identity, reference: insert.row.key))
      }
      return index
    }
    let store = parts.map(\.store).first(for: insert.layout)
    guard let index = parts.firstIndex(where: { $0.store === store }) else {
      throw ObjectGraphError.noStore(for: insert.layout)
    }
    return index
  }

  /// A reference that nothing here inserts goes to the first store, which refuses it.
  private func part(ofKey key: Int64) throws -> Int {
    guard let number = storeNumber(ofKey: key) else { return 0 }
    guard let index = parts.firstIndex(where: { $0.store.identity.number == number }) else {
      throw ObjectGraphError.removedStore()
    }
    return index
  }

  private func storeNumber(ofKey key: Int64) -> Int? {
    key > 0 ? StoreIdentity.number(ofKey: key) : numbers[key]
  }

  // MARK: Writing

  private func write(_ rest: ArraySlice<PersistentStore>) throws {
    guard let store = rest.first, let index = parts.firstIndex(where: { $0.store === store }) else {
      return willCommit()
    }
    do {
      parts[index].outcome = try store.save(parts[index].changes) {
        try self.write(rest.dropFirst())
      } didCommit: {
        self.didCommit(store, $0)
      }
      committed.append(store)
    } catch {
      failed = failed ?? store
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
      "the store \(failed.url.path) refused its part of the save, so nothing was saved: "
        + error.message,
      repair: error.repair, entityName: error.entityName, objectID: error.objectID,
      key: error.key, underlyingErrors: [error], details: details(of: failed))
  }

  private func partial(_ error: ObjectGraphError) -> ObjectGraphError {
    guard let failed, !committed.isEmpty else { return error }
    let written = committed.map(\.url.path).joined(separator: ", ")
    var details = details(of: failed)
    details[ObjectGraphError.committedStoresKey] = committed
    return ObjectGraphError(
      .persistentStoreIncompleteSave,
      "the save is in \(written) but not in \(failed.url.path): \(error.message)",
      repair: "reset the context, mend the store, and make the missing changes again",
      underlyingErrors: [error], details: details)
  }

  private func details(of failed: PersistentStore) -> [String: any Sendable] {
    guard let part = parts.first(where: { $0.store === failed }) else { return [:] }
    func id(_ layout: EntityLayout, _ key: Int64) -> ManagedObjectID {
      ManagedObjectID(key: key, in: failed.identity, layout)
    }
    let objects =
      part.changes.deletes.map { id($0.layout, $0.key) }
      + part.changes.updates.map { id($0.layout, $0.row.key) }
      + part.changes.inserts.map { id($0.layout, $0.row.key) }
    return [
      ObjectGraphError.affectedStoresKey: [failed],
      ObjectGraphError.affectedObjectsKey: objects,
    ]
  }
}
