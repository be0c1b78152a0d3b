import ObjectModel

/// The table of a hierarchy of entities.
struct TableMapping: Sendable {
  let name: String
  let root: EntityLayout
  /// All columns except `Z_PK`, `Z_ENT` and `Z_OPT`, in the order of a new table.
  let columns: [ColumnMapping]

  /// Whether rows of several entities share the table, so that `Z_ENT` must be checked.
  var isPolymorphic: Bool { root.lastNumber > root.number }

  init(name: String, root: EntityLayout, model: ModelLayout) {
    self.name = name
    self.root = root
    var names = ColumnNames(taken: ["Z_PK", "Z_ENT", "Z_OPT"])
    var entityNames = ColumnNames(taken: [])
    var columns: [ColumnMapping] = []
    // Attributes precede to-one relationships, each sorted by name: the order in which Core Data
    // numbers conflicting names.
    for property in model.hierarchy(of: root).flatMap(\.ownProperties)
    where property.isStored && !property.isOrderKey {
      // An element of a composite attribute has a column named after itself.
      let upper = (property.attribute?.name ?? property.name).uppercased()
      columns.append(
        ColumnMapping(
          property: property, name: names.unique("Z\(upper)"),
          entityColumn: property.hasEntitySlot
            ? entityNames.unique("Z\(property.destinationNumber)_\(upper)") : nil))
    }
    columns += Self.orderKeys(of: root, model).map { reference in
      let name = names.unique("Z_FOK_\(reference.toOne.name.uppercased())")
      return ColumnMapping(property: reference.orderKey, name: name, entityColumn: nil)
    }
    self.columns = ColumnGroup.allCases.flatMap { group in
      columns.filter { $0.property.columnType.group == group }
    }
  }

  /// The order keys with their to-one relationships, by the number of the entity that has the
  /// ordered relationship, and then by that relationship's name, descending.
  private static func orderKeys(
    of root: EntityLayout, _ model: ModelLayout
  ) -> [EntityLayout.OrderedToOne] {
    model.hierarchy(of: root).flatMap { entity in
      entity.orderedToOnes.filter { $0.toOne.declaringNumber == entity.number }
    }.compactMap { reference in
      model.inverse(of: reference.toOne).map { (ordered: $0, reference: reference) }
    }.sorted { left, right in
      (left.ordered.declaringNumber, right.ordered.name)
        < (right.ordered.declaringNumber, left.ordered.name)
    }.map(\.reference)
  }
}

/// The columns of a property.
struct ColumnMapping: Sendable {
  let property: PropertyLayout
  let name: String
  /// The column for the destination's entity number, if the destination can be of several entities.
  let entityColumn: String?

  /// The property's one or two columns, with their types in the schema.
  var definitions: [(name: String, type: String)] {
    [(name, property.columnType.sql)] + (entityColumn.map { [($0, "INTEGER")] } ?? [])
  }
}

/// The groups in which Core Data orders the columns of a new table.
enum ColumnGroup: CaseIterable {
  case integer, number, decimal, string, uri, uuid, transformable, data
}

extension PropertyLayout {
  /// The SQL type of the property's column, and its group.
  var columnType: (sql: String, group: ColumnGroup) {
    switch kind {
    case .integer16, .integer32, .integer64, .orderKey, .boolean, .toOne, .toMany:
      ("INTEGER", .integer)
    case .date: ("TIMESTAMP", .number)
    case .double, .float: ("FLOAT", .number)
    case .decimal: ("DECIMAL", .decimal)
    case .string: ("VARCHAR", .string)
    case .uri: ("VARCHAR", .uri)
    case .uuid: ("BLOB", .uuid)
    case .data, .externalData:
      ("BLOB", attribute?.attributeType == .transformable ? .transformable : .data)
    }
  }
}

/// Names in one table: the first of several equal names is kept, and the others get 1, 2, … as
/// suffixes.
struct ColumnNames {
  var taken: Set<String>

  mutating func unique(_ base: String) -> String {
    var name = base
    var count = 0
    while !taken.insert(name).inserted {
      count += 1
      name = "\(base)\(count)"
    }
    return name
  }
}
