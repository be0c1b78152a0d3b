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
      for property in model[number].ownProperties where property.isStored {
        // An element of a composite attribute goes by its own name.
        let upper = (property.attribute?.name ?? property.name).uppercased()
        let column = ColumnMapping(
          property: property, name: names.unique("Z\(upper)"),
          entityColumn: property.hasEntitySlot
            ? entityNames.unique("Z\(property.destinationNumber)_\(upper)") : nil)
        grouped[ColumnGroup(property).rawValue].append(column)
      }
    }
    columns = grouped.flatMap { $0 }
  }
}
