/// The store's metadata: the entries in its file, and those of the application that wait for the
/// next save.
struct StoreFacts {
  var stored: [String: any Sendable]
  private(set) var staged: [String: any Sendable]?

  var all: [String: any Sendable] {
    guard let staged else { return stored }
    return staged.merging(stored.filter { StoreMetadata.isOwn($0.key) }) { $1 }
  }

  mutating func stage(_ values: [String: any Sendable]) {
    staged = values.filter { !StoreMetadata.isOwn($0.key) }
  }

  /// Records that a save has written the staged entries.
  mutating func settle(_ values: [String: any Sendable]) {
    stored = values
    staged = nil
  }
}
