import ObjectModel

/// Which table and column keeps what of a model: Core Data's naming rules, worked out once a store.
final class StoreMapping: Sendable {
  let model: ModelLayout
  /// One table a hierarchy, in the order of the entities' numbers.
  let tables: [TableMapping]
  /// In the order in which they are created.
  let joins: [JoinMapping]

  private let tableIndexByRoot: [Int]
  private let columnByProperty: [ObjectIdentifier: ColumnMapping]
  private let joinByDescription: [ObjectIdentifier: JoinMapping]

  /// - Parameter existingTables: the names of the tables of a store that was made before.
  init(model: ModelLayout, existingTables: Set<String> = []) {
    self.model = model
    var names = ColumnNames(taken: ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])
    joins = JoinNaming(model: model, existingTables: existingTables).joins()
    for join in joins { _ = names.unique(join.table) }
    var indexes = Array(repeating: 0, count: model.entities.count + 1)
    for (index, root) in model.roots.enumerated() { indexes[root.number] = index }
    tableIndexByRoot = indexes
    tables = model.roots.map { root in
      TableMapping(name: names.unique("Z\(root.name.uppercased())"), root: root, model: model)
    }
    columnByProperty = Dictionary(
      tables.flatMap(\.columns).map { (ObjectIdentifier($0.property), $0) },
      uniquingKeysWith: { first, _ in first })

    var known: [ObjectIdentifier: JoinMapping] = [:]
    for join in joins {
      guard let relationship = join.relationship.relationship else { continue }
      if let inverse = relationship.inverseRelationship {
        known[ObjectIdentifier(inverse)] = join.reversed
      }
      known[ObjectIdentifier(relationship)] = join
    }
    joinByDescription = known
  }

  /// The table that holds the rows of an entity.
  func table(of entity: EntityLayout) -> TableMapping {
    tables[tableIndexByRoot[entity.rootNumber]]
  }

  /// The column of a stored attribute or to-one relationship.
  func column(of description: PropertyDescription) -> ColumnMapping? {
    model.layout(of: description).flatMap { column(of: $0) }
  }

  /// The column of a stored attribute, to-one relationship or order key.
  func column(of property: PropertyLayout) -> ColumnMapping? {
    columnByProperty[ObjectIdentifier(property)]
  }

  /// The columns that keep a property: none, one, or two.
  func columnNames(of property: PropertyLayout) -> [String] { column(of: property)?.names ?? [] }

  /// The join table of a to-many relationship, or nil when the inverse's column keeps it.
  func join(of relationship: RelationshipDescription) -> JoinMapping? {
    joinByDescription[ObjectIdentifier(relationship)]
  }

  /// The columns whose data may lie in files.
  var externalColumns: [(table: String, column: String)] {
    tables.flatMap { table in
      table.columns.filter { $0.property.kind == .externalData }.map { (table.name, $0.name) }
    }
  }

  /// The columns of join tables that may hold the key of an object of an entity.
  func joinColumns(of entity: EntityLayout) -> [(table: String, column: String)] {
    joins.flatMap { join in
      [
        (join.ownerNumber, join.sourceColumn),
        (join.relationship.destinationNumber, join.destinationColumn),
      ].filter { number, _ in model[number].includes(entity.number) }.map { (join.table, $0.1) }
    }
  }
}
