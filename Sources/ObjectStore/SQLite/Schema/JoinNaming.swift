import ObjectModel

/// Finds the join tables of a model, and names them like Core Data.
struct JoinNaming {
  let model: ModelLayout
  /// The tables of an existing store, needed when Core Data's choice between two names is not
  /// known.
  let existingTables: Set<String>

  /// The tables, by the number of the entity that they follow, then by name.
  func joins() -> [JoinMapping] {
    let columns = sourceColumns()
    var seen: Set<ObjectIdentifier> = []
    var joins: [JoinMapping] = []
    for property in model.entities.flatMap(\.ownProperties) where isJoin(property) {
      guard seen.insert(ObjectIdentifier(property)).inserted else { continue }
      let inverse = model.inverse(of: property)
      if let inverse { seen.insert(ObjectIdentifier(inverse)) }
      joins.append(join(named: namingSide(of: property, inverse), columns: columns))
    }
    return joins.sorted { ($0.ownerNumber, $0.table) < ($1.ownerNumber, $1.table) }
  }

  /// Whether the relationship is stored in a join table.
  private func isJoin(_ property: PropertyLayout) -> Bool {
    property.isToMany && !property.isTransient && model.inverse(of: property)?.isToMany != false
  }

  private func namingSide(
    of property: PropertyLayout, _ inverse: PropertyLayout?
  ) -> PropertyLayout {
    guard let inverse, inverse !== property else { return property }
    let (own, other) = (property.declaringNumber, inverse.declaringNumber)
    if own != other { return own < other ? property : inverse }
    // If both ends belong to one entity, Core Data's choice is not known; an existing table
    // decides.
    let (first, second) = property.name < inverse.name ? (property, inverse) : (inverse, property)
    let takesSecond =
      existingTables.contains(tableName(second)) && !existingTables.contains(tableName(first))
    return takesSecond ? second : first
  }

  private func tableName(_ property: PropertyLayout) -> String {
    "Z_\(property.declaringNumber)\(property.name.uppercased())"
  }

  private func join(
    named property: PropertyLayout, columns: [ObjectIdentifier: String]
  ) -> JoinMapping {
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
    let isOrdered = property.relationship?.isOrdered == true
    let isInverseOrdered = !isReflexive && inverse?.relationship?.isOrdered == true
    return JoinMapping(
      table: tableName(property), relationship: property,
      source: .init(column: source, isOrdered: isInverseOrdered),
      destination: .init(column: destination, isOrdered: isOrdered), isReflexive: isReflexive)
  }

  /// For each relationship, the column with the keys of its owners: the owner's number and the name
  /// of the inverse, unique in the hierarchy.
  private func sourceColumns() -> [ObjectIdentifier: String] {
    var result: [ObjectIdentifier: String] = [:]
    for root in model.roots {
      var names = ColumnNames(taken: [])
      for property in model.hierarchy(of: root).flatMap(\.ownProperties) where isJoin(property) {
        let back = model.inverse(of: property)?.name ?? "\(property.name)Inverse"
        result[ObjectIdentifier(property)] = names.unique(
          "Z_\(property.declaringNumber)\(back.uppercased())")
      }
    }
    return result
  }
}
