/// What stores keep for searches.
extension PersistentStoreCoordinator {
  /// Makes the search indexes of all stores that are not read-only anew from their rows.
  ///
  /// What other programs write to the objects is noticed without it; it mends an index whose own
  /// tables somebody changed. It reads every row.
  ///
  /// - Throws: what a store reports, such as code 134090 while another process writes.
  public func rebuildSearchIndexes() throws {
    for store in persistentStores where !store.isReadOnly { try store.rebuildSearchIndex() }
  }
}
