import ObjectModel
import ObjectStore

/// The store that an object is in, or will be saved to.
extension ManagedObjectContext {
  /// Whether an ID belongs to a new object, or to a current or former store of the coordinator.
  func knows(_ id: ManagedObjectID) -> Bool {
    guard id.isTemporaryID else { return reader.knows(id.store) }
    let id = id.current
    return id.isTemporaryID || reader.knows(id.store)
  }

  /// Chooses the store that a new object will be saved to.
  ///
  /// By default, a new object is saved to the first writable store that holds its entity. Related
  /// objects must be saved to the same store. A save into a parent context passes the assignment
  /// on. An invalid assignment records an error in `errors`: if the object belongs to another
  /// context or was saved before, or if the store does not belong to the coordinator, cannot be
  /// written to, or does not hold the object's entity.
  public func assign(_ object: ManagedObject, to store: PersistentStore) {
    if let problem = refusal(of: store, for: object) {
      record(problem)
      return
    }
    tracker.conditions.assignments[object.key] = store.identity
  }

  private func refusal(of store: PersistentStore, for object: ManagedObject) -> ObjectGraphError? {
    func refused(_ reason: String, repair: String) -> ObjectGraphError {
      object.makeError(
        "\(object) cannot be assigned to the store \(store.url.path): \(reason)", repair: repair)
    }
    if object.contextReference !== self {
      return refused(
        "it belongs to another context", repair: "assign it in its own context")
    }
    if object.isNew, object.key > 0 {
      return refused(
        "it has a permanent ID, which names its store",
        repair: "assign it before it gets a permanent ID")
    }
    if !object.isNew {
      return refused(
        "it is already saved to a store",
        repair: "insert a new object with its values, and delete this one")
    }
    if !coordinator.persistentStores.contains(where: { $0 === store }) {
      return refused(
        "the context's coordinator has no such store", repair: "add the store to the coordinator")
    }
    if store.isReadOnly {
      return refused("the store was opened read-only", repair: "reopen it for writing")
    }
    if !store.configuration.holds(object.layout) {
      return refused(
        "its configuration \(store.configurationName) does not hold \(object.layout.name)",
        repair: "assign it to a store that does")
    }
    return nil
  }

  /// The identity of the store that an object is in, or will be saved to.
  func storeIdentity(of object: ManagedObject) -> StoreIdentity? {
    if object.key > 0 { return storeIdentity(ofKey: object.key) }
    return tracker.conditions.assignments[object.key]
      ?? coordinator.defaultStore(for: object.layout)?.identity
  }

  /// The ID of an object that is, or was until its deletion, in this context.
  func identity(of object: ManagedObject) -> ManagedObjectID {
    guard object.contextReference == nil, object.key > 0 else { return object.objectID }
    return permanentID(key: object.key, object.layout)
  }

  /// Turns the objects of removed stores into faults without unsaved changes.
  ///
  /// Lost changes, which can no longer be saved, are reported as an error. The objects are
  /// announced as invalidated.
  func forgetRemovedStores() {
    func isRemoved(_ object: ManagedObject) -> Bool {
      object.key > 0 && !coordinator.hasStore(ofKey: object.key)
    }
    tracker.forgetEvents(where: isRemoved)
    var lost = 0
    var lists = ObjectLists()
    for object in registeredObjects where isRemoved(object) {
      if object.state.isChanged { lost += 1 }
      tracker.forget(object)
      registry.seekAgain(object)
      object.rollBack()
      object.settle(row: nil)
      object.refaultToManys()
      registry.recordFault(object)
      lists.invalidated.append(object)
    }
    if lost > 0 {
      record(
        ObjectGraphError(
          .persistentStoreOperation,
          "the unsaved changes of \(lost) objects are lost: their store was removed",
          repair: "save before removing a store"))
    }
    announceChange(lists)
  }
}
