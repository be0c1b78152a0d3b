import ObjectModel

/// Where the pairs of a relationship come from that a join table of the new version keeps.
struct PairOrigin {
  /// The table of the old version that has the pairs.
  let table: String
  let source: SQLText
  let destination: SQLText
  /// The place of a pair among those of one destination.
  let sourceOrder: SQLText
  /// The place of a pair among those of one source.
  let destinationOrder: SQLText
  /// Which rows of the table are pairs.
  let conditions: [SQLText]
  /// Whether objects that are gone may be among the pairs.
  let mayLeadNowhere: Bool

  /// One of the two sides of the pairs, and the column of their places among those of the other side.
  private struct End {
    let column: String
    let orderColumn: String?
  }

  /// - Returns: nil for a relationship that is new.
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

  /// - Parameter isReversed: whether the pairs are wanted from the destination's side.
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
  /// The column of the old version with the order of the members of a to-one relationship's inverse.
  fileprivate func orderColumn(of toOne: PropertyLayout) -> String? {
    guard toOne.orderKeyIndex >= 0 else { return nil }
    let key = source.model[toOne.declaringNumber].properties[toOne.orderKeyIndex]
    return source.column(of: key)?.name
  }
}
