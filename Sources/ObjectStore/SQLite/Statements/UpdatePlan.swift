import ObjectModel
import SQLite

/// The statement that writes a set of changed columns of one entity's rows.
final class UpdatePlan {
  let changed: [Int]
  let statement: Statement
  let binder: RowBinder
  let keyParameter: Int32

  /// The changed properties whose large values go into files.
  let externals: [PropertyLayout]

  /// The changed references whose destinations must be there.
  let guarded: [GuardedSlot]

  /// Sets the changed columns of uniqueness constraints to NULL, so that the values are free for
  /// other rows of the same save; nil when there are none.
  let parking: Statement?

  init(
    layout: EntityLayout, changed: [Int], mapping: StoreMapping, guards: GuardedReferences,
    connection: Connection
  ) throws {
    self.changed = changed
    let table = mapping.table(of: layout).name
    let properties = changed.compactMap { index in
      layout.properties.indices.contains(index) ? layout.properties[index] : nil
    }.filter(\.isStored)
    let columns = properties.flatMap { mapping.columnNames(of: $0) }
    let assignments = (["Z_OPT"] + columns).map { "\($0) = ?" }.joined(separator: ", ")
    statement = try Statement(
      connection: connection,
      sql: "UPDATE \(table) SET \(assignments) WHERE Z_PK = ? AND Z_OPT = ?", isPersistent: true)
    binder = RowBinder(layout: layout, properties: properties, firstParameter: 2)
    externals = properties.filter { $0.kind == .externalData }
    keyParameter = Int32(columns.count + 2)
    guarded = guards.toOnes(of: layout).filter { changed.contains($0.index) }
      .map { GuardedSlot($0) }

    let unique = mapping.uniqueProperties(of: layout)
    let parked = properties.filter { unique.contains(ObjectIdentifier($0)) }
      .compactMap { mapping.column(of: $0)?.name }
    parking =
      parked.isEmpty
      ? nil
      : try Statement(
        connection: connection,
        sql: "UPDATE \(table) SET \(parked.map { "\($0) = NULL" }.joined(separator: ", ")) "
          + "WHERE Z_PK = ?")
  }
}

extension StoreMapping {
  /// The columns that keep a property: none, one, or two.
  func columnNames(of property: PropertyLayout) -> [String] {
    guard let column = column(of: property) else { return [] }
    return column.entityColumn.map { [column.name, $0] } ?? [column.name]
  }

  /// The properties of an entity that take part in a uniqueness constraint of its hierarchy.
  func uniqueProperties(of layout: EntityLayout) -> Set<ObjectIdentifier> {
    let root = model[layout.rootNumber]
    var unique: Set<ObjectIdentifier> = []
    for number in root.number...root.lastNumber {
      for keys in model[number].entity.uniquenessConstraints {
        for property in keys.compactMap({ model[number].property($0) }) {
          unique.insert(ObjectIdentifier(property))
        }
      }
    }
    return unique
  }
}
