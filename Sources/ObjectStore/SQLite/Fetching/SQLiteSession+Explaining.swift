import ObjectModel
import SQLite

/// Saying how a request would be carried out.
extension SQLiteSession {
  /// SQLite's plan of a statement, which is prepared for that and not run.
  func queryPlan(of sql: String) throws -> QueryPlan {
    let statement = try Statement(connection: connection, sql: "EXPLAIN QUERY PLAN \(sql)")
    var rows: [(id: Int64, parent: Int64, detail: String)] = []
    while try statement.step() {
      rows.append((statement.int64(0), statement.int64(1), statement.string(3) ?? ""))
    }
    return QueryPlan(rows: rows)
  }

  /// What `fetch(_:)`, `keys(for:)` or `count(_:)` would run for a request.
  ///
  /// - Parameter offset: how many objects are left out in the end, by whomever.
  func explanation(
    of request: FetchPlan, as form: FetchForm, offset: Int, in store: SQLiteStore
  ) throws -> FetchExplanation.Store {
    isExplaining = true
    defer { isExplaining = false }
    let query =
      switch form {
      case .rows: try fetchQuery(request)
      case .keys: try keysQuery(request)
      case .count: try countQuery(request)
      }
    return try query.nesting.locating {
      try explanation(
        of: request, query.sql, query.bindings.map { SQLParameter($0) }, offset: offset, in: store)
    }
  }

  /// What `values(_:externalData:)` would run for a request.
  func explanation(
    of fetch: ValueFetch, in store: SQLiteStore
  ) throws -> FetchExplanation.Store {
    isExplaining = true
    defer { isExplaining = false }
    let query = try valueQuery(fetch, sumsBeyondIntegers: false)
    return try query.nesting.locating {
      try explanation(
        of: fetch.sortedRows, query.text, query.bindings.map { SQLParameter($0) },
        offset: fetch.rows.offset, in: store)
    }
  }

  private func explanation(
    of request: FetchPlan, _ sql: String, _ bindings: [SQLParameter], offset: Int,
    in store: SQLiteStore
  ) throws -> FetchExplanation.Store {
    let plan = try queryPlan(of: sql)
    let aliases = TableAccess.aliases(in: sql)
    let names = Dictionary(
      mapping.tables.map { ($0.name, $0.root.name) }, uniquingKeysWith: { first, _ in first })
    let tables = plan.allSteps.compactMap { step in
      TableAccess(step.detail, tables: aliases) { names[$0] }
    }
    let advisor = FetchAdvisor(request, plan, tables: tables, mapping: mapping, offset: offset)
    return FetchExplanation.Store(
      url: store.url, type: store.type, sql: sql, bindings: bindings, queryPlan: plan,
      tables: tables,
      warnings: try searchWarnings(for: request, in: store) + advisor.warnings())
  }
}
