/// The table for a relationship whose ends are both to-many, or that has no inverse, as seen from
/// one of the two relationships.
struct JoinMapping: Sendable {
  /// One side of the pairs.
  struct End: Sendable {
    /// The column for the keys of the objects at this end.
    let column: String
    /// The column for a pair's order key among those of an object at the other end; nil if they are
    /// not ordered.
    let orderColumn: String?

    /// - Parameter isOrdered: whether the relationship that leads to this end is ordered.
    init(column: String, isOrdered: Bool) {
      self.column = column
      // `Z_FOK_1FAVORITES` for `Z_1FAVORITES`.
      orderColumn =
        isOrdered ? "Z_FOK_\(column.hasPrefix("Z_") ? String(column.dropFirst(2)) : column)" : nil
    }

    var columns: [String] { [column, orderColumn].compactMap { $0 } }
  }

  let table: String
  /// The relationship after which the table is named.
  let relationship: PropertyLayout
  /// The end of the relationship's owners.
  let source: End
  /// The end of the relationship's destinations.
  let destination: End
  /// Whether the relationship is its own inverse, so that each pair is stored in both directions.
  let isReflexive: Bool
  /// The number of the entity after whose table this one is created.
  var ownerNumber: Int { relationship.declaringNumber }

  /// The table as seen from the inverse.
  var reversed: JoinMapping {
    JoinMapping(
      table: table, relationship: relationship, source: destination, destination: source,
      isReflexive: isReflexive)
  }
}
