import Foundation
import ObjectModel
import ObjectStore

/// The rows that a context has yet to read, which of them are read together, and their maximum age.
///
/// Invariant: a registered fault without a row is either waiting, or in the batch of a fetch.
final class RowReader {
  let coordinator: PersistentStoreCoordinator

  /// The maximum age in seconds of cached rows that faults are filled from; negative for no limit.
  var staleness: TimeInterval = -1 {
    didSet { if staleness > 0 { coordinator.keepReadTimes() } }
  }

  /// Keys of faults without a row, per hierarchy, to be read together with the next one that fires.
  private var unread: [[Int64]]

  /// How relationships are read ahead in this event, by the relationship's layout.
  private var readAheads: [ObjectIdentifier: ReadAhead] = [:]

  /// The latest fetches with a batch size whose objects have not all been read.
  private var batches: [FetchBatchList] = []

  /// Objects prefetched on the way to others in this event, to keep them alive.
  private var prefetched: [ManagedObject] = []

  /// Fetches in progress on other threads, by number.
  private var pendingFetches: [Int: PendingFetch] = [:]
  private var lastFetchNumber = 0

  /// The identities of the coordinator's stores by number, as far as they have been needed.
  private var stores: [StoreIdentity] = []

  /// Keys of objects that share unsaved values with the parent context, which may have saved them
  /// in the meantime, per hierarchy.
  private var shared: [[Int64]]

  /// Whether any object shares unsaved values with the parent context.
  private(set) var sharesAnything = false

  /// The number of store removals that the context has processed.
  private var knownRemovals: Int

  init(_ coordinator: PersistentStoreCoordinator) {
    self.coordinator = coordinator
    unread = Array(repeating: [], count: coordinator.layout.entities.count)
    shared = unread
    knownRemovals = coordinator.removalCount
  }

  /// The identity of the store that a positive key belongs to.
  func storeIdentity(ofKey key: Int64) -> StoreIdentity? {
    let number = StoreIdentity.number(ofKey: key)
    if number >= stores.count { stores = coordinator.storeIdentities }
    return number < stores.count ? stores[number] : nil
  }

  /// Whether a store belongs, or has belonged, to the coordinator.
  func knows(_ store: StoreIdentity?) -> Bool {
    withUncounted(optional: store) { store in
      let number = StoreIdentity.number(ofKey: store.base)
      if number >= stores.count { stores = coordinator.storeIdentities }
      return number < stores.count && withUncounted(stores[number]) { $0 === store }
    } ?? false
  }

  /// Whether a store has been removed since the last call.
  func noticeRemovals() -> Bool {
    let count = coordinator.removalCount
    defer { knownRemovals = count }
    return knownRemovals != count
  }

  /// Whether a fault's row was read too long ago.
  func isTooOld(_ row: Row, root: Int) -> Bool {
    guard staleness >= 0, row.key > 0, !row.isUnsaved else { return false }
    return !coordinator.hasRow(key: row.key, root: root, maximumAge: staleness)
  }

  // MARK: Values that the parent may have saved

  /// Records an object that shares unsaved values with the parent.
  func share(_ key: Int64, root: Int) {
    shared[root - 1].append(key)
    sharesAnything = true
  }

  /// Removes and returns the keys of the objects that share unsaved values with the parent, by
  /// hierarchy.
  func removeShared() -> [(root: Int, keys: Set<Int64>)] {
    guard sharesAnything else { return [] }
    sharesAnything = false
    var removed: [(root: Int, keys: Set<Int64>)] = []
    for index in shared.indices where !shared[index].isEmpty {
      removed.append((index + 1, Set(shared[index])))
      shared[index] = []
    }
    return removed
  }

  // MARK: Fetches with a batch size

  /// The number of recent fetches with batches; faults of older ones are read with other waiting
  /// faults.
  private static let greatestBatchCount = 8

  /// Whether any object may be in the batch of a fetch.
  var hasBatches: Bool { !batches.isEmpty }

  /// Registers faults without rows to be read in the batches of their fetch.
  func addBatches(
    of keys: RowKeys, root: Int, _ reading: LaterReading, in registry: ObjectRegistry
  ) {
    guard keys.count > 0 else { return }
    // Objects that the program has released need not be read.
    batches.removeAll { list in
      !list.keys.contains { registry.registered(key: $0, root: list.root) != nil }
    }
    batches.append(FetchBatchList(keys: keys.keys, root: root, reading: reading))
    guard batches.count > Self.greatestBatchCount else { return }
    let former = batches.removeFirst()
    for key in former.keys where registry.registered(key: key, root: former.root)?.row == nil {
      enqueueUnread(key, root: former.root, in: registry)
    }
  }

  /// Records that a batch was read; the last one ends its list.
  func recordRead(of range: Range<Int>, in list: FetchBatchList) {
    list.markRead(range)
    if list.isRead { batches.removeAll { $0 === list } }
  }

  /// The batch of an object in the latest fetch that found it.
  func batch(of object: ManagedObject) -> (list: FetchBatchList, range: Range<Int>)? {
    let root = object.layout.rootNumber
    for list in batches.reversed() where list.root == root {
      if let range = list.batch(of: object.key) { return (list, range) }
    }
    return nil
  }

  // MARK: Waiting faults

  /// The number of faults read together with one that fires.
  private static let batch = 200

  /// Adds a fault without a row, to be read together with the next one that fires.
  func enqueueUnread(_ key: Int64, root: Int, in registry: ObjectRegistry) {
    if unread[root - 1].count > 2 * registry.table(root: root).count + 1024 {
      // Most of these have been read or are gone; the table shows which faults still wait.
      unread[root - 1] = []
      registry.visit(root: root) { if $0.row == nil { unread[root - 1].append($0.key) } }
    }
    unread[root - 1].append(key)
  }

  /// Removes and returns the keys of faults to read together with one that fires, whose key comes
  /// first.
  func dequeueUnread(with object: ManagedObject, in registry: ObjectRegistry) -> [Int64] {
    let root = object.layout.rootNumber
    var keys = [object.key]
    while keys.count < Self.batch, let key = unread[root - 1].popLast() {
      if key != object.key, key > 0, let other = registry.object(forKey: key, root: root),
        other.row == nil, !other.state.isVanished
      {
        keys.append(key)
      }
    }
    return keys
  }

  /// Makes faults that could not be read wait again.
  func putBack(_ keys: some Sequence<Int64>, root: Int) { unread[root - 1] += keys }

  /// The number of waiting keys, including those whose objects have been read or are gone.
  var unreadCount: Int { unread.reduce(0) { $0 + $1.count } }

  // MARK: One event

  /// Records that rows of a relationship that were read ahead have been accessed.
  func recordUse(ofRowsReadAheadFor property: PropertyLayout) {
    readAheads[ObjectIdentifier(property)]?.recordUse()
  }

  /// The number of objects whose members of a relationship are read by the next statement.
  func nextReadAheadSize(for property: PropertyLayout) -> Int {
    readAheads[ObjectIdentifier(property), default: ReadAhead()].nextSize()
  }

  /// Keeps objects alive until the end of the event.
  func keepForEvent(_ objects: [ManagedObject]) { prefetched += objects }

  /// Ends the event: resets the sizes for reading ahead.
  func endEvent() {
    if !readAheads.isEmpty { readAheads = [:] }
    if !prefetched.isEmpty { prefetched = [] }
  }

  // MARK: Fetches on other threads

  /// A number for a fetch, which no other one of the context has had.
  func makeFetchNumber() -> Int {
    lastFetchNumber += 1
    return lastFetchNumber
  }

  /// Keeps a fetch until it ends.
  func begin(_ fetch: PendingFetch, number: Int) { pendingFetches[number] = fetch }

  /// Reports the number of rows that a fetch has read so far.
  func reportRows(_ count: Int, ofFetch number: Int) { pendingFetches[number]?.reportRows(count) }

  /// Whether a fetch is still in progress.
  func isPending(_ number: Int) -> Bool { pendingFetches[number] != nil }

  /// Removes and returns a fetch that has ended.
  func end(_ number: Int) -> PendingFetch? { pendingFetches.removeValue(forKey: number) }

  /// Forgets all waiting faults, since there are no more objects.
  func removeAll() {
    unread = Array(repeating: [], count: unread.count)
    batches = []
    prefetched = []
    _ = removeShared()
  }

  /// Violations of the invariant, for tests.
  func checkInvariants(_ registry: ObjectRegistry) -> [String] {
    let waiting = unread.map(Set.init)
    return registry.objects.compactMap { object in
      guard object.key > 0, object.row == nil, !object.state.isVanished,
        !waiting[object.layout.rootNumber - 1].contains(object.key), batch(of: object) == nil
      else { return nil }
      return "\(object) has no row and does not wait for one"
    }
  }
}
