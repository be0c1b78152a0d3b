import ObjectModel
import ObjectStore

/// Transient attributes: they are part of an object's row, and of no row that comes from elsewhere.
extension ManagedObject {
  /// Gives the transient attributes of a row that was just read their defaults; a cache may have them
  /// as another context left them.
  final func resetTransients() {
    guard let row else { return }
    let defaults = layout.template
    let foreign = layout.transients.filter { !row.hasSameValue(as: defaults, of: $0) }
    guard !foreign.isEmpty else { return }
    self.row = row.copy().replacing(foreign.map(\.index), from: defaults, layout: layout)
  }

  /// A row that was saved elsewhere, with the transient attributes as this object has them.
  final func withOwnTransients(_ fresh: Row) -> Row {
    guard !layout.transients.isEmpty, !state.contains(.fault), let row, !(row === fresh) else {
      return fresh
    }
    return fresh.copy().replacing(layout.transients.map(\.index), from: row, layout: layout)
  }

  /// Takes over what a child made of transient attributes, without a mark.
  final func takeTransients(_ transients: ContextChanges.Transients) {
    guard fulfillFault(), let row, layout.number == transients.layout.number else { return }
    self.row = row.copy().replacing(transients.indexes, from: transients.row, layout: layout)
  }
}
