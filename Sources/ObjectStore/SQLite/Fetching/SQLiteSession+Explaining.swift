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
    of request: FetchPlan, as form: FetchForm, offset: Int, in store: PersistentStore
  ) throws -> FetchExplanation.Store {
    isExplaining = true
    defer { isExplaining = false }
    return try explanation(of: request, query(request, as: form), offset: offset, in: store)
  }

  /// What `values(_:externalData:)` would run for a request.
  func explanation(
    of fetch: ValueFetch, in store: PersistentStore
  ) throws -> FetchExplanation.Store {
    isExplaining = true
    defer { isExplaining = false }
    let query = try valueQuery(fetch, sumsBeyondIntegers: false)
    return try explanation(of: fetch.sortedRows, query, offset: fetch.rows.offset, in: store)
  }

  private func explanation(
    of request: FetchPlan, _ query: SQLCompiler.Query, offset: Int, in store: PersistentStore
  ) throws -> FetchExplanation.Store {
    let plan = try query.nesting.locating { try queryPlan(of: query.text) }
    let aliases = TableAccess.aliases(in: query.text)
    let names = Dictionary(
      mapping.tables.map { ($0.name, $0.root.name) }, uniquingKeysWith: { first, _ in first })
    let tables = plan.allSteps.compactMap { step in
      TableAccess(step.detail, tables: aliases) { names[$0] }
    }
    let advisor = FetchAdvisor(request, plan, tables: tables, mapping: mapping, offset: offset)
    return FetchExplanation.Store(
      url: store.url, type: store.type, sql: query.text, bindings: query.bindings, queryPlan: plan,
      tables: tables, warnings: try searchWarnings(for: request, in: store) + advisor.warnings())
  }
}
