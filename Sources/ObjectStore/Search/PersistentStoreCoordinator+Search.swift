/// What stores keep for searches.
extension PersistentStoreCoordinator {
  /// Makes the search indexes of all stores that are not read-only anew from their rows.
  ///
  /// That is never needed: what other programs write is noticed. It takes about a second for 100,000
  /// objects.
  ///
  /// - Throws: what a store reports, such as code 134090 while another process writes.
  public func rebuildSearchIndexes() throws {
    for store in persistentStores where !store.isReadOnly { try store.rebuildSearchIndex() }
  }
}
