import ObjectModel
import ObjectStore

/// Transient attributes and to-one relationships: they are stored in an object's row, but never in
/// rows from elsewhere.
extension ManagedObject {
  /// Resets the transient properties of a row that was just read to their defaults, since a cached
  /// row may contain another context's values.
  final func resetTransients() {
    guard let row else { return }
    let defaults = layout.template
    let foreign = layout.transients.filter { !row.hasSameValue(as: defaults, of: $0) }
    guard !foreign.isEmpty else { return }
    self.row = row.taking(foreign.map(\.index), from: defaults, layout: layout)
    forgetUntypedValues()
  }

  /// A row that was saved elsewhere, with this object's transient properties.
  final func withOwnTransients(_ fresh: Row) -> Row {
    guard !layout.transients.isEmpty, !state.isFault, let row, !(row === fresh) else {
      return fresh
    }
    return fresh.taking(layout.transients.map(\.index), from: row, layout: layout)
  }

  /// The transient properties whose values differ from those at the last fetch or save.
  final func changedTransients() -> [PropertyLayout] {
    guard !layout.transients.isEmpty, let row, let snapshot else { return [] }
    return layout.transients.filter { property in
      changedMask & property.maskBit != 0 && !row.hasSameValue(as: snapshot, of: property)
    }
  }
}
