import ObjectModel

/// The table of a hierarchy of entities.
struct TableMapping: Sendable {
  let name: String
  let root: EntityLayout
  /// Every column but `Z_PK`, `Z_ENT` and `Z_OPT`, in the order of a newly made table.
  let columns: [ColumnMapping]

  /// Whether rows of several entities share the table, so that each row's `Z_ENT` counts.
  var isPolymorphic: Bool { root.lastNumber > root.number }

  init(name: String, root: EntityLayout, model: ModelLayout) {
    self.name = name
    self.root = root
    var names = ColumnNames(taken: ["Z_PK", "Z_ENT", "Z_OPT"])
    var entityNames = ColumnNames(taken: [])
    var grouped: [[ColumnMapping]] = Array(repeating: [], count: ColumnGroup.allCases.count)
    for number in root.number...root.lastNumber {
      // Attributes come before to-one relationships, each sorted by name: the order in which Core
      // Data numbers names that clash.
      for property in model[number].ownProperties
      where property.isStored && !property.isOrderKey {
        // An element of a composite attribute goes by its own name.
        let upper = (property.attribute?.name ?? property.name).uppercased()
        let column = ColumnMapping(
          property: property, name: names.unique("Z\(upper)"),
          entityColumn: property.hasEntitySlot
            ? entityNames.unique("Z\(property.destinationNumber)_\(upper)") : nil)
        grouped[ColumnGroup(property).rawValue].append(column)
      }
    }
    grouped[ColumnGroup.integer.rawValue] += Self.orderKeys(of: root, model, &names)
    columns = grouped.flatMap { $0 }
  }

  /// The `Z_FOK_` columns, by the number of the entity that has the ordered relationship, and
  /// within one by that relationship's name, descending.
  private static func orderKeys(
    of root: EntityLayout, _ model: ModelLayout, _ names: inout ColumnNames
  ) -> [ColumnMapping] {
    var found: [(owner: Int, relationship: String, toOne: String, key: PropertyLayout)] = []
    for number in root.number...root.lastNumber {
      for property in model[number].ownProperties where property.orderKeyIndex >= 0 {
        guard let ordered = model.inverse(of: property) else { continue }
        found.append(
          (
            ordered.declaringNumber, ordered.name, property.name,
            model[number].properties[property.orderKeyIndex]
          ))
      }
    }
    found.sort { left, right in
      left.owner != right.owner
        ? left.owner < right.owner : left.relationship > right.relationship
    }
    return found.map { place in
      ColumnMapping(
        property: place.key, name: names.unique("Z_FOK_\(place.toOne.uppercased())"),
        entityColumn: nil)
    }
  }
}
