import ObjectModel
import ObjectStore

/// How the objects of a fetch get their rows when they are read later.
struct LaterReading {
  /// How many objects are read at a time.
  let batchSize: Int
  /// What is read along with a batch.
  var prefetching: [PrefetchStep] = []
  /// Whether objects stop being faults when their batch is read.
  var isRealising = false
  /// Whether rows come from the store, whatever caches have.
  var isRefreshing = false

  /// Whether objects cannot wait for their rows until they are asked for.
  var readsAtOnce: Bool { isRealising || isRefreshing || !prefetching.isEmpty }

  /// The batch that a place is in; the last one may be short.
  func batch(around place: Int, of count: Int) -> Range<Int> {
    let start = place - place % batchSize
    return start..<min(count, start + min(batchSize, count - start))
  }
}

/// A fetch with a batch size: which object is in which batch.
final class FetchBatchList {
  let root: Int
  let keys: [Int64]
  let reading: LaterReading

  private var unreadBatches: Int
  private var readStarts: Set<Int> = []

  init(keys: [Int64], root: Int, reading: LaterReading) {
    self.keys = keys
    self.root = root
    self.reading = reading
    unreadBatches = (keys.count - 1) / reading.batchSize + 1
  }

  /// Where each key is; made when the first object is read.
  private lazy var places: KeyTable<Int> = {
    let table = KeyTable<Int>(minimumCapacity: keys.count)
    for (place, key) in keys.enumerated() { table.set(place, for: key) }
    return table
  }()

  func batch(of key: Int64) -> Range<Int>? {
    places.value(for: key).map { reading.batch(around: $0, of: keys.count) }
  }

  func markRead(_ batch: Range<Int>) {
    if readStarts.insert(batch.lowerBound).inserted { unreadBatches -= 1 }
  }

  var isRead: Bool { unreadBatches <= 0 }
}
