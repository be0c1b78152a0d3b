import ObjectModel
import SQLite

/// The statement that inserts a row of one entity.
final class InsertPlan {
  let statement: Statement
  let binder: RowBinder
  /// Whether the store gives a value to some nil attribute.
  let hasSequences: Bool
  /// The properties whose large values go into files.
  let externals: [PropertyLayout]
  /// The references whose destinations must be there.
  let guarded: [GuardedSlot]

  init(
    layout: EntityLayout, mapping: StoreMapping, guards: GuardedReferences, connection: Connection
  ) throws {
    let properties = layout.properties.filter(\.isStored)
    var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
    for property in properties { columns += mapping.columnNames(of: property) }
    // The first parameter is the key; entity and version are the same for every new row.
    let values = ["?", "\(layout.number)", "1"] + columns.dropFirst(3).map { _ in "?" }
    statement = try Statement(
      connection: connection,
      sql: "INSERT INTO \(mapping.table(of: layout).name) (\(columns.joined(separator: ", "))) "
        + "VALUES (\(values.joined(separator: ", ")))",
      isPersistent: true)
    binder = RowBinder(layout: layout, properties: properties, firstParameter: 2)
    guarded = guards.toOnes(of: layout).map { GuardedSlot($0) }
    externals = layout.externals
    hasSequences = properties.contains(where: \.isSequence)
  }
}
