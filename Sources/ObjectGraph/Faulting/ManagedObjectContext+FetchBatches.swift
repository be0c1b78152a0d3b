import ObjectModel
import ObjectStore

/// Reading faults in the batches of the fetch that found them.
extension ManagedObjectContext {
  /// Sees to it that faults without rows are read in the batches of their fetch.
  func addBatches(of keys: RowKeys, root: Int, _ reading: LaterReading) {
    guard keys.count > 0 else { return }
    var batches = reader.batches ?? FetchBatches()
    // What a program has let go of need not be read.
    batches.removeAll { list in
      !list.keys.contains { registered(key: $0, root: list.root) != nil }
    }
    let list = FetchBatchList(keys: keys.keys, root: root, reading: reading)
    if let former = batches.add(list) {
      for key in former.keys where registered(key: key, root: former.root)?.row == nil {
        reader.enqueueUnread(key, root: former.root, in: registry)
      }
    }
    reader.batches = batches
  }

  /// Reads the rows of the batch that a fault without a row is in.
  ///
  /// - Returns: false when it is in none.
  /// - Throws: code 133000 when the store has no such row any more, and what the store reports.
  func readBatch(of object: ManagedObject) throws -> Bool {
    guard let (list, range) = reader.batches?.batch(of: object) else { return false }
    let others = list.keys[range].compactMap { registered(key: $0, root: list.root) }
    try readRows(
      of: [object] + others.filter { $0 !== object },
      maximumAge: list.reading.isRefreshing ? 0 : reader.staleness)
    list.markRead(range)
    if list.isRead {
      reader.batches?.removeAll { $0 === list }
      if reader.batches?.lists.isEmpty == true { reader.batches = nil }
    }
    guard object.row != nil else { throw missing(object.objectID) }
    // A relationship that could not be read stays a fault, and says why when it is asked for.
    try? prefetchForEvent(list.reading.prefetching, for: others)
    if list.reading.isRealising {
      for other in others where other !== object && other.row != nil { other.fulfillFault() }
    }
    return true
  }
}
