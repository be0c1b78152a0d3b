import ObjectModel
import SQLite

/// The statements that a session has prepared for the rows of an entity, each on first use.
final class EntityPlans {
  private let layout: EntityLayout
  private let connection: Connection
  private let store: OpenStore
  private var wholeRows: RowPlan?
  private var ownRows: RowPlan?
  private var insertion: WritePlan?
  private var updates: [[Int]: WritePlan] = [:]
  private var lastUpdate: WritePlan?
  private var deletions: (row: Statement, joins: [Statement])?
  private var look: Statement?
  private var keys: (last: Statement, claim: Statement)?
  private var referrers: [(property: PropertyLayout, statement: Statement)]?

  init(_ layout: EntityLayout, on connection: Connection, of store: OpenStore) {
    self.layout = layout
    self.connection = connection
    self.store = store
  }

  private var mapping: StoreMapping { store.mapping }

  func rows(includingSubentities: Bool) -> RowPlan {
    if let known = includingSubentities ? wholeRows : ownRows { return known }
    let plan = RowPlan(layout: layout, includesSubentities: includingSubentities, of: store)
    if includingSubentities { wholeRows = plan } else { ownRows = plan }
    return plan
  }

  func inserting() throws -> WritePlan {
    try once(&insertion) { try WritePlan(layout, changed: nil, on: connection, mapping) }
  }

  func updating(_ changed: [Int]) throws -> WritePlan {
    // Most saves change the same properties of consecutive objects.
    if let lastUpdate, lastUpdate.changed == changed { return lastUpdate }
    let plan = try updates[changed] ?? WritePlan(layout, changed: changed, on: connection, mapping)
    if updates.count >= Self.greatestUpdateCount { updates.removeAll() }
    updates[changed] = plan
    lastUpdate = plan
    return plan
  }

  private static let greatestUpdateCount = 100

  /// Deletes a row by key and version, and its pairs, whatever the relationships' delete rules.
  func deleting() throws -> (row: Statement, joins: [Statement]) {
    try once(&deletions) {
      let table = mapping.table(of: layout).name
      return (
        try prepared("DELETE FROM \(table) WHERE Z_PK = ? AND Z_OPT = ?"),
        try mapping.joinColumns(of: layout).map { table, column in
          try prepared("DELETE FROM \(table) WHERE \(column) = ?")
        }
      )
    }
  }

  /// Checks whether a row with a key exists.
  func lookingUp() throws -> Statement {
    try once(&look) {
      try prepared(
        "SELECT 1 FROM \(mapping.table(of: layout).name) WHERE Z_PK = ?\(ofEntity)")
    }
  }

  /// The condition that a row is of this entity or its subentities; empty if all rows are.
  var ofEntity: String {
    // The plus keeps the index on the entity from being used, because rows are found by their keys.
    layout.number == layout.rootNumber
      ? "" : " AND +Z_ENT BETWEEN \(layout.number) AND \(layout.lastNumber)"
  }

  /// Reads the last key of a hierarchy, or a greater given one, and updates it.
  ///
  /// These are two statements, because a single one with RETURNING makes SQLite keep a copy of each
  /// page.
  func claimingKeys() throws -> (last: Statement, claim: Statement) {
    try once(&keys) {
      let table = mapping.table(of: layout).name
      return (
        try prepared(
          "SELECT max(ifnull(Z_MAX, 0), ifnull((SELECT MAX(Z_PK) FROM \(table)), 0), ?) "
            + "FROM Z_PRIMARYKEY WHERE Z_ENT = \(layout.rootNumber)"),
        try prepared("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = \(layout.rootNumber)")
      )
    }
  }

  /// Finds the entity of the first row that refers to a row of this one through a guarded
  /// relationship.
  func referring() throws -> [(property: PropertyLayout, statement: Statement)] {
    try once(&referrers) {
      try mapping.model.guardedToOnes(leadingTo: layout).compactMap { property in
        guard let column = mapping.column(of: property) else { return nil }
        let table = mapping.table(of: mapping.model[property.declaringNumber]).name
        return (
          property,
          try prepared("SELECT Z_ENT FROM \(table) WHERE \(column.name) = ? ORDER BY Z_PK LIMIT 1")
        )
      }
    }
  }

  private func prepared(_ sql: String) throws -> Statement {
    try Statement(connection: connection, sql: sql, isPersistent: true)
  }

  private func once<Value>(_ known: inout Value?, _ make: () throws -> Value) rethrows -> Value {
    if let known { return known }
    let value = try make()
    known = value
    return value
  }
}
