/// A row of `BatchRows` that is being filled.
@frozen
@usableFromInline
package struct OpenRow {
  @usableFromInline let bitmap: UnsafeMutablePointer<UInt64>
  @usableFromInline let slots: UnsafeMutablePointer<UInt64>
  @usableFromInline let bytes: UnsafeMutableRawPointer
  @usableFromInline var used: Int
  @usableFromInline let room: Int

  init(
    bitmap: UnsafeMutablePointer<UInt64>, slots: UnsafeMutablePointer<UInt64>,
    bytes: UnsafeMutableRawPointer, used: Int, room: Int
  ) {
    self.bitmap = bitmap
    self.slots = slots
    self.bytes = bytes
    self.used = used
    self.room = room
  }

  /// A bit for each property that is nil.
  @inlinable package var nulls: UInt64 { bitmap[0] }

  @inlinable @inline(__always)
  package func set(_ property: Int, slot: Int, word: UInt64) {
    slots[slot] = word
    bitmap[0] &= ~(1 << UInt64(property))
  }

  /// - Returns: false when there is no room.
  @inlinable @inline(__always)
  package mutating func set(
    _ property: Int, slot: Int, bytes source: UnsafeRawBufferPointer
  ) -> Bool {
    let count = source.count
    guard count <= room - used else { return false }
    if let base = source.baseAddress {
      bytes.advanced(by: used).copyMemory(from: base, byteCount: count)
    }
    set(property, slot: slot, word: UInt64(used) << 32 | UInt64(count))
    used += count
    return true
  }
}
