import ObjectModel

/// Which table and column keeps what of a model: Core Data's naming rules, worked out once a store.
struct StoreMapping: Sendable {
  let model: ModelLayout
  private let mapped: MappedTables

  init(model: ModelLayout, tables: MappedTables) {
    self.model = model
    mapped = tables
  }

  /// - Parameter existingTables: the names of the tables of a store that was made before.
  init(model: ModelLayout, existingTables: Set<String> = []) {
    self.init(
      model: model, tables: MappedTables(model: model, existingTables: existingTables))
  }

  /// One table a hierarchy, in the order of the entities' numbers.
  var tables: [TableMapping] { mapped.tables }

  /// In the order in which they are created.
  var joins: [JoinMapping] { mapped.joins }

  /// The table that holds the rows of an entity.
  func table(of entity: EntityLayout) -> TableMapping {
    tables[mapped.tableIndexByRoot[entity.rootNumber]]
  }

  /// The column of a stored attribute or to-one relationship.
  func column(of description: PropertyDescription) -> ColumnMapping? {
    model.layout(of: description).flatMap { column(of: $0) }
  }

  /// The column of a stored attribute, to-one relationship or order key.
  func column(of property: PropertyLayout) -> ColumnMapping? {
    mapped.columnByProperty[ObjectIdentifier(property)]
  }

  /// The columns that keep a property: none, one, or two.
  func columnNames(of property: PropertyLayout) -> [String] {
    column(of: property)?.definitions.map(\.name) ?? []
  }

  /// The join table of a to-many relationship, or nil when the inverse's column keeps it.
  func join(of relationship: RelationshipDescription) -> JoinMapping? {
    mapped.joinByDescription[ObjectIdentifier(relationship)]
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
        (join.ownerNumber, join.source.column),
        (join.relationship.destinationNumber, join.destination.column),
      ].filter { number, _ in model[number].includes(entity.number) }.map { (join.table, $0.1) }
    }
  }
}
