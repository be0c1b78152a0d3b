/// The table that keeps a relationship whose both ends are to-many, or that has no inverse, as one
/// of the two relationships sees it.
struct JoinMapping: Sendable {
  /// One of the two sides of the pairs.
  struct End: Sendable {
    /// The column of the keys of the objects at this end.
    let column: String
    /// The column of each pair's place among those of one object at the other end; nil where they
    /// have no order.
    let orderColumn: String?

    /// - Parameter isOrdered: whether a relationship that leads to this end is ordered.
    init(column: String, isOrdered: Bool) {
      self.column = column
      // `Z_FOK_1FAVORITES` for `Z_1FAVORITES`.
      orderColumn =
        isOrdered ? "Z_FOK_\(column.hasPrefix("Z_") ? String(column.dropFirst(2)) : column)" : nil
    }

    var columns: [String] { [column, orderColumn].compactMap { $0 } }
  }

  let table: String
  /// The relationship that names the table.
  let relationship: PropertyLayout
  /// The objects that have the relationship.
  let source: End
  /// The objects that the relationship leads to.
  let destination: End
  /// Whether the relationship is its own inverse, so that each pair is kept both ways.
  let isReflexive: Bool
  /// The number of the entity after whose table this one is created.
  var ownerNumber: Int { relationship.declaringNumber }

  /// The table as the inverse sees it.
  var reversed: JoinMapping {
    JoinMapping(
      table: table, relationship: relationship, source: destination, destination: source,
      isReflexive: isReflexive)
  }
}
