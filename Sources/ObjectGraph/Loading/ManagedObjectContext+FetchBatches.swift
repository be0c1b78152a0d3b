import ObjectModel
import ObjectStore

/// Reading faults in the batches of the fetch that found them.
extension ManagedObjectContext {
  /// Reads the rows of the batch that contains a fault without a row.
  ///
  /// - Returns: false if no batch contains it.
  /// - Throws: code 133000 if the row is gone from the store, and errors of the store.
  func readBatch(of object: ManagedObject) throws -> Bool {
    guard let (list, range) = reader.batch(of: object) else { return false }
    let others = list.keys[range].compactMap { registered(key: $0, root: list.root) }
    try readRows(
      of: [object] + others.filter { $0 !== object },
      maximumAge: list.reading.isRefreshing ? 0 : reader.staleness)
    reader.recordRead(of: range, in: list)
    guard object.row != nil else { throw missing(object.objectID) }
    // A relationship that could not be read stays a fault, and reports the error when it is
    // accessed.
    try? prefetchForEvent(list.reading.prefetching, for: others)
    if list.reading.isRealising {
      for other in others where other !== object && other.row != nil { other.fulfillFault() }
    }
    return true
  }
}
