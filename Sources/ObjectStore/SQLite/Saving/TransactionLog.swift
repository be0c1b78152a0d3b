/// What a write transaction has done so far, for when it is over.
package struct TransactionLog {
  private(set) var commits: [StoreCommit] = []
  /// Whether there were batch requests, of which not all changes are known.
  private(set) var hasBatches = false
  private var operations: [SaveOperation] = []
  private var externals: [ExternalWrites] = []

  /// Whether its saves are the pieces of a batch request, of which nothing is kept but their files:
  /// together they may be larger than memory.
  private let isOfBatch: Bool

  init(isOfBatch: Bool = false) { self.isOfBatch = isOfBatch }

  var isEmpty: Bool { commits.isEmpty && !hasBatches }

  mutating func record(_ operation: SaveOperation, _ commit: StoreCommit) {
    if let files = operation.externals { externals.append(files) }
    guard !isOfBatch else { return recordBatch() }
    operations.append(operation)
    commits.append(commit)
  }

  mutating func recordBatch() { hasBatches = true }

  /// Adds what was done in a transaction inside of this one.
  mutating func merge(_ inner: TransactionLog) {
    externals += inner.externals
    operations += inner.operations
    commits += inner.commits
    hasBatches = hasBatches || inner.hasBatches
  }

  /// Removes the files that the committed rows do not refer to.
  func finish() {
    for files in externals { files.finish() }
  }

  /// Removes the files of rows that are rolled back.
  func discardFiles() {
    for files in externals { files.discard() }
  }

  /// Makes the rows of the changes as they were.
  func undoOrderKeys() {
    for operation in operations.reversed() { operation.undoOrderKeys() }
  }
}
