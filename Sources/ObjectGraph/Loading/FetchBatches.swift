import ObjectModel
import ObjectStore

/// How a fetch reads the rows of its objects after their keys.
struct LaterReading {
  /// The number of objects read at a time.
  let batchSize: Int
  /// The relationships to prefetch with a batch.
  var prefetching: [PrefetchStep] = []
  /// Whether objects are fulfilled when their batch is read.
  var isRealising = false
  /// Whether rows are read from the store, bypassing caches.
  var isRefreshing = false

  /// Whether rows must be read immediately, rather than when the objects are accessed.
  var readsAtOnce: Bool { isRealising || isRefreshing || !prefetching.isEmpty }

  /// The batch that contains a position; the last one may be shorter.
  func batch(around place: Int, of count: Int) -> Range<Int> {
    let start = place - place % batchSize
    return start..<min(count, start + min(batchSize, count - start))
  }
}

/// Maps the objects of a fetch with a batch size to their batches.
final class FetchBatchList {
  let root: Int
  let keys: [Int64]
  let reading: LaterReading

  private var readStarts: Set<Int> = []

  init(keys: [Int64], root: Int, reading: LaterReading) {
    self.keys = keys
    self.root = root
    self.reading = reading
  }

  /// The position of each key; created when the first object is read.
  private lazy var places: KeyTable<Int> = {
    let table = KeyTable<Int>(minimumCapacity: keys.count)
    for (place, key) in keys.enumerated() { table.set(place, for: key) }
    return table
  }()

  func batch(of key: Int64) -> Range<Int>? {
    places.value(for: key).map { reading.batch(around: $0, of: keys.count) }
  }

  func markRead(_ batch: Range<Int>) {
    readStarts.insert(batch.lowerBound)
  }

  /// Whether all batches have been read; each starts at a multiple of the size.
  var isRead: Bool { readStarts.count > (keys.count - 1) / reading.batchSize }
}
