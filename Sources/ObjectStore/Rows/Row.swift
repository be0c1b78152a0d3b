import ObjectModel
import Synchronization

/// The fields of a row other than its values.
@frozen
@usableFromInline package struct RowHeader {
  /// Z_PK, or a negative number for an object without a row in the store.
  @usableFromInline package var key: Int64
  /// Z_OPT: 1 after insertion, incremented by each update; 0 for a row that has never been saved.
  @usableFromInline package var version: Int64
  /// Z_ENT of the object's own entity.
  @usableFromInline package var entityNumber: Int32
  @usableFromInline var propertyCount: Int32
  @usableFromInline var slotCount: Int32
  @usableFromInline var usedBytes: Int32 = 0
  @usableFromInline var byteCapacity: Int32
  /// The memory of the row's epoch, which is accessed only as an atomic; it must be the last field,
  /// because its address is computed.
  @usableFromInline let epoch: UInt32 = 0

  @usableFromInline
  init(
    key: Int64, version: Int64, entityNumber: Int32, propertyCount: Int32, slotCount: Int32,
    byteCapacity: Int32
  ) {
    self.key = key
    self.version = version
    self.entityNumber = entityNumber
    self.propertyCount = propertyCount
    self.slotCount = slotCount
    self.byteCapacity = byteCapacity
  }
}

/// The single allocation of a row.
@usableFromInline
package final class RowStorage: ManagedBuffer<RowHeader, UInt64> {}

/// A row's values in one allocation: a null bitmap, 8-byte slots, and the bytes of strings and
/// data.
///
/// A byte slot is an offset and a length in the trailing bytes; strings are created on access. A
/// row that is shared never changes. A managed object copies it before its first change, and solely
/// owns the copy until it plans to save it; a save makes the rows that are then in the store.
@frozen
@usableFromInline
package struct Row: @unchecked Sendable {
  // Sound: only its creator writes to a row, before others see it: the decoder, a save, or the
  // object that owns it. From then on, it is immutable, except for the epoch, which is atomic.

  // Header and elements are always accessed together through pointers: `ManagedBuffer.header` is a
  // stored property, and each access would be checked for exclusivity at run time.

  @usableFromInline var storage: RowStorage

  @inlinable
  init(_ storage: RowStorage) { self.storage = storage }

  @inlinable
  package static func bitmapWords(propertyCount: Int) -> Int { (propertyCount + 63) >> 6 }

  /// Creates a row of nils with room for trailing bytes.
  @inlinable
  package static func make(
    key: Int64, version: Int64, entityNumber: Int, propertyCount: Int, slotCount: Int,
    byteCapacity: Int
  ) -> Row {
    let words = bitmapWords(propertyCount: propertyCount)
    let capacity = (byteCapacity + 7) & ~7
    let buffer = RowStorage.create(minimumCapacity: words + slotCount + capacity >> 3) { _ in
      RowHeader(
        key: key, version: version, entityNumber: Int32(truncatingIfNeeded: entityNumber),
        propertyCount: Int32(truncatingIfNeeded: propertyCount),
        slotCount: Int32(truncatingIfNeeded: slotCount),
        byteCapacity: Int32(truncatingIfNeeded: capacity))
    }
    let storage = unsafeDowncast(buffer, to: RowStorage.self)
    storage.withUnsafeMutablePointerToElements { elements in
      // A set bit means nil.
      for word in 0..<words { elements[word] = ~0 }
      for slot in words..<(words + slotCount) { elements[slot] = 0 }
    }
    return Row(storage)
  }

  /// The row's size in memory: the allocation's header, the row's header, and the values.
  var byteCount: Int {
    withHeader { header in
      let words = Self.bitmapWords(propertyCount: Int(header.pointee.propertyCount))
      return 16 + MemoryLayout<RowHeader>.stride
        + 8 * (words + Int(header.pointee.slotCount)) + Int(header.pointee.byteCapacity)
    }
  }

  /// Whether the row is uniquely referenced.
  var isHeldOnce: Bool { mutating get { isKnownUniquelyReferenced(&storage) } }

  /// Whether both are the same row, rather than equal ones.
  @inlinable
  package static func === (left: Row, right: Row) -> Bool { left.storage === right.storage }

  /// Calls the body with a row, if there is one, without counting a reference to it; see
  /// `withUncounted`.
  @inlinable @inline(__always)
  package static func uncounted<Result>(
    _ row: @autoclosure () -> Row?, _ body: (Row) throws -> Result
  ) rethrows -> Result? {
    try withUncounted(optional: row()?.storage) { try body(Row($0)) }
  }

  @inlinable @inline(__always)
  func withHeader<Result>(
    _ body: (UnsafeMutablePointer<RowHeader>) throws -> Result
  ) rethrows -> Result {
    try storage.withUnsafeMutablePointerToHeader(body)
  }

  /// Calls the body with the header, the bitmap and the slots.
  @inlinable @inline(__always)
  func withSlots<Result>(
    _ body: (
      _ header: UnsafeMutablePointer<RowHeader>, _ bitmap: UnsafeMutablePointer<UInt64>,
      _ slots: UnsafeMutablePointer<UInt64>
    ) throws -> Result
  ) rethrows -> Result {
    try storage.withUnsafeMutablePointers { header, elements in
      let words = Row.bitmapWords(propertyCount: Int(header.pointee.propertyCount))
      return try body(header, elements, elements + words)
    }
  }

  @inlinable package var key: Int64 { @inline(__always) get { withHeader { $0.pointee.key } } }

  @inlinable package var version: Int64 {
    @inline(__always) get { withHeader { $0.pointee.version } }
  }

  @inlinable package var entityNumber: Int {
    @inline(__always) get { withHeader { Int($0.pointee.entityNumber) } }
  }

  /// The number of the coordinator's saves when the row was read or saved.
  package var epoch: UInt32 { withEpoch { $0.load(ordering: .relaxed) } }

  /// Whether a managed object created the row and no coordinator has seen it.
  package var isUnsaved: Bool { epoch == 0 }

  // MARK: Reading

  @inlinable @inline(__always)
  package func isNull(_ property: Int) -> Bool {
    storage.withUnsafeMutablePointerToElements {
      $0[property >> 6] & (1 << UInt64(property & 63)) != 0
    }
  }

  @inlinable @inline(__always)
  package func integer(slot: Int) -> Int64 {
    withSlots { _, _, slots in Int64(bitPattern: slots[slot]) }
  }

  @inlinable @inline(__always)
  package func double(slot: Int) -> Double {
    withSlots { _, _, slots in Double(bitPattern: slots[slot]) }
  }

  /// Calls the body with the bytes of a slot; the address is valid only during the call.
  @inlinable
  package func withBytes<Result>(
    slot: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try withSlots { header, _, slots in
      let word = slots[slot]
      let start = UnsafeRawPointer(slots + Int(header.pointee.slotCount)) + Int(word >> 32)
      return try body(UnsafeRawBufferPointer(start: start, count: Int(word & 0xffff_ffff)))
    }
  }

  @inlinable
  package func string(slot: Int) -> String {
    withBytes(slot: slot) { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Writing, before the row is handed on

  @inlinable @inline(__always)
  package func setNull(_ property: Int) {
    storage.withUnsafeMutablePointerToElements {
      $0[property >> 6] |= 1 << UInt64(property & 63)
    }
  }

  @inlinable @inline(__always)
  package func set(_ property: Int, slot: Int, integer: Int64) {
    withSlots { _, bitmap, slots in
      slots[slot] = UInt64(bitPattern: integer)
      bitmap[property >> 6] &= ~(1 << UInt64(property & 63))
    }
  }

  @inlinable @inline(__always)
  package func set(_ property: Int, slot: Int, double: Double) {
    set(property, slot: slot, integer: Int64(bitPattern: double.bitPattern))
  }

  /// Stores an entity number in the slot after a to-one relationship's.
  @inlinable
  package func setExtra(slot: Int, integer: Int64) {
    withSlots { _, _, slots in slots[slot] = UInt64(bitPattern: integer) }
  }

  /// Writes bytes into the row; returns false if there is no room.
  ///
  /// Bytes that are no longer than the previous ones replace them; others are appended.
  @inlinable
  package func set(_ property: Int, slot: Int, bytes: UnsafeRawBufferPointer) -> Bool {
    withSlots { header, bitmap, slots in
      let bit = UInt64(1) << UInt64(property & 63)
      let old = slots[slot]
      let used = Int(header.pointee.usedBytes)
      let offset: Int
      if bitmap[property >> 6] & bit == 0, bytes.count <= Int(old & 0xffff_ffff) {
        offset = Int(old >> 32)
      } else {
        guard used + bytes.count <= Int(header.pointee.byteCapacity) else { return false }
        offset = used
        header.pointee.usedBytes = Int32(truncatingIfNeeded: used + bytes.count)
      }
      if let source = bytes.baseAddress {
        UnsafeMutableRawPointer(slots + Int(header.pointee.slotCount)).advanced(by: offset)
          .copyMemory(from: source, byteCount: bytes.count)
      }
      slots[slot] = UInt64(offset) << 32 | UInt64(bytes.count)
      bitmap[property >> 6] &= ~bit
      return true
    }
  }

  /// A copy with room for additional trailing bytes.
  @inlinable
  package func copy(extraBytes: Int = 0) -> Row {
    storage.withUnsafeMutablePointers { header, elements in
      let (properties, slots) = (Int(header.pointee.propertyCount), Int(header.pointee.slotCount))
      let usedBytes = header.pointee.usedBytes
      let copy = Row.make(
        key: header.pointee.key, version: header.pointee.version,
        entityNumber: Int(header.pointee.entityNumber), propertyCount: properties,
        slotCount: slots, byteCapacity: Int(usedBytes) + extraBytes)
      let words = Row.bitmapWords(propertyCount: properties) + slots
      copy.storage.withUnsafeMutablePointers { copyHeader, copyElements in
        UnsafeMutableRawPointer(copyElements).copyMemory(
          from: elements, byteCount: words << 3 + Int(usedBytes))
        copyHeader.pointee.usedBytes = usedBytes
      }
      return copy
    }
  }

  /// Records the number of the coordinator's saves.
  package func stamp(epoch: UInt32) { withEpoch { $0.store(epoch, ordering: .relaxed) } }

  /// Calls the body with the epoch, the only part of a row that changes while it is shared: each
  /// reader of a row shared by a store records it again.
  private func withEpoch<Result>(_ body: (borrowing Atomic<UInt32>) -> Result) -> Result {
    withHeader { header in
      // Sound: an atomic has the memory layout of its value, and nothing else accesses this memory.
      let place = MemoryLayout<RowHeader>.size - MemoryLayout<UInt32>.size
      return (UnsafeMutableRawPointer(header) + place)
        .withMemoryRebound(to: Atomic<UInt32>.self, capacity: 1) { body($0.pointee) }
    }
  }

  /// Sets the row's identity; call this only on a uniquely owned row.
  @inlinable
  package func identify(key: Int64, version: Int64) {
    withHeader { header in
      header.pointee.key = key
      header.pointee.version = version
    }
  }
}
