import ObjectModel

/// The origin of the pairs in a join table of the new version.
struct PairOrigin {
  /// The old table that holds the pairs.
  let table: String
  let source: SQLText
  let destination: SQLText
  /// A pair's order key among the pairs of its destination.
  let sourceOrder: SQLText
  /// A pair's order key among the pairs of its source.
  let destinationOrder: SQLText
  /// The conditions that select the pairs among the table's rows.
  let conditions: [SQLText]
  /// Whether pairs may refer to removed objects.
  let mayLeadNowhere: Bool

  /// One side of the pairs, and the column of order keys among the pairs of the other side.
  private struct End {
    let column: String
    let orderColumn: String?
  }

  /// - Returns: nil for a new relationship.
  init?(_ relationship: RelationshipDescription, in copy: SchemaCopy) {
    if let former = copy.difference.source(of: relationship) {
      self.init(former, isReversed: false, copy)
    } else if let back = relationship.inverseRelationship,
      let former = copy.difference.source(of: back)
    {
      self.init(former, isReversed: true, copy)
    } else {
      return nil
    }
  }

  /// - Parameter isReversed: whether to return the pairs from the destination's side.
  private init?(
    _ former: RelationshipDescription, isReversed: Bool, _ copy: SchemaCopy
  ) {
    let found: (table: String, source: End, destination: End)
    if former.isToMany, let join = copy.source.join(of: former) {
      found = (
        join.table,
        End(column: join.source.column, orderColumn: join.source.orderColumn),
        End(column: join.destination.column, orderColumn: join.destination.orderColumn)
      )
      conditions = []
    } else if !former.isToMany, let column = copy.source.column(of: former),
      let layout = copy.source.model.layout(of: former)
    {
      let owner = copy.source.model[layout.declaringNumber]
      let key = End(column: "Z_PK", orderColumn: copy.orderColumn(of: layout))
      found = (
        copy.source.table(of: owner).name, key,
        End(column: column.name, orderColumn: nil)
      )
      conditions = ["\(column.name) IS NOT NULL"]
    } else if former.isToMany, let inverse = former.inverseRelationship,
      let column = copy.source.column(of: inverse),
      let layout = copy.source.model.layout(of: inverse)
    {
      let owner = copy.source.model[layout.declaringNumber]
      let key = End(column: "Z_PK", orderColumn: copy.orderColumn(of: layout))
      found = (
        copy.source.table(of: owner).name, End(column: column.name, orderColumn: nil), key
      )
      conditions = ["\(column.name) IS NOT NULL"]
    } else {
      return nil
    }
    let (from, to) =
      isReversed ? (found.destination, found.source) : (found.source, found.destination)
    table = found.table
    source = "\(from.column)"
    destination = "\(to.column)"
    sourceOrder = Self.order(of: from, amongThoseOf: to)
    destinationOrder = Self.order(of: to, amongThoseOf: from)
    mayLeadNowhere = copy.difference.entities.contains {
      $0.kind != .unchanged && $0.kind != .added
    }
  }

  private static func order(
    of end: End, amongThoseOf other: End
  ) -> SQLText {
    if let column = end.orderColumn { return "\(column)" }
    return "\(OrderKey.sql(partition: other.column, order: end.column))"
  }
}

extension SchemaCopy {
  /// The old column with the order keys of a to-one relationship's ordered inverse.
  fileprivate func orderColumn(of toOne: PropertyLayout) -> String? {
    guard toOne.orderKeyIndex >= 0 else { return nil }
    let key = source.model[toOne.declaringNumber].properties[toOne.orderKeyIndex]
    return source.column(of: key)?.name
  }
}
