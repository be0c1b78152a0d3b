import Foundation
import ObjectModel

extension Row {
  /// A copy with the values that derive from nothing but the row itself.
  ///
  /// - Returns: the copy, and the indexes of the properties whose values differ.
  package func derivingOwnValues(
    _ layout: EntityLayout, at date: Date
  ) -> (row: Row, changed: [Int]) {
    var result = copy(extraBytes: 48)
    var changed: [Int] = []
    for property in layout.ownDerived {
      guard let derivation = property.derivation else { continue }
      let source = derivation.source.flatMap { layout.property($0.name) }
      let values =
        derivation.form == .now ? [.date(date)] : source.map { [self.value(of: $0)] } ?? []
      let value = derivation.value(of: values) ?? .null
      if !result.set(value, for: property) {
        result = result.copy(extraBytes: value.withStoredBytes { $0.count })
        _ = result.set(value, for: property)
      }
      if !result.hasSameValue(as: self, of: property) { changed.append(property.index) }
    }
    return (result, changed)
  }
}
