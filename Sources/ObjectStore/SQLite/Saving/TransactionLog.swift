/// The changes of a write transaction so far, for use at its end.
package struct TransactionLog {
  private(set) var commits: [StoreCommit] = []
  /// Whether there were batch requests, whose changes are not all known.
  private(set) var hasBatches = false
  private var externals: [ExternalWrites] = []

  /// Whether its saves are parts of a batch request, of which only the files are recorded, because
  /// together they may be larger than memory.
  private let isOfBatch: Bool

  init(isOfBatch: Bool = false) { self.isOfBatch = isOfBatch }

  var isEmpty: Bool { commits.isEmpty && !hasBatches }

  mutating func record(_ operation: SaveOperation, _ commit: StoreCommit) {
    if let files = operation.externals { externals.append(files) }
    guard !isOfBatch else { return recordBatch() }
    commits.append(commit)
  }

  mutating func recordBatch() { hasBatches = true }

  /// Adds the changes of a nested transaction.
  mutating func merge(_ inner: TransactionLog) {
    externals += inner.externals
    commits += inner.commits
    hasBatches = hasBatches || inner.hasBatches
  }

  /// Removes obsolete files after the commit.
  func finish() {
    for files in externals { files.finish() }
  }

  /// Removes new files after a rollback.
  func discardFiles() {
    for files in externals { files.discard() }
  }
}
