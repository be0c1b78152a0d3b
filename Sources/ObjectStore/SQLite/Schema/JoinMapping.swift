import ObjectModel

/// The table that keeps a relationship whose both ends are to-many, or that has no inverse.
struct JoinMapping: Sendable {
  let table: String
  /// The column of the keys of the objects that have the relationship which names the table.
  let sourceColumn: String
  /// The column of the keys that the relationship leads to.
  let destinationColumn: String
  /// The relationship that names the table.
  let relationship: PropertyLayout
  /// Whether the relationship is its own inverse, so that each pair is kept both ways.
  let isReflexive: Bool
  /// The number of the entity after whose table this one is created.
  let ownerNumber: Int
}
