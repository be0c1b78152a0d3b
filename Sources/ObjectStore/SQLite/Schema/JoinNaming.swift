import ObjectModel

/// Finds the join tables of a model and names them as Core Data does.
struct JoinNaming {
  private let model: ModelLayout
  /// The tables of a store that exists, where it is not settled which of two names Core Data took.
  private let existingTables: Set<String>

  init(model: ModelLayout, existingTables: Set<String>) {
    self.model = model
    self.existingTables = existingTables
  }

  /// The tables, by the number of the entity that they follow, then by name.
  func joins() -> [JoinMapping] {
    let columns = sourceColumns()
    var joins: [JoinMapping] = []
    var seen: Set<ObjectIdentifier> = []
    for entity in model.entities {
      for property in entity.ownProperties where isJoin(property) {
        guard !seen.contains(ObjectIdentifier(property)) else { continue }
        let inverse = model.inverse(of: property)
        seen.insert(ObjectIdentifier(property))
        if let inverse { seen.insert(ObjectIdentifier(inverse)) }
        let naming = namingSide(of: property, owner: entity, inverse: inverse)
        joins.append(join(named: naming, columns: columns))
      }
    }
    return joins.sorted { ($0.ownerNumber, $0.table) < ($1.ownerNumber, $1.table) }
  }

  /// Whether the relationship is kept in a table of its own.
  private func isJoin(_ property: PropertyLayout) -> Bool {
    guard property.isToMany, !property.isTransient else { return false }
    guard let inverse = model.inverse(of: property) else { return true }
    return inverse.isToMany
  }

  /// The number of the entity that declares a relationship.
  private func number(_ property: PropertyLayout) -> Int {
    property.relationship?.entity.flatMap { model.layout(of: $0) }?.number ?? 0
  }

  private func namingSide(
    of property: PropertyLayout, owner: EntityLayout, inverse: PropertyLayout?
  ) -> PropertyLayout {
    guard let inverse, inverse !== property else { return property }
    let other = number(inverse)
    if other != owner.number { return owner.number < other ? property : inverse }
    // Between two ends at one entity Core Data's choice is not settled: an existing table decides.
    let (first, second) = property.name < inverse.name ? (property, inverse) : (inverse, property)
    let takesSecond =
      existingTables.contains(tableName(second)) && !existingTables.contains(tableName(first))
    return takesSecond ? second : first
  }

  private func tableName(_ property: PropertyLayout) -> String {
    "Z_\(number(property))\(property.name.uppercased())"
  }

  private func join(named property: PropertyLayout, columns: [ObjectIdentifier: String])
    -> JoinMapping
  {
    let inverse = model.inverse(of: property)
    let isReflexive = inverse === property
    let source = columns[ObjectIdentifier(property)] ?? ""
    let destination: String
    if isReflexive {
      destination = "REFLEXIVE"
    } else if let inverse {
      destination = columns[ObjectIdentifier(inverse)] ?? ""
    } else {
      destination = "Z_\(property.destinationNumber)\(property.name.uppercased())"
    }
    func isOrdered(_ property: PropertyLayout?) -> Bool {
      property?.relationship?.isOrdered == true
    }
    return JoinMapping(
      table: tableName(property), sourceColumn: source, destinationColumn: destination,
      relationship: property,
      destinationOrderColumn: isOrdered(property) ? Self.orderColumn(of: destination) : nil,
      sourceOrderColumn: isOrdered(inverse) && !isReflexive ? Self.orderColumn(of: source) : nil,
      isReflexive: isReflexive, ownerNumber: number(property))
  }

  /// The column that keeps the order of the keys in another: `Z_FOK_1FAVORITES` for `Z_1FAVORITES`.
  private static func orderColumn(of column: String) -> String {
    "Z_FOK_\(column.hasPrefix("Z_") ? String(column.dropFirst(2)) : column)"
  }

  /// For each relationship the column that holds the keys of its owners: the owner's number and the
  /// name of the relationship that leads back, unique within the hierarchy.
  private func sourceColumns() -> [ObjectIdentifier: String] {
    var result: [ObjectIdentifier: String] = [:]
    for root in model.entities where root.number == root.rootNumber {
      var names = ColumnNames(taken: [])
      for number in root.number...root.lastNumber {
        for property in model[number].ownProperties where isJoin(property) {
          let back = model.inverse(of: property)?.name ?? "\(property.name)Inverse"
          result[ObjectIdentifier(property)] = names.unique("Z_\(number)\(back.uppercased())")
        }
      }
    }
    return result
  }
}
