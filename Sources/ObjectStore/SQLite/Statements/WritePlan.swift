import ObjectModel
import SQLite

/// The statement that inserts a row of an entity, or updates a set of columns of one.
final class WritePlan {
  /// The indexes of the properties that an update writes; empty for an insertion.
  let changed: [Int]
  let statement: Statement
  let binder: RowBinder
  let keyParameter: Int32

  /// The properties whose large values are stored externally.
  let externals: [PropertyLayout]

  /// The references whose destinations must exist.
  let guarded: [StoredField]

  /// The fields to which the store assigns values if a new row has none.
  let sequences: [StoredField]

  /// Sets the changed columns in uniqueness constraints to NULL, so that their values are free for
  /// other rows of the same save; nil if there are none.
  let parking: Statement?

  /// - Parameter changed: the indexes of the properties to update; nil to insert rows.
  init(
    _ layout: EntityLayout, changed: [Int]?, on connection: Connection, _ mapping: StoreMapping
  ) throws {
    let table = mapping.table(of: layout).name
    let properties = (changed?.map { layout.properties[$0] } ?? layout.properties)
      .filter(\.isStored)
    let columns = properties.flatMap { mapping.columnNames(of: $0) }
    func prepared(_ sql: String) throws -> Statement {
      try Statement(connection: connection, sql: sql, isPersistent: true)
    }
    binder = RowBinder(layout: layout, properties: properties, firstParameter: 2)
    self.changed = changed ?? []
    externals = properties.filter { $0.kind == .externalData }
    guarded = layout.toOnes
      .filter { changed?.contains($0.index) ?? true && mapping.model.isGuarded($0) }
      .map { StoredField($0) }
    guard changed != nil else {
      let names = (["Z_PK", "Z_ENT", "Z_OPT"] + columns).joined(separator: ", ")
      // Entity and version are the same for every new row.
      let values = ["?", "\(layout.number)", "1"] + columns.map { _ in "?" }
      statement = try prepared(
        "INSERT INTO \(table) (\(names)) VALUES (\(values.joined(separator: ", ")))")
      keyParameter = 1
      sequences = binder.fields.filter(\.property.isSequence)
      parking = nil
      return
    }
    let assignments = (["Z_OPT"] + columns).map { "\($0) = ?" }.joined(separator: ", ")
    statement = try prepared("UPDATE \(table) SET \(assignments) WHERE Z_PK = ? AND Z_OPT = ?")
    keyParameter = Int32(columns.count + 2)
    sequences = []
    let unique = mapping.uniqueProperties(of: layout)
    let parked = properties.filter { unique.contains(ObjectIdentifier($0)) }
      .compactMap { mapping.column(of: $0)?.name }
    let empty = parked.map { "\($0) = NULL" }.joined(separator: ", ")
    parking = parked.isEmpty ? nil : try prepared("UPDATE \(table) SET \(empty) WHERE Z_PK = ?")
  }
}

extension StoreMapping {
  /// The properties of an entity that are part of a uniqueness constraint in its hierarchy.
  func uniqueProperties(of layout: EntityLayout) -> Set<ObjectIdentifier> {
    let root = model[layout.rootNumber]
    let constraints = UniquenessConstraint.all(in: model).filter { root.includes($0.layout.number) }
    return Set(constraints.flatMap(\.properties).map { ObjectIdentifier($0) })
  }
}
