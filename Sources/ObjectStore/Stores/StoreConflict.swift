/// A row that has changed in the store since the context read it.
package struct StoreConflict: Sendable {
  package let layout: EntityLayout
  package let key: Int64
  /// The version that the context read.
  package let expectedVersion: Int64
  /// The row's current state in the store, or nil if it was deleted.
  package let persisted: Row?

  package init(layout: EntityLayout, key: Int64, expectedVersion: Int64, persisted: Row?) {
    self.layout = layout
    self.key = key
    self.expectedVersion = expectedVersion
    self.persisted = persisted
  }
}
