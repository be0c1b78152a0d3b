import ObjectModel

/// The tables and columns for a model by Core Data's naming rules, computed once for each store.
struct StoreMapping: Sendable {
  let model: ModelLayout
  let mapped: MappedTables
}

extension StoreMapping {
  /// - Parameter existingTables: the names of the tables in an existing store.
  init(model: ModelLayout, existingTables: Set<String> = []) {
    self.init(
      model: model, mapped: MappedTables(model: model, existingTables: existingTables))
  }

  /// One table for each hierarchy, in the order of entity numbers.
  var tables: [TableMapping] { mapped.tables }

  /// In the order of creation.
  var joins: [JoinMapping] { mapped.joins }

  /// The table that holds the rows of an entity.
  func table(of entity: EntityLayout) -> TableMapping {
    tables[mapped.tableIndexByRoot[entity.rootNumber]]
  }

  /// The table of a relationship's destination.
  func destinationTable(of relationship: RelationshipDescription) throws -> TableMapping {
    guard let entity = relationship.destinationEntity, let layout = model.layout(of: entity) else {
      throw Self.foreign(relationship)
    }
    return table(of: layout)
  }

  /// The column of a stored attribute or to-one relationship.
  func column(of description: PropertyDescription) -> ColumnMapping? {
    model.layout(of: description).flatMap { column(of: $0) }
  }

  /// The column of a stored attribute, to-one relationship or order key.
  func column(of property: PropertyLayout) -> ColumnMapping? {
    mapped.columnByProperty[ObjectIdentifier(property)]
  }

  /// The column of a property in a predicate.
  func columnName(of description: PropertyDescription) throws -> String {
    guard let column = column(of: description) else { throw Self.foreign(description) }
    return column.name
  }

  /// The columns of a property: none, one, or two.
  func columnNames(of property: PropertyLayout) -> [String] {
    column(of: property)?.definitions.map(\.name) ?? []
  }

  /// The column with the entity number of the object at the end of a path; nil if its entity is
  /// known.
  func entityColumn(at path: ResolvedPath, from table: TableMapping) -> String? {
    switch path.terminal {
    case .object where path.steps.isEmpty: table.isPolymorphic ? "Z_ENT" : nil
    case .toOne(let relationship): column(of: relationship)?.entityColumn
    default: nil
    }
  }

  /// The join table of a to-many relationship, or nil if the inverse's column stores it.
  func join(of relationship: RelationshipDescription) -> JoinMapping? {
    mapped.joinByDescription[ObjectIdentifier(relationship)]
  }

  /// The pairs of the objects of a relationship and their destinations; nil if it is not stored.
  func pairs(of relationship: RelationshipDescription) -> JoinMapping? {
    if let join = join(of: relationship) { return join }
    if relationship.isToMany {
      guard let inverse = relationship.inverseRelationship, !inverse.isToMany else { return nil }
      return pairs(of: inverse)?.reversed
    }
    guard let property = model.layout(of: relationship), let column = column(of: property) else {
      return nil
    }
    let owner = model[property.declaringNumber]
    let orderKey = property.orderKeyIndex >= 0 ? owner.properties[property.orderKeyIndex] : nil
    return JoinMapping(
      table: table(of: owner).name, relationship: property,
      source: .init(column: "Z_PK", orderColumn: orderKey.flatMap { self.column(of: $0)?.name }),
      destination: .init(column: column.name, orderColumn: nil), isReflexive: false)
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

  /// The error for transient properties, and properties of another model than the store's.
  static func foreign(_ property: PropertyDescription) -> ObjectGraphError {
    let isTransient =
      (property as? RelationshipDescription)?.isEffectivelyTransient ?? property.isTransient
    return ObjectGraphError(
      .invalidArgument,
      isTransient
        ? "\(property.name) is transient, so a store cannot search or sort by it"
        : "the store has no \(property.name)",
      repair: isTransient
        ? "fetch first and filter the objects" : "use the model of the store",
      entityName: property.entity?.name, key: property.name)
  }
}

/// The tables and columns of a store by Core Data's naming rules; does not retain the model.
final class MappedTables: Sendable {
  /// One table for each hierarchy, in the order of entity numbers.
  let tables: [TableMapping]
  /// In the order of creation.
  let joins: [JoinMapping]

  let tableIndexByRoot: [Int]
  let columnByProperty: [ObjectIdentifier: ColumnMapping]
  let joinByDescription: [ObjectIdentifier: JoinMapping]

  /// - Parameter existingTables: the names of the tables in an existing store.
  init(model: ModelLayout, existingTables: Set<String> = []) {
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
      firstOf: tables.flatMap(\.columns).map { (ObjectIdentifier($0.property), $0) })

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
}
