import ObjectModel

/// The FROM clause of a query or subquery: its root table, and a LEFT JOIN for each to-one path used.
final class SQLScope {
  let root: String
  private(set) var joins = ""
  private var aliases: [[ObjectIdentifier]: String] = [:]

  init(root: String) {
    self.root = root
  }

  /// The alias of the table at the end of a to-one path.
  func alias(
    of steps: ArraySlice<RelationshipDescription>, mapping: StoreMapping, next: () -> String
  ) throws -> String {
    guard let last = steps.last else { return root }
    let key = steps.map { ObjectIdentifier($0) }
    if let known = aliases[key] { return known }
    let owner = try alias(of: steps.dropLast(), mapping: mapping, next: next)
    let table = try mapping.destinationTable(of: last)
    let alias = next()
    let column = try mapping.columnName(of: last)
    joins += " LEFT JOIN \(table.name) \(alias) ON \(alias).Z_PK = \(owner).\(column)"
    aliases[key] = alias
    return alias
  }
}

extension StoreMapping {
  /// The table of a relationship's destination.
  func destinationTable(of relationship: RelationshipDescription) throws -> TableMapping {
    guard let entity = relationship.destinationEntity, let layout = model.layout(of: entity) else {
      throw Self.foreign(relationship)
    }
    return table(of: layout)
  }

  /// The column of a property that a predicate names.
  func columnName(of description: PropertyDescription) throws -> String {
    guard let column = column(of: description) else { throw Self.foreign(description) }
    return column.name
  }

  /// Transient attributes, and properties of a model that the store was not opened with.
  static func foreign(_ property: PropertyDescription) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument,
      property.isTransient
        ? "\(property.name) is transient, so a store cannot search or sort by it"
        : "the store has no \(property.name)",
      repair: property.isTransient
        ? "fetch first and filter the objects" : "use the model of the store",
      entityName: property.entity?.name, key: property.name)
  }
}
