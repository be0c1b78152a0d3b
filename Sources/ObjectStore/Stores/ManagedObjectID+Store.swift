import ObjectModel

extension ManagedObjectID {
  /// The store of the object; nil for a temporary ID, and after the store was removed from its
  /// coordinator.
  public var persistentStore: PersistentStore? { store?.store as? PersistentStore }

  /// The ID of the object of a key, or of a reference to one that is not saved, which is of no store.
  init(key: Int64, in store: StoreIdentity?, _ layout: EntityLayout) {
    let isSaved = key >= 0
    self.init(
      store: isSaved ? store : nil, entity: layout.identity,
      reference: isSaved ? StoreIdentity.reference(ofKey: key) : key)
  }
}

extension StoreIdentity {
  /// The number of the store among its coordinator's.
  var number: Int { Self.number(ofKey: base) }
}
