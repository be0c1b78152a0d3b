import ObjectModel

/// What an open store and all that reads and writes it have in common.
struct OpenStore: Sendable {
  let description: PersistentStoreDescription
  /// The entities that the store holds.
  let configuration: StoreConfiguration
  let mapping: StoreMapping
  /// The store's UUID, shared by the IDs of its objects.
  let identity: StoreIdentity
  /// The path of the file; nil for a store in memory.
  let path: String?
  /// Ends what is being asked, and refuses what is asked next, while it is set.
  let interruption = StoreInterruption()

  /// The path of the file, or what says that there is none.
  var name: String { path ?? StoreType.nameInMemory }
}
