import Foundation
import ObjectModel
import SQLite

/// Looks at the stores before and after a step of a migration, and counts.
struct StepSurvey {
  private let step: PlannedStep
  private let old: SurveyedStore
  private let new: SurveyedStore

  /// - Parameter identifier: the UUID of the store that is migrated, for the URIs of its objects.
  init(_ step: PlannedStep, from path: String, to newPath: String, identifier: String) throws {
    self.step = step
    old = try SurveyedStore(path, step.difference.source, identifier)
    new = try SurveyedStore(newPath, step.difference.destination, identifier)
  }

  func report() throws -> MigrationReport.Step {
    let difference = step.difference
    return MigrationReport.Step(
      source: difference.source.versionTitle, destination: difference.destination.versionTitle,
      isMapped: isMapped, entities: try entities(),
      lostValues: try difference.entities.flatMap(lostValues),
      brokenRules: try difference.entities.flatMap(brokenRules))
  }

  private var isMapped: Bool { if case .mapped = step { true } else { false } }

  private func entities() throws -> [MigrationReport.Entity] {
    let (oldCounts, newCounts) = (try old.counts(), try new.counts())
    return step.difference.entities.compactMap { change in
      // An abstract entity has no objects of its own.
      if change.destination?.isAbstract ?? change.source?.isAbstract ?? true { return nil }
      let action: MigrationReport.Entity.Action =
        switch change.kind {
        case .added: .added
        case .removed: .dropped
        case .unchanged: isMapped ? .transformed : .copied
        case .changed: .transformed
        }
      return MigrationReport.Entity(
        source: change.source?.name, destination: change.destination?.name, action: action,
        oldCount: change.source?.name.flatMap { oldCounts[$0] } ?? 0,
        newCount: change.destination?.name.flatMap { newCounts[$0] } ?? 0)
    }
  }

  private func lostValues(_ change: EntityChange) throws -> [MigrationReport.Finding] {
    guard let source = change.source, !source.isAbstract else { return [] }
    if case .mapped(let mapping, _, _) = step {
      return try lostValues(of: source, mapping)
    }
    guard change.destination != nil else { return try old.objects(of: source).map { [$0] } ?? [] }
    return try change.properties.flatMap(\.leaves).compactMap { property in
      guard let lost = property.source, property.destination == nil else { return nil }
      return try old.values(of: lost, in: source)
    }
  }

  /// The attributes that no expression of a mapping model names; what policies do with the others is
  /// their affair.
  private func lostValues(
    of source: EntityDescription, _ mapping: MappingModel
  ) throws -> [MigrationReport.Finding] {
    let mappings = try mapping.completed(
      from: step.difference.source, to: step.difference.destination
    ).entityMappings.filter { $0.sourceEntityName == source.name && $0.mappingType != .remove }
    guard !mappings.isEmpty else { return try old.objects(of: source).map { [$0] } ?? [] }
    guard mappings.allSatisfy({ $0.entityMigrationPolicyClassName == nil }) else { return [] }
    let expressions = mappings.flatMap { $0.attributeMappings + $0.relationshipMappings }
      .compactMap(\.valueExpression)
    let named = Set(expressions.flatMap(\.node.variables))
    return try source.attributesByName.values.sorted { $0.name < $1.name }.compactMap {
      named.contains("source.\($0.name)") ? nil : try old.values(of: $0, in: source)
    }
  }

  private func brokenRules(_ change: EntityChange) throws -> [MigrationReport.Finding] {
    guard let destination = change.destination, !destination.isAbstract else { return [] }
    return try change.properties.compactMap { property in
      guard let required = property.destination, !required.isOptional else { return nil }
      return try new.missingValues(of: required, in: destination)
    }
  }
}

/// A store that is only counted in.
struct SurveyedStore {
  private let connection: Connection
  private let mapping: StoreMapping
  private let identifier: String

  init(_ path: String, _ model: ManagedObjectModel, _ identifier: String) throws {
    self.identifier = identifier
    connection = try Connection(path: path)
    try SQLFunctions.register(on: connection)
    mapping = StoreMapping(
      model: try ModelLayout.forCopying(model), existingTables: try connection.tableNames())
  }

  /// How many objects of each entity there are, those of entities below it not counted.
  func counts() throws -> [String: Int] {
    let tables = try connection.tableNames()
    var counts: [String: Int] = [:]
    for table in mapping.tables where tables.contains(table.name) {
      let statement = try Statement(
        connection: connection, sql: "SELECT Z_ENT, count(*) FROM \(table.name) GROUP BY Z_ENT")
      while try statement.step() {
        let number = Int(statement.int64(0))
        if let entity = mapping.model.entity(numbered: number) {
          counts[entity.name] = Int(statement.int64(1))
        }
      }
    }
    return counts
  }

  func objects(of entity: EntityDescription) throws -> MigrationReport.Finding? {
    try finding(entity, key: nil, "is gone", where: "1")
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

  /// What holds for rows in which a property has a value; nil for one that is not stored by itself.
  private func presence(of property: PropertyDescription) -> String? {
    if let column = mapping.column(of: property) { return "\(column.name) IS NOT NULL" }
    if let relationship = property as? RelationshipDescription,
      let join = mapping.join(of: relationship)
    {
      return "Z_PK IN (SELECT \(join.source.column) FROM \(join.table))"
    }
    return nil
  }

  private func finding(
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
    return MigrationReport.Finding(
      entityName: layout.name, key: key, problem: problem, count: count,
      objects: keys.compactMap { URL(string: "x-coredata://\(identifier)/\(layout.name)/p\($0)") })
  }
}
