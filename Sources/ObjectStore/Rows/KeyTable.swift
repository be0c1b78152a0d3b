/// An open-addressed table from primary keys to values, the engine's replacement for
/// dictionaries on its hot paths.
///
/// Keys are any integers but 0. Look-up, insertion and removal are constant time on average;
/// removal leaves no tombstones. It is filled to 13/16: keys are handed out one after the other,
/// and Fibonacci hashing lays such keys side by side almost without collisions, so that room is
/// worth more than distance. Values must be trivial to move, which everything in Swift is.
@usableFromInline
package final class KeyTable<Value> {
  // Exclusivity is not checked at run time: a table belongs to one context or one lock, and no
  // method calls out while it changes one of these.
  @exclusivity(unchecked) @usableFromInline var keys: UnsafeMutablePointer<Int64>
  @exclusivity(unchecked) @usableFromInline var values: UnsafeMutablePointer<Value>
  @exclusivity(unchecked) @usableFromInline var capacity: Int
  @exclusivity(unchecked) @usableFromInline var shift: UInt64
  @exclusivity(unchecked) @usableFromInline package private(set) var count = 0

  /// Stands where there is no key: no row has it, and no temporary reference.
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

  /// Eight consecutive keys share a cache line, and Fibonacci hashing spreads the lines: keys are
  /// mostly visited in their order.
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

  /// The value of a key, or nil.
  @inlinable
  package func value(for key: Int64) -> Value? {
    let place = find(key)
    return place >= 0 ? values[place] : nil
  }

  /// Calls the body with the place of a key's value; nil when there is none.
  package func withValue<Result>(for key: Int64, _ body: (inout Value) -> Result) -> Result? {
    let place = find(key)
    return place >= 0 ? body(&values[place]) : nil
  }

  /// Puts a value in, replacing one of the same key.
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

  /// Takes a key out; does nothing when it is not there.
  @inlinable
  package func remove(_ key: Int64) {
    var hole = find(key)
    guard hole >= 0 else { return }
    let mask = capacity - 1
    (values + hole).deinitialize(count: 1)
    count -= 1
    // Entries that probed past the hole move back, so that no probe ever ends early.
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

  /// Takes everything out and keeps the room.
  package func removeAll() {
    removeValues()
    keys.update(repeating: Self.empty, count: capacity)
    count = 0
  }

  /// Calls the body with each key and value, in no particular order; the body must not change the
  /// table.
  @inlinable
  package func visit(_ body: (Int64, Value) throws -> Void) rethrows {
    for place in 0..<capacity where keys[place] != Self.empty {
      try body(keys[place], values[place])
    }
  }

  /// Calls the body with entries near a key's own place, the key's included, until it returns
  /// false; the body must not change the table.
  ///
  /// Keys that follow each other mostly lie near each other.
  ///
  /// - Parameter places: how many places are looked at, empty ones included.
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

  /// Makes room for that many entries in one step.
  package func reserve(_ minimumCapacity: Int) {
    while capacity * 13 < minimumCapacity * 16 {
      // An empty table grows by exchanging its memory, a filled one by moving its entries.
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
