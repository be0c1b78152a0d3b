import ObjectModel

/// The tables and columns for a model by Core Data's naming rules, computed once for each store.
struct StoreMapping: Sendable {
  let model: ModelLayout
  private let mapped: MappedTables

  init(model: ModelLayout, tables: MappedTables) {
    self.model = model
    mapped = tables
  }

  /// - Parameter existingTables: the names of the tables in an existing store.
  init(model: ModelLayout, existingTables: Set<String> = []) {
    self.init(
      model: model, tables: MappedTables(model: model, existingTables: existingTables))
  }

  /// One table for each hierarchy, in the order of entity numbers.
  var tables: [TableMapping] { mapped.tables }

  /// In the order of creation.
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

  /// The columns of a property: none, one, or two.
  func columnNames(of property: PropertyLayout) -> [String] {
    column(of: property)?.definitions.map(\.name) ?? []
  }

  /// The join table of a to-many relationship, or nil if the inverse's column stores it.
  func join(of relationship: RelationshipDescription) -> JoinMapping? {
    mapped.joinByDescription[ObjectIdentifier(relationship)]
  }

  /// The columns whose data may be stored externally.
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
