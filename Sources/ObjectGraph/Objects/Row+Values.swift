import ObjectModel
import ObjectStore

/// Changes of a row that nothing else references; a row without enough space is replaced with a
/// larger copy.
extension Row {
  /// Sets a to-one relationship to an object, or to nil.
  @inline(__always)
  func set(_ destination: ManagedObject?, for property: PropertyLayout) {
    guard let destination else { return setNull(property.index) }
    set(property.index, slot: property.slot, integer: destination.key)
    guard property.hasEntitySlot else { return }
    setExtra(slot: property.slot + 1, integer: Int64(destination.layout.number))
  }

  /// A copy with some properties of another row, which is considered saved if this row is.
  func taking(_ indexes: [Int], from other: Row, layout: EntityLayout) -> Row {
    let result = copy().replacing(indexes, from: other, layout: layout)
    result.stamp(epoch: epoch)
    return result
  }

  /// This row, or a larger copy, with some properties of another row.
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
}
