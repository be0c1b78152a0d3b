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
