import ObjectModel

/// A row that came to refer to an object which a save was about to delete.
package struct LateReferrer: Sendable {
  /// The entity of the row that refers.
  package let layout: EntityLayout
  /// The relationship by which it does.
  package let property: PropertyLayout

  package init(layout: EntityLayout, property: PropertyLayout) {
    self.layout = layout
    self.property = property
  }
}
