/// The table that keeps a relationship whose both ends are to-many, or that has no inverse, as one
/// of the two relationships sees it.
struct JoinMapping: Sendable {
  let table: String
  /// The column of the keys of the objects that have the relationship.
  let sourceColumn: String
  /// The column of the keys that the relationship leads to.
  let destinationColumn: String
  /// The relationship that names the table.
  let relationship: PropertyLayout
  /// The column of each pair's place among the destinations of its source; nil unless the
  /// relationship is ordered.
  let destinationOrderColumn: String?
  /// The column of each pair's place among the sources of its destination; nil unless the inverse
  /// is ordered and another relationship.
  let sourceOrderColumn: String?
  /// Whether the relationship is its own inverse, so that each pair is kept both ways.
  let isReflexive: Bool
  /// The number of the entity after whose table this one is created.
  var ownerNumber: Int { relationship.declaringNumber }

  /// The table as the inverse sees it.
  var reversed: JoinMapping {
    JoinMapping(
      table: table, sourceColumn: destinationColumn, destinationColumn: sourceColumn,
      relationship: relationship, destinationOrderColumn: sourceOrderColumn,
      sourceOrderColumn: destinationOrderColumn, isReflexive: isReflexive)
  }
}
