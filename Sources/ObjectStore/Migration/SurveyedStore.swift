import Foundation
import ObjectModel
import SQLite

/// A store that is read only for counts.
struct SurveyedStore {
  private let connection: Connection
  let mapping: StoreMapping
  private let identifier: String?

  init(
    _ path: String, _ model: ManagedObjectModel, _ identifier: String?,
    _ interruption: @escaping () -> Bool
  ) throws {
    self.identifier = identifier
    connection = try Connection(path: path)
    connection.standingInterruption = interruption
    try SQLFunctions.register(on: connection)
    mapping = StoreMapping(
      model: try ModelLayout.forCopying(model), existingTables: try connection.tableNames())
  }

  /// The number of objects of each entity, not counting those of subentities.
  func counts() throws -> [String: Int] {
    let tables = try connection.tableNames()
    var counts: [String: Int] = [:]
    for table in mapping.tables where tables.contains(table.name) {
      let found = try connection.rows("SELECT Z_ENT, count(*) FROM \(table.name) GROUP BY Z_ENT") {
        (Int($0.int64(0)), Int($0.int64(1)))
      }
      for (number, count) in found {
        if let entity = mapping.model.entity(numbered: number) { counts[entity.name] = count }
      }
    }
    return counts
  }

  func objects(of entity: EntityDescription) throws -> MigrationReport.Finding? {
    try finding(entity, key: nil, "is gone", where: "1")
  }

  func finding(_ omitted: OmittedObjects) -> MigrationReport.Finding? {
    mapping.model.entity(named: omitted.entityName).map {
      finding($0, nil, "is left out by the mapping model", omitted.count, omitted.keys)
    }
  }

  func values(
    of property: PropertyDescription, in entity: EntityDescription
  ) throws -> MigrationReport.Finding? {
    guard let condition = presence(of: property) else { return nil }
    return try finding(entity, key: property.keyPath, "is gone", where: condition)
  }

  func missingValues(
    of property: PropertyDescription, in entity: EntityDescription
  ) throws -> MigrationReport.Finding? {
    guard let condition = presence(of: property) else { return nil }
    return try finding(
      entity, key: property.keyPath, "is required and has no value", where: "NOT (\(condition))")
  }

  /// The values that violate an attribute's bounds, regular expression or validation predicates:
  /// one finding for each rule that is the first to reject any value.
  func refusedValues(
    of property: PropertyDescription, in entity: EntityDescription
  ) throws -> [MigrationReport.Finding] {
    guard let layout = mapping.model.layout(of: entity),
      let stored = layout.property(of: property), let rules = stored.rules,
      let type = stored.attribute?.attributeType, let column = mapping.column(of: property)?.name,
      !stored.kind.isBytes || [.string, .decimal].contains(stored.kind),
      !rules.takesEveryFiniteDate
    else { return [] }
    let statement = try Statement(
      connection: connection,
      sql: """
        SELECT Z_PK, \(column) FROM \(mapping.table(of: layout).name) \
        WHERE Z_ENT = \(layout.number) AND \(column) IS NOT NULL ORDER BY Z_PK
        """)
    var broken: [(rule: String, first: AttributeRules.Problem, count: Int, keys: [Int64])] = []
    while try statement.step() {
      guard let problem = rules.problem(with: statement.value(1, as: type)) else { continue }
      let rule = "\(problem.code) \(problem.predicate?.predicateFormat ?? "")"
      let place = broken.firstIndex { $0.rule == rule } ?? broken.endIndex
      if place == broken.endIndex { broken.append((rule, problem, 0, [])) }
      broken[place].count += 1
      if broken[place].keys.count < MigrationReport.greatestObjectCount {
        broken[place].keys.append(statement.int64(0))
      }
    }
    return broken.map { _, first, count, keys in
      let values = count == 1 ? "has a value that" : "has values, the first of which"
      return finding(layout, property.keyPath, "\(values) \(first.message)", count, keys)
    }
  }

  private func finding(
    _ layout: EntityLayout, _ key: String?, _ problem: String, _ count: Int, _ keys: [Int64]
  ) -> MigrationReport.Finding {
    MigrationReport.Finding(
      entityName: layout.name, key: key, problem: problem, count: count,
      objects: keys.compactMap { uri(of: $0, layout) })
  }

  private func uri(of key: Int64, _ layout: EntityLayout) -> URL? {
    identifier.flatMap { URL(string: "x-coredata://\($0)/\(layout.name)/p\(key)") }
  }

  /// The SQL condition that a property has a value; nil for a property that is not stored.
  private func presence(of property: PropertyDescription) -> String? {
    if let column = mapping.column(of: property) { return "\(column.name) IS NOT NULL" }
    return (property as? RelationshipDescription).flatMap(mapping.pairs).map { pairs in
      "Z_PK IN (SELECT \(pairs.source.column) FROM \(pairs.table) "
        + "WHERE \(pairs.source.column) IS NOT NULL)"
    }
  }

  func finding(
    _ entity: EntityDescription, key: String?, _ problem: String, where condition: String
  ) throws -> MigrationReport.Finding? {
    guard let layout = mapping.model.layout(of: entity) else { return nil }
    let table = mapping.table(of: layout).name
    guard try connection.tableNames().contains(table) else { return nil }
    let rows = "FROM \(table) WHERE Z_ENT = \(layout.number) AND (\(condition))"
    let count = Int(try connection.integer("SELECT count(*) \(rows)") ?? 0)
    guard count > 0 else { return nil }
    let keys = try connection.integers(
      "SELECT Z_PK \(rows) ORDER BY Z_PK LIMIT \(MigrationReport.greatestObjectCount)")
    return finding(layout, key, problem, count, keys)
  }
}
