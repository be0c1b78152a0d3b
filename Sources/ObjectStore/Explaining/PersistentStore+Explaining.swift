import ObjectModel

/// Explaining how requests would be executed.
extension PersistentStore {
  /// Explains how `fetch(_:)`, `keys(for:)` or `count(_:)` would execute a plan.
  ///
  /// - Parameter offset: the number of objects that the request skips, even if the context does so.
  func explain(
    _ plan: FetchPlan, as form: FetchForm, offset: Int
  ) throws -> FetchExplanation.Store {
    try sessions.reading { session in
      try session.explanation(of: plan, offset: offset, in: self) { try $0.query(plan, as: form) }
    }
  }

  /// Explains how `values(_:)` would execute a fetch.
  func explain(_ fetch: ValueFetch) throws -> FetchExplanation.Store {
    try sessions.reading { session in
      try session.explanation(of: fetch.sortedRows, offset: fetch.rows.offset, in: self) {
        try $0.valueQuery(fetch, sumsBeyondIntegers: false)
      }
    }
  }
}

extension SQLiteSession {
  /// Explains how SQLite would execute the query of a request.
  ///
  /// - Parameters:
  ///   - offset: the number of objects that are skipped, by the store or the context.
  ///   - query: creates the query, without writing anything.
  fileprivate func explanation(
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

  /// A warning that the store has no index for a search.
  private func searchWarnings(
    for request: FetchPlan, in store: PersistentStore
  ) throws -> [FetchExplanation.Warning] {
    guard request.searches, try searchAccess(for: request) == nil else {
      return []
    }
    return [
      FetchExplanation.Warning(
        kind: .missingSearchIndex,
        message: "the store has no search index, so every \(request.layout.name) is scanned",
        hint: store.isReadOnly
          ? "search the store once while it is open for writing, which creates the index"
          : "the first search creates it; rebuildSearchIndexes() creates it now")
    ]
  }
}
