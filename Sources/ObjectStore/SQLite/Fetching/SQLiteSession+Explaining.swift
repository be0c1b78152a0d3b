import ObjectModel

/// Explaining how requests would be executed.
extension SQLiteSession {
  /// Explains how SQLite would execute the query of a request.
  ///
  /// - Parameters:
  ///   - offset: the number of objects that are skipped, by the store or the context.
  ///   - query: creates the query, without writing anything.
  func explanation(
    of request: FetchPlan, offset: Int, in store: PersistentStore,
    query: (SQLiteSession) throws -> SQLCompiler.Query
  ) throws -> FetchExplanation.Store {
    isExplaining = true
    defer { isExplaining = false }
    let query = try query(self)
    let plan = try query.nesting.locating { try queryPlan(of: query.text) }
    let aliases = TableAccess.aliases(in: query.text)
    let names = Dictionary(firstOf: mapping.tables.map { ($0.name, $0.root.name) })
    let tables = plan.allSteps.compactMap { step in
      TableAccess(step.detail, tables: aliases) { names[$0] }
    }
    let advisor = FetchAdvisor(
      plan: request, queryPlan: plan, tables: tables, mapping: mapping, offset: offset)
    return FetchExplanation.Store(
      url: store.url, type: store.type, sql: query.text, bindings: query.bindings, queryPlan: plan,
      tables: tables, warnings: try searchWarnings(for: request, in: store) + advisor.warnings())
  }
}
