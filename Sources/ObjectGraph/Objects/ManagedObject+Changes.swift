import ObjectModel
import ObjectStore

/// What changed in an object since it was fetched or saved.
extension ManagedObject {
  /// The version of the row that the object's changes are based on.
  ///
  /// The object's own copy of a row carries the version of its original.
  final var knownVersion: Int64 { row?.version ?? snapshot?.version ?? 0 }

  /// A bit for each stored property whose value really differs; the last bit stands for all from the
  /// 64th on.
  final func changedStoredMask() -> UInt64 {
    guard changedMask != 0, state.contains(.ownsRow), !state.contains(.inserted) else { return 0 }
    var result = differingMask & layout.storedMask
    var rest = changedMask & ~differingMask
    guard rest != 0, let row, let snapshot else { return result }
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest - 1
      if index == 63 {
        let isChanged = layout.properties.dropFirst(63).contains { property in
          property.isStored && !row.hasSameValue(as: snapshot, of: property)
        }
        if isChanged { result |= 1 << 63 }
        continue
      }
      let property = layout.properties[index]
      if property.isStored, !row.hasSameValue(as: snapshot, of: property) {
        result |= 1 << UInt64(index)
      }
    }
    return result
  }

  /// The indexes of the stored properties whose values really differ, ascending.
  final func changedStoredProperties() -> [Int] {
    guard let row, let snapshot, changedMask != 0 else {
      return isInserted ? layout.storedIndexes : []
    }
    return layout.properties.filter { property in
      property.isStored && changedMask & (1 << UInt64(min(property.index, 63))) != 0
        && !row.hasSameValue(as: snapshot, of: property)
    }.map(\.index)
  }

  /// For each to-many relationship, what entered and left a join table; only the side that keeps
  /// the pairs reports them.
  final func joinChanges() -> [[(object: ManagedObject, isMember: Bool)]] {
    guard let toManys, let model = contextReference?.model else { return [] }
    return zip(layout.toManys, toManys).map { property, state in
      guard let state, model.keepsJoin(property) else { return [] }
      return state.changes()
    }
  }

  /// Copies the row for a change that is not one of a property.
  final func takeOwnRow() {
    guard let row, !state.contains(.ownsRow) else { return }
    if snapshot == nil { snapshot = row }
    self.row = row.copy()
    state.insert(.ownsRow)
  }

  /// Takes over values of another row, through the setters where relationships must follow.
  final func takeValues(of indexes: [Int], from other: Row) {
    for index in indexes {
      let property = layout.properties[index]
      if property.kind == .toOne {
        let destination =
          other.isNull(index)
          ? nil : contextReference?.destination(of: property, in: other)
        setDestination(destination, at: PropertySlot(property))
      } else if let row = writableRow(PropertySlot(property)) {
        self.row = row.replacing([index], from: other, layout: layout)
      }
    }
  }

  /// Becomes clean with the given values.
  final func settle(row: Row?) {
    self.row = row
    snapshot = nil
    changedMask = 0
    differingMask = 0
    changeIndex = -1
    state.remove([.inserted, .changed, .ownsRow, .pending, .newInEvent, .inSave])
    if let toManys {
      for case let state? in toManys { state.commit() }
    }
  }
}

extension ModelLayout {
  /// Whether a to-many relationship is the side that reports the pairs of a join table.
  func keepsJoin(_ property: PropertyLayout) -> Bool {
    guard let inverse = inverse(of: property) else { return true }
    guard inverse.isToMany else { return false }
    return (property.declaringNumber, property.index) <= (inverse.declaringNumber, inverse.index)
  }
}
