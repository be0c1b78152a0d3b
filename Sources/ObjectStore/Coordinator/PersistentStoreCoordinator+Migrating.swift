import Foundation
import ObjectModel

/// Moving a store to another place or to another type.
extension PersistentStoreCoordinator {
  /// Copies a store to another place, and goes on with the copy in its stead.
  ///
  /// All rows with their primary keys, relationships and the application's facts about the store go
  /// along. The copy has a UUID of its own, so that all object IDs change: the old store's objects
  /// are of no use any more, as after `remove(_:)`, and `storesDidChangeNotification` tells which
  /// ID became which. The old store leaves the coordinator and is left as it is; while it is copied
  /// it takes no changes. From SQLite to SQLite the whole file is copied, with what we do not
  /// understand; otherwise all rows are in memory at once, and their versions start again at 1.
  ///
  /// - Parameters:
  ///   - url: where the copy goes; it must not exist. Not used by stores in memory.
  /// - Throws: code 134070 when the store is not one of this coordinator's, 134080 when there is
  ///   something at the URL already, and as `addPersistentStore(with:)`. Then all is as it was.
  @discardableResult
  public func migratePersistentStore(
    _ store: PersistentStore, to url: URL? = nil, type: StoreType
  ) throws -> PersistentStore {
    guard persistentStores.contains(where: { $0 === store }) else { throw isForeign }
    let description = PersistentStoreDescription(
      url: url ?? URL(fileURLWithPath: "/dev/null"), type: type,
      configuration: store.configurationName)
    let files = type == .inMemory ? nil : try StoreFiles(type: type, url: description.url)
    store.setLeaving(true)
    let new: PersistentStore
    do {
      try files?.prepareNew()
    } catch {
      store.setLeaving(false)
      throw error
    }
    do {
      new = try copy(store, to: description, files)
    } catch {
      store.setLeaving(false)
      files?.erase()
      throw error
    }
    do {
      let ids = try changedIDs(from: store, to: new)
      let version = try new.foreignVersion()
      post(Self.storesWillChangeNotification, [.uuidChangedPersistentStores: [store]])
      try state.withLock { state in
        guard state.attached.contains(where: { $0.store === store }) else { throw isForeign }
        try state.attach(new, version: version)
        _ = state.detach(store)
      }
      generations.forget(store.identity)
      store.close()
      noteRemoval()
      post(
        Self.storesDidChangeNotification,
        [
          .addedPersistentStores: [new], .removedPersistentStores: [store],
          .uuidChangedPersistentStores: [store, new, ids] as [Any],
        ])
    } catch {
      new.close()
      store.setLeaving(false)
      files?.erase()
      throw error
    }
    return new
  }

  private func copy(
    _ store: PersistentStore, to description: PersistentStoreDescription, _ files: StoreFiles?
  ) throws -> PersistentStore {
    if let source = store as? SQLiteStore, let files {
      try source.copy(toPath: description.url.path)
      try files.giveNewIdentifier()
      let new = try open(description)
      try copyFacts(of: store, to: new)
      return new
    }
    let new = try open(description)
    do {
      try copyFacts(of: store, to: new)
      _ = try new.save(StoreCopy(store).changes())
      return new
    } catch {
      new.close()
      throw error
    }
  }

  /// Those that a store has not written yet go along.
  private func copyFacts(of store: PersistentStore, to new: PersistentStore) throws {
    try new.stageMetadata(store.metadata)
    if new.hasStagedMetadata { _ = try new.save(ChangeSet()) }
  }

  /// The old and the new ID of each object, one after the other.
  private func changedIDs(
    from store: PersistentStore, to new: PersistentStore
  ) throws -> [ManagedObjectID] {
    var ids: [ManagedObjectID] = []
    for root in layout.entities where root.number == root.rootNumber {
      for row in try new.fetch(FetchPlan(layout: root)) {
        let entity = layout[row.entityNumber].identity
        ids.append(ManagedObjectID(store: store.identity, entity: entity, reference: row.key))
        ids.append(ManagedObjectID(store: new.identity, entity: entity, reference: row.key))
      }
    }
    return ids
  }
}

/// All that a store holds, as changes that put it into another one.
struct StoreCopy {
  private let store: PersistentStore

  init(_ store: PersistentStore) {
    self.store = store
  }

  /// New rows under the keys that they have, and every pair of a join table once.
  func changes() throws -> ChangeSet {
    let model = store.model
    var changes = ChangeSet()
    for root in model.entities where root.number == root.rootNumber {
      for row in try store.fetch(FetchPlan(layout: root)) {
        let layout = model[row.entityNumber]
        let whole = layout.externals.isEmpty ? row : try store.rowWithExternalData(row, layout)
        changes.inserts.append(.init(layout: layout, row: whole.copy()))
      }
    }
    for relationship in joined(in: model) {
      let owner = model[relationship.declaringNumber]
      let isReflexive = model.inverse(of: relationship) === relationship
      var pairs: [ChangeSet.Join.Pair] = []
      for insert in changes.inserts where owner.includes(insert.layout.number) {
        let source = insert.row.key
        for row in try store.destinations(of: relationship, source: source)
        where !isReflexive || source <= row.key {
          pairs.append(.init(source: source, destination: row.key))
        }
      }
      changes.joins.append(.init(relationship: relationship, added: pairs, removed: []))
    }
    changes.orders = try orders(of: changes.inserts)
    return changes
  }

  /// The orders that join tables keep.
  private func orders(of inserts: [ChangeSet.Insert]) throws -> [ChangeSet.Order] {
    try inserts.flatMap { insert in
      try insert.layout.orderedJoins.map { relationship in
        ChangeSet.Order(
          relationship: relationship, source: insert.row.key,
          destinations: try store.destinations(of: relationship, source: insert.row.key)
            .map(\.key), isWhole: true)
      }
    }
  }

  /// The relationships that are kept in join tables, each by one of its sides.
  private func joined(in model: ModelLayout) -> [PropertyLayout] {
    model.entities.flatMap(\.ownProperties).filter { property in
      guard property.isToMany, !property.isTransient else { return false }
      guard let inverse = model.inverse(of: property) else { return true }
      return inverse.isToMany
        && (property.declaringNumber, property.index) <= (inverse.declaringNumber, inverse.index)
    }
  }
}
