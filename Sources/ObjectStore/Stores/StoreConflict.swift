/// A row that is not in the store as the context that changed it had read it.
package struct StoreConflict: Sendable {
  package let layout: EntityLayout
  package let key: Int64
  /// The version that the context had read.
  package let expectedVersion: Int64
  /// The row that is in the store now, or nil when it was deleted.
  package let persisted: Row?

  package init(layout: EntityLayout, key: Int64, expectedVersion: Int64, persisted: Row?) {
    self.layout = layout
    self.key = key
    self.expectedVersion = expectedVersion
    self.persisted = persisted
  }
}
