/// A table with a row for each pair of an object and one of its destinations in a relationship, as
/// seen from one of two inverses: a join table, or the table with the foreign key.
struct JoinMapping: Sendable {
  /// One side of the pairs.
  struct End: Sendable {
    /// The column for the keys of the objects at this end.
    let column: String
    /// The column for a pair's order key among those of an object at the other end; nil if they are
    /// not ordered.
    let orderColumn: String?

    var columns: [String] { [column, orderColumn].compactMap { $0 } }
  }

  let table: String
  /// The relationship after which a join table is named, or that a foreign key stores.
  let relationship: PropertyLayout
  /// The end of the relationship's owners.
  let source: End
  /// The end of the relationship's destinations.
  let destination: End
  /// Whether the relationship is its own inverse, so that each pair is stored in both directions.
  let isReflexive: Bool
  /// The number of the entity after whose table a join table is created.
  var ownerNumber: Int { relationship.declaringNumber }

  /// The table as seen from the inverse.
  var reversed: JoinMapping {
    JoinMapping(
      table: table, relationship: relationship, source: destination, destination: source,
      isReflexive: isReflexive)
  }

  /// The foreign key that stores the pairs, which is NULL in other rows; nil in a join table.
  var foreignKey: String? {
    if source.column == "Z_PK" { return destination.column }
    return destination.column == "Z_PK" ? source.column : nil
  }
}

extension JoinMapping.End {
  /// An end of a join table.
  ///
  /// - Parameter isOrdered: whether the relationship that leads to this end is ordered.
  init(column: String, isOrdered: Bool) {
    self.column = column
    // `Z_FOK_1FAVORITES` for `Z_1FAVORITES`.
    orderColumn =
      isOrdered ? "Z_FOK_\(column.hasPrefix("Z_") ? String(column.dropFirst(2)) : column)" : nil
  }
}

extension StoreConfiguration {
  /// Whether the store has a join table, which requires the tables of both ends.
  func holds(_ join: JoinMapping, in model: ModelLayout) -> Bool {
    [join.relationship.declaringNumber, join.relationship.destinationNumber]
      .allSatisfy { holdsHierarchy(of: model[$0], in: model) }
  }
}
