/// An open-addressing hash table with primary keys, used instead of dictionaries on hot paths.
///
/// Keys are any integers but `Int64.min`. Lookup, insertion and removal take constant time on
/// average; removal leaves no tombstones. The maximum load is 13/16: keys are mostly consecutive,
/// and Fibonacci hashing places such keys almost without collisions, so a compact table matters
/// more than short probes. Values must be trivially movable, as all Swift values are.
@usableFromInline
package final class KeyTable<Value> {
  // Exclusivity need not be checked at run time: a table belongs to one context or lock, and no
  // method calls out while it changes one of these.
  @exclusivity(unchecked) @usableFromInline var keys: UnsafeMutablePointer<Int64>
  @exclusivity(unchecked) @usableFromInline var values: UnsafeMutablePointer<Value>
  @exclusivity(unchecked) @usableFromInline var capacity: Int
  @exclusivity(unchecked) @usableFromInline var shift: UInt64
  @exclusivity(unchecked) @usableFromInline package private(set) var count = 0

  /// Marks an empty place: neither a row nor a temporary reference has this key.
  @inlinable @inline(__always)
  static var empty: Int64 { .min }

  package init(minimumCapacity: Int = 16) {
    var capacity = 16
    while capacity * 13 < minimumCapacity * 16 { capacity *= 2 }
    self.capacity = capacity
    shift = UInt64(64 - capacity.trailingZeroBitCount)
    keys = .allocate(capacity: capacity)
    keys.initialize(repeating: Self.empty, count: capacity)
    values = .allocate(capacity: capacity)
  }

  deinit {
    removeValues()
    keys.deallocate()
    values.deallocate()
  }

  /// Eight consecutive keys share a cache line, and Fibonacci hashing distributes the lines,
  /// because keys are mostly visited in order.
  @inlinable @inline(__always)
  func home(of key: Int64) -> Int {
    let bits = UInt64(bitPattern: key)
    let line = Int(truncatingIfNeeded: ((bits >> 3) &* 0x9e37_79b9_7f4a_7c15) >> shift)
    return (line & ~7) | Int(truncatingIfNeeded: bits & 7)
  }

  @inlinable @inline(__always)
  func find(_ key: Int64) -> Int {
    var place = home(of: key)
    let mask = capacity - 1
    while true {
      let found = keys[place]
      if found == key { return place }
      if found == Self.empty { return -1 - place }
      place = (place + 1) & mask
    }
  }

  /// The value for a key, or nil.
  @inlinable
  package func value(for key: Int64) -> Value? {
    let place = find(key)
    return place >= 0 ? values[place] : nil
  }

  /// Sets the value for a key, replacing any existing one.
  @inlinable
  package func set(_ value: Value, for key: Int64) {
    var place = find(key)
    if place >= 0 {
      values[place] = value
      return
    }
    if (count + 1) * 16 > capacity * 13 {
      grow()
      place = find(key)
    }
    let free = -1 - place
    keys[free] = key
    (values + free).initialize(to: value)
    count += 1
  }

  /// Removes a key, if it is present.
  @inlinable
  package func remove(_ key: Int64) {
    var hole = find(key)
    guard hole >= 0 else { return }
    let mask = capacity - 1
    (values + hole).deinitialize(count: 1)
    count -= 1
    // Entries that probed past the hole move back, so that no probe ends early.
    var place = hole
    while true {
      place = (place + 1) & mask
      let key = keys[place]
      if key == Self.empty { break }
      let home = self.home(of: key)
      let isReachable =
        hole <= place ? (home > hole && home <= place) : (home > hole || home <= place)
      if isReachable { continue }
      keys[hole] = key
      (values + hole).moveInitialize(from: values + place, count: 1)
      hole = place
    }
    keys[hole] = Self.empty
  }

  /// Removes all entries, keeping the capacity.
  package func removeAll() {
    removeValues()
    keys.update(repeating: Self.empty, count: capacity)
    count = 0
  }

  /// Calls the body with each key and value, in arbitrary order; the body must not change the
  /// table.
  @inlinable
  package func visit(_ body: (Int64, Value) throws -> Void) rethrows {
    for place in 0..<capacity where keys[place] != Self.empty {
      try body(keys[place], values[place])
    }
  }

  /// Calls the body with the entries near a key, including its own, until it returns false; the
  /// body must not change the table.
  ///
  /// Consecutive keys are mostly near each other.
  ///
  /// - Parameter places: the number of places to visit, including empty ones.
  package func visitNeighbors(of key: Int64, places: Int, _ body: (Int64, Value) -> Bool) {
    let mask = capacity - 1
    var place = home(of: key) & ~7
    for _ in 0..<min(places, capacity) {
      if keys[place] != Self.empty, !body(keys[place], values[place]) { return }
      place = (place + 1) & mask
    }
  }

  /// All keys, ascending.
  package var sortedKeys: [Int64] {
    var found: [Int64] = []
    found.reserveCapacity(count)
    for place in 0..<capacity where keys[place] != Self.empty { found.append(keys[place]) }
    return found.sorted()
  }

  /// Reserves capacity for a number of entries.
  package func reserve(_ minimumCapacity: Int) {
    while capacity * 13 < minimumCapacity * 16 {
      // An empty table grows by replacing its memory, a filled one by moving its entries.
      grow()
    }
  }

  @usableFromInline
  func grow() {
    let (oldKeys, oldValues, oldCapacity) = (keys, values, capacity)
    capacity *= 2
    shift -= 1
    keys = .allocate(capacity: capacity)
    keys.initialize(repeating: Self.empty, count: capacity)
    values = .allocate(capacity: capacity)
    for place in 0..<oldCapacity where oldKeys[place] != Self.empty {
      let free = -1 - find(oldKeys[place])
      keys[free] = oldKeys[place]
      (values + free).moveInitialize(from: oldValues + place, count: 1)
    }
    oldKeys.deallocate()
    oldValues.deallocate()
  }

  private func removeValues() {
    for place in 0..<capacity where keys[place] != Self.empty {
      (values + place).deinitialize(count: 1)
    }
  }
}

/// A set of primary keys, with a bit for each, because keys are mostly consecutive.
final class KeySet {
  /// By the keys' upper bits plus one; the lower six bits select a bit of the word.
  private let words = KeyTable<UInt64>()

  /// - Parameter key: must not be negative.
  @inline(__always)
  func insert(_ key: Int64) {
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: key & 63)
    let place = words.find(key >> 6 + 1)
    if place >= 0 {
      words.values[place] |= bit
    } else {
      words.set(bit, for: key >> 6 + 1)
    }
  }

  /// All keys, ascending.
  var sorted: [Int64] {
    var keys: [Int64] = []
    for block in words.sortedKeys {
      var word = words.value(for: block) ?? 0
      while word != 0 {
        keys.append((block - 1) << 6 + Int64(word.trailingZeroBitCount))
        word &= word - 1
      }
    }
    return keys
  }
}
