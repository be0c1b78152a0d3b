import ObjectModel

extension ManagedObjectID {
  /// The store of the object; nil for a temporary ID, and after the store was removed from its
  /// coordinator.
  public var persistentStore: PersistentStore? { store?.store as? PersistentStore }
}
