import ObjectModel

/// One save across several stores: groups the changes by store and nests the writes, so that all
/// stores have written before the first one commits.
final class SaveDistribution {
  private final class Part {
    let store: PersistentStore
    var changes = ChangeSet()
    /// The indexes of `changes.inserts` among all inserts.
    var places: [Int] = []
    /// The indexes of `changes.updates` among all updates.
    var updatePlaces: [Int] = []
    var result = SaveResult()

    init(of store: PersistentStore) {
      self.store = store
    }

    /// The place among all changes of an insert, or, complemented, an update.
    func place(_ own: Int) -> Int { own < 0 ? ~updatePlaces[~own] : places[own] }
  }

  let changes: ChangeSet
  let model: ModelLayout
  let stores: [PersistentStore]
  private let parts: [Part]

  /// The numbers of the stores of new objects, by temporary reference.
  private var numbers: [Int64: Int] = [:]
  private var failed: Part?
  private var committed: [PersistentStore] = []

  init(_ changes: ChangeSet, over stores: [PersistentStore], model: ModelLayout) {
    self.changes = changes
    self.model = model
    self.stores = stores
    parts = stores.map { Part(of: $0) }
  }

  /// - Parameters:
  ///   - willCommit: called when all stores have written and none has committed.
  ///   - didCommit: called for each store that has committed.
  func run(
    willCommit: () -> Void, didCommit: (PersistentStore, StoreCommit) -> Void
  ) throws -> SaveResult {
    try distribute()
    try checkRelationships()
    let touched = parts.filter {
      !$0.changes.isEmpty || !$0.changes.checks.isEmpty || $0.store.hasStagedMetadata
    }
    func write(_ rest: ArraySlice<PersistentStore>) throws {
      guard let store = rest.first, let part = touched.first(where: { $0.store === store }) else {
        return willCommit()
      }
      do {
        part.result = try store.save(part.changes) {
          try write(rest.dropFirst())
        } didCommit: {
          didCommit(store, $0)
        }
        committed.append(store)
      } catch {
        failed = failed ?? part
        throw error
      }
    }
    do {
      try write(touched.map(\.store).inOrderOfWriting[...])
    } catch let error as ObjectGraphError where touched.count > 1 {
      throw incomplete(error)
    }
    return result
  }

  // MARK: Distributing

  private func distribute() throws {
    for (place, insert) in changes.inserts.enumerated() {
      let part = try part(for: insert)
      part.changes.inserts.append(insert)
      part.places.append(place)
      numbers[insert.row.key] = part.store.identity.number
    }
    for (place, update) in changes.updates.enumerated() {
      let part = try part(ofKey: update.row.key)
      part.changes.updates.append(update)
      part.updatePlaces.append(place)
    }
    for delete in changes.deletes { try part(ofKey: delete.key).changes.deletes.append(delete) }
    for check in changes.checks { try part(ofKey: check.key).changes.checks.append(check) }
    for join in changes.joins { try distribute(join) }
    for order in changes.orders { try part(ofKey: order.source.key).changes.orders.append(order) }
  }

  private func distribute(_ join: ChangeSet.Join) throws {
    for part in parts {
      var own = join
      own.added = try join.added.filter { try self.part(ofKey: $0.source) === part }
      own.removed = try join.removed.filter { try self.part(ofKey: $0.source) === part }
      if !own.added.isEmpty || !own.removed.isEmpty { part.changes.joins.append(own) }
    }
  }

  /// The store to which a new object is assigned, or the first one that can hold it.
  private func part(for insert: ChangeSet.Insert) throws -> Part {
    if insert.row.key > 0 { return try part(ofKey: insert.row.key) }
    let assigned = changes.assignments[insert.row.key]
    let store = assigned ?? stores.first(for: insert.layout)?.identity
    guard let part = parts.first(where: { $0.store.identity === store }) else {
      throw assigned == nil
        ? ObjectGraphError.noStore(for: insert.layout)
        : ObjectGraphError.removedStore(
          objectID: ManagedObjectID(
            store: nil, entity: insert.layout.identity, reference: insert.row.key))
    }
    return part
  }

  /// A reference to an object that is not inserted here goes to the first store, which reports it.
  private func part(ofKey key: Int64) throws -> Part {
    guard let number = storeNumber(ofKey: key) else { return parts[0] }
    guard let part = parts.first(where: { $0.store.identity.number == number }) else {
      throw ObjectGraphError.removedStore()
    }
    return part
  }

  /// The number of a key's store; nil for a reference to an object that is not inserted here.
  func storeNumber(ofKey key: Int64) -> Int? {
    key > 0 ? StoreIdentity.number(ofKey: key) : numbers[key]
  }

  /// The stores' results in the order of all changes.
  private var result: SaveResult {
    var result = SaveResult()
    result.keys = Array(repeating: 0, count: changes.inserts.count)
    for part in parts {
      for (place, key) in zip(part.places, part.result.keys) { result.keys[place] = key }
      result.sequenceValues += part.result.sequenceValues.map { value in
        (part.places[value.insert], value.property, value.value)
      }
      result.derived += part.result.derived
      result.orderKeys += part.result.orderKeys.map { one in
        (part.place(one.place), one.property, one.key)
      }
      for (place, files) in part.result.externalFiles {
        result.externalFiles[part.place(place)] = files
      }
    }
    return result
  }

  // MARK: Failing

  /// Errors about single objects, which a merge policy may resolve, are kept; any other failure
  /// becomes one of the whole save.
  private func incomplete(_ error: ObjectGraphError) -> ObjectGraphError {
    guard let failed else { return error }
    guard committed.isEmpty else { return partial(error, failed) }
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

  private func partial(_ error: ObjectGraphError, _ failed: Part) -> ObjectGraphError {
    let written = committed.map(\.url.path).joined(separator: ", ")
    var details = details(of: failed)
    details[.committedStores] = committed
    return ObjectGraphError(
      .persistentStoreIncompleteSave,
      "the save was written to \(written) but not to \(failed.store.url.path): \(error.message)",
      repair: "reset the context, repair the store, and make the missing changes again",
      underlyingErrors: [error], details: details)
  }

  private func details(of failed: Part) -> ObjectGraphError.Details {
    func id(_ layout: EntityLayout, _ key: Int64) -> ManagedObjectID {
      ManagedObjectID(key: key, in: failed.store.identity, layout)
    }
    let objects =
      failed.changes.deletes.map { id($0.layout, $0.key) }
      + failed.changes.updates.map { id($0.layout, $0.row.key) }
      + failed.changes.inserts.map { id($0.layout, $0.row.key) }
    return .init((.affectedStores, [failed.store]), (.affectedObjects, objects))
  }
}
