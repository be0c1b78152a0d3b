import ObjectModel
import SQLite

/// Findings about relationships.
extension SurveyedStore {
  /// The objects that refer to objects of entities which the relationship can no longer lead to.
  func references(
    of relationship: RelationshipDescription, to entities: [EntityDescription],
    in entity: EntityDescription
  ) throws -> MigrationReport.Finding? {
    guard let pairs = pairs(of: relationship),
      let destination = relationship.destinationEntity.flatMap({ mapping.model.layout(of: $0) })
    else { return nil }
    let numbers = entities.compactMap { mapping.model.layout(of: $0).map { "\($0.number)" } }
    return try finding(
      entity, key: relationship.keyPath, "led to objects that are gone",
      where: """
        Z_PK IN (SELECT \(pairs.source) FROM \(pairs.table) WHERE \(pairs.destination) IN (
          SELECT Z_PK FROM \(mapping.table(of: destination).name)
          WHERE Z_ENT IN (\(numbers.joined(separator: ", ")))))
        """)
  }

  /// The objects with several members in an ordered relationship.
  func orders(
    of relationship: RelationshipDescription, in entity: EntityDescription
  ) throws -> MigrationReport.Finding? {
    guard let pairs = pairs(of: relationship) else { return nil }
    return try finding(
      entity, key: relationship.keyPath, "loses its order",
      where: members(pairs, "count(*) > 1"))
  }

  /// The objects with too few or too many members in a to-many relationship; an optional one may be
  /// empty.
  func refusedCounts(
    of property: PropertyDescription, in entity: EntityDescription
  ) throws -> [MigrationReport.Finding] {
    guard let relationship = property as? RelationshipDescription, relationship.isToMany,
      let pairs = pairs(of: relationship)
    else { return [] }
    let (least, most) = (relationship.minCount, relationship.maxCount)
    return [
      try least < 2
        ? nil
        : finding(
          entity, key: relationship.keyPath, "has fewer than \(least) objects",
          where: members(pairs, "count(*) < \(least)")),
      try most < 1
        ? nil
        : finding(
          entity, key: relationship.keyPath, "has more than \(most) objects",
          where: members(pairs, "count(*) > \(most)")),
    ].compactMap { $0 }
  }

  private func members(_ pairs: Pairs, _ condition: String) -> String {
    """
    Z_PK IN (SELECT \(pairs.source) FROM \(pairs.table) WHERE \(pairs.source) IS NOT NULL
      GROUP BY \(pairs.source) HAVING \(condition))
    """
  }

  /// A table with a row for each pair of an object and a destination.
  typealias Pairs = (table: String, source: String, destination: String)

  /// - Returns: nil for a relationship that is not stored.
  func pairs(of relationship: RelationshipDescription) -> Pairs? {
    if let column = mapping.column(of: relationship)?.name,
      let table = table(declaring: relationship)
    {
      return (table, "Z_PK", column)
    }
    if let join = mapping.join(of: relationship) {
      return (join.table, join.source.column, join.destination.column)
    }
    // The other side stores it.
    if let inverse = relationship.inverseRelationship,
      let column = mapping.column(of: inverse)?.name, let table = table(declaring: inverse)
    {
      return (table, column, "Z_PK")
    }
    return nil
  }

  private func table(declaring relationship: RelationshipDescription) -> String? {
    mapping.model.layout(of: relationship).map {
      mapping.table(of: mapping.model[$0.declaringNumber]).name
    }
  }
}
