import ObjectModel
import ObjectStore

/// Changes of a row that nobody else holds; one whose bytes have no room gives way to a larger copy.
extension Row {
  /// This row, or a larger copy, with another value of an attribute.
  func setting(_ value: AttributeValue, for property: PropertyLayout, layout: EntityLayout) -> Row {
    if set(value, for: property) { return self }
    let larger = grown(toFit: value.withStoredBytes { $0.count }, layout: layout)
    _ = larger.set(value, for: property)
    return larger
  }

  /// Leads a to-one relationship to an object, or nowhere.
  @inline(__always)
  func set(_ destination: ManagedObject?, for property: PropertyLayout) {
    guard let destination else { return setNull(property.index) }
    set(property.index, slot: property.slot, integer: destination.key)
    guard property.hasEntitySlot else { return }
    setExtra(slot: property.slot + 1, integer: Int64(destination.layout.number))
  }

  /// A copy with some properties as another row has them, which counts as saved when this row does.
  func taking(_ indexes: [Int], from other: Row, layout: EntityLayout) -> Row {
    let result = copy().replacing(indexes, from: other, layout: layout)
    result.stamp(epoch: epoch)
    return result
  }

  /// This row, or a larger copy, with some properties as another row has them.
  func replacing(_ indexes: [Int], from other: Row, layout: EntityLayout) -> Row {
    var result = self
    for index in indexes {
      let property = layout.properties[index]
      if result.take(property, from: other) { continue }
      let count = other.withBytes(slot: property.slot) { $0.count }
      result = result.grown(toFit: count, layout: layout)
      _ = result.take(property, from: other)
    }
    return result
  }

  /// A copy with room for that many more bytes, and without the bytes that no slot uses any more.
  func grown(toFit count: Int, layout: EntityLayout) -> Row {
    var live = 0
    for property in layout.properties where property.kind.isBytes && !isNull(property.index) {
      live += withBytes(slot: property.slot) { $0.count }
    }
    let copy = Row.make(
      key: key, version: version, entityNumber: entityNumber,
      propertyCount: layout.properties.count, slotCount: layout.slotCount,
      byteCapacity: live * 2 + count + 32)
    for property in layout.properties where property.kind != .toMany && !isNull(property.index) {
      _ = copy.take(property, from: self)
    }
    return copy
  }

  /// - Returns: false, with nothing done, where there is no room for the bytes.
  private func take(_ property: PropertyLayout, from other: Row) -> Bool {
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
