/// The memory of a row's values, for code that reads or writes many of them at once.
struct RowMemory {
  /// A set bit means nil; property p is bit `p & 63` of word `p >> 6`.
  let bitmap: UnsafeMutablePointer<UInt64>
  let slots: UnsafeMutablePointer<UInt64>
  /// The base of the offsets in byte slots.
  let bytes: UnsafeMutableRawPointer

  @inline(__always)
  func isNull(_ property: Int) -> Bool { bitmap[property >> 6] & (1 << UInt64(property & 63)) != 0 }

  @inline(__always)
  func clearNull(_ property: Int) { bitmap[property >> 6] &= ~(1 << UInt64(property & 63)) }
}

extension Row {
  /// Calls the body with the row's memory, which does not move while the row is retained.
  @inline(__always)
  func withMemory<Result>(_ body: (RowMemory) throws -> Result) rethrows -> Result {
    try withSlots { header, bitmap, slots in
      let bytes = UnsafeMutableRawPointer(slots + Int(header.pointee.slotCount))
      return try body(RowMemory(bitmap: bitmap, slots: slots, bytes: bytes))
    }
  }

  /// Records how many trailing bytes were written through `withMemory`.
  @inline(__always)
  func setUsedBytes(_ count: Int) {
    withHeader { $0.pointee.usedBytes = Int32(truncatingIfNeeded: count) }
  }

  /// A bit for each of the first 64 properties that is nil.
  package var nulls: UInt64 { storage.withUnsafeMutablePointerToElements { $0[0] } }

  /// The number of trailing bytes in use.
  var usedBytes: Int { withHeader { Int($0.pointee.usedBytes) } }

  /// Copies the bitmap, the slots and the used bytes to other memory.
  func copyElements(to target: UnsafeMutablePointer<UInt64>) {
    withSlots { header, bitmap, slots in
      let words = slots - bitmap + Int(header.pointee.slotCount)
      UnsafeMutableRawPointer(target).copyMemory(
        from: bitmap, byteCount: words << 3 + Int(header.pointee.usedBytes))
    }
  }

  /// Copies the bitmap, the slots and the bytes of a row of the same entity, for which there must
  /// be room.
  func fill(from memory: RowMemory, bytes: Int) {
    withSlots { header, bitmap, slots in
      let words = slots - bitmap + Int(header.pointee.slotCount)
      UnsafeMutableRawPointer(bitmap).copyMemory(from: memory.bitmap, byteCount: words << 3 + bytes)
      header.pointee.usedBytes = Int32(truncatingIfNeeded: bytes)
    }
  }

  /// Resets a uniquely owned row to its entity's defaults.
  package func reset(to template: Row) {
    template.copyElements(to: withSlots { _, bitmap, _ in bitmap })
    setUsedBytes(template.usedBytes)
  }
}
