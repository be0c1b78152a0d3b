import ObjectModel

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

  /// A copy with room for more bytes, and without bytes that no slot uses.
  package func grown(toFit count: Int, layout: EntityLayout) -> Row {
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
