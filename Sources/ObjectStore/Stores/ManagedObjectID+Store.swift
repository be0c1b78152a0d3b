import ObjectModel

extension ManagedObjectID {
  /// The store of the object; nil for a temporary ID, and after the store was removed from its
  /// coordinator.
  public var persistentStore: PersistentStore? { store?.store as? PersistentStore }

  /// The ID of the object with a key, or with a temporary reference, which belongs to no store.
  package init(key: Int64, in store: StoreIdentity?, _ layout: EntityLayout) {
    let isSaved = key >= 0
    self.init(
      store: isSaved ? store : nil, entity: layout.identity,
      reference: isSaved ? StoreIdentity.reference(ofKey: key) : key)
  }

  /// The ID of the object with a key, whose number tells which of a coordinator's stores it is in.
  package init(key: Int64, among stores: [StoreIdentity], _ layout: EntityLayout) {
    let number = StoreIdentity.number(ofKey: key)
    self.init(key: key, in: stores.indices.contains(number) ? stores[number] : nil, layout)
  }
}

extension StoreIdentity {
  /// The store's number in its coordinator.
  var number: Int { Self.number(ofKey: base) }
}
