import ObjectModel
import Synchronization

/// Mutation of a uniquely owned row; if there is no room for bytes, it is replaced by a larger
/// copy.
extension Row {
  /// This row, or a larger copy, with another value for an attribute.
  package func setting(
    _ value: AttributeValue, for property: PropertyLayout, layout: EntityLayout
  ) -> Row {
    if set(value, for: property) { return self }
    let larger = grown(toFit: value.withStoredBytes { $0.count }, layout: layout)
    _ = larger.set(value, for: property)
    return larger
  }

  /// The bytes that an object's values may take together: 1 GiB, half of what a row can address, so
  /// that the values of two rows always fit a third. Only tests change it.
  package static let greatestByteCount = Atomic<Int>(1 << 30)

  /// Whether a value of some bytes may replace a property's.
  package func mayHold(_ count: Int, as property: Int, layout: EntityLayout) -> Bool {
    let limit = Self.greatestByteCount.load(ordering: .relaxed)
    return usedBytes + count <= limit || liveBytes(layout, without: property) + count <= limit
  }

  /// The size of the values, except that of a property.
  private func liveBytes(_ layout: EntityLayout, without other: Int? = nil) -> Int {
    var live = 0
    for property in layout.properties
    where property.kind.isBytes && property.index != other && !isNull(property.index) {
      live += withBytes(slot: property.slot) { $0.count }
    }
    return live
  }

  /// A copy with room for more bytes, and without bytes that no slot uses.
  package func grown(toFit count: Int, layout: EntityLayout) -> Row {
    let room = min(liveBytes(layout) * 2 + count + 32, Int(Int32.max) & ~7)
    let copy = Row.make(
      key: key, version: version, entityNumber: entityNumber,
      propertyCount: layout.properties.count, slotCount: layout.slotCount, byteCapacity: room)
    for property in layout.properties where property.kind != .toMany && !isNull(property.index) {
      _ = copy.take(property, from: self)
    }
    return copy
  }

  /// Copies a property's value from another row.
  ///
  /// - Returns: false, with no change, if there is no room for the bytes.
  package func take(_ property: PropertyLayout, from other: Row) -> Bool {
    if other.isNull(property.index) {
      setNull(property.index)
    } else if property.kind.isBytes {
      return other.withBytes(slot: property.slot) {
        set(property.index, slot: property.slot, bytes: $0)
      }
    } else {
      set(property.index, slot: property.slot, integer: other.integer(slot: property.slot))
      if property.hasEntitySlot {
        setExtra(slot: property.slot + 1, integer: other.integer(slot: property.slot + 1))
      }
    }
    return true
  }
}
