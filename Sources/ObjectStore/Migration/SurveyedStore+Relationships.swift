import ObjectModel
import SQLite

/// Findings about relationships.
extension SurveyedStore {
  /// The objects that refer to objects of entities which the relationship can no longer lead to.
  func references(
    of relationship: RelationshipDescription, to entities: [EntityDescription],
    in entity: EntityDescription
  ) throws -> MigrationReport.Finding? {
    guard let pairs = mapping.pairs(of: relationship),
      let destination = relationship.destinationEntity.flatMap({ mapping.model.layout(of: $0) })
    else { return nil }
    let (from, to) = (pairs.source.column, pairs.destination.column)
    let numbers = entities.compactMap { mapping.model.layout(of: $0).map { "\($0.number)" } }
    return try finding(
      entity, key: relationship.keyPath, "led to objects that are gone",
      where: """
        Z_PK IN (SELECT \(from) FROM \(pairs.table) WHERE \(to) IN (
          SELECT Z_PK FROM \(mapping.table(of: destination).name)
          WHERE Z_ENT IN (\(numbers.joined(separator: ", ")))))
        """)
  }

  /// The objects with several members in an ordered relationship.
  func orders(
    of relationship: RelationshipDescription, in entity: EntityDescription
  ) throws -> MigrationReport.Finding? {
    guard let pairs = mapping.pairs(of: relationship) else { return nil }
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
      let pairs = mapping.pairs(of: relationship)
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

  private func members(_ pairs: JoinMapping, _ condition: String) -> String {
    let owner = pairs.source.column
    return """
      Z_PK IN (SELECT \(owner) FROM \(pairs.table) WHERE \(owner) IS NOT NULL
        GROUP BY \(owner) HAVING \(condition))
      """
  }
}
