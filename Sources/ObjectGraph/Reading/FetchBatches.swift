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

/// The latest fetches with a batch size whose objects have not all been read.
struct FetchBatches {
  /// Faults of older fetches are read together with whatever others wait.
  private static let greatestCount = 8

  private(set) var lists: [FetchBatchList] = []

  /// - Returns: the list that had to go, if one did.
  mutating func add(_ list: FetchBatchList) -> FetchBatchList? {
    lists.append(list)
    return lists.count > Self.greatestCount ? lists.removeFirst() : nil
  }

  mutating func removeAll(where isDone: (FetchBatchList) -> Bool) {
    lists.removeAll(where: isDone)
  }

  /// The batch of an object in the latest fetch that found it.
  func batch(of object: ManagedObject) -> (list: FetchBatchList, range: Range<Int>)? {
    let root = object.layout.rootNumber
    for list in lists.reversed() where list.root == root {
      if let range = list.batch(of: object.key) { return (list, range) }
    }
    return nil
  }
}
