/// What a write transaction has done so far, for when it is over.
package struct TransactionLog {
  private(set) var commits: [StoreCommit] = []
  /// Whether there were batch requests, of which not all changes are known.
  private(set) var hasBatches = false
  private var operations: [SaveOperation] = []

  var isEmpty: Bool { commits.isEmpty && !hasBatches }

  mutating func add(_ operation: SaveOperation, _ commit: StoreCommit) {
    operations.append(operation)
    commits.append(commit)
  }

  /// - Parameter operation: nil for a request that one statement carried out.
  mutating func addBatch(_ operation: SaveOperation?) {
    hasBatches = true
    if let operation { operations.append(operation) }
  }

  /// Removes the files that the committed rows do not refer to.
  func finish() {
    for operation in operations { operation.externals?.finish() }
  }

  /// Removes the files of rows that are rolled back.
  func discardFiles() {
    for operation in operations { operation.externals?.discard() }
  }

  /// Makes the rows of the changes as they were.
  func undoOrderKeys() {
    for operation in operations.reversed() { operation.undoOrderKeys() }
  }
}
