import ObjectModel
import SQLite

/// Fetches with predicates, orders and limits.
extension SQLiteSession {
  /// A whole statement with the values of its parameters.
  struct Query {
    let sql: String
    let bindings: [SQLBinding]
    let nesting: Nesting
  }

  func fetch(_ request: FetchPlan) throws -> [Row] {
    let plan = rowPlan(for: request)
    if let rows = try firstRows(for: request, plan) { return rows }
    var rows = try rows(from: statement(of: request, plan), for: request, plan)
    if Self.isSortedAfterwards(request), !Self.areInOrder(rows) { rows.sort { $0.key < $1.key } }
    return rows
  }

  /// What a search for common words finds among the first rows; nil if that is not enough.
  private func firstRows(for request: FetchPlan, _ plan: RowPlan) throws -> [Row]? {
    guard request.limit > 0, let query = try scan(for: request) else { return nil }
    let statement = try query.nesting.locating {
      try plan.statement(query.text, on: connection)
    }
    bind(query.bindings, to: statement)
    let rows = try rows(from: statement, for: request, plan)
    return rows.count == request.limit ? rows : nil
  }

  private func rows(
    from statement: Statement, for request: FetchPlan, _ plan: RowPlan
  ) throws -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(request.limit > 0 ? min(request.limit, 1000) : 16)
    try watching(request) { monitor in
      guard let monitor else { return try append(to: &rows, from: statement, plan) }
      defer { statement.reset() }
      while try statement.step() {
        if let row = try plan.row(from: statement) { rows.append(row) }
        monitor.noteRow()
      }
    }
    return rows
  }

  /// The statement of a fetch, its constants bound.
  private func statement(of request: FetchPlan, _ plan: RowPlan) throws -> Statement {
    guard let shape = FetchShape(request, identity: identity) else {
      return try compiledStatement(of: request, plan, as: nil)
    }
    guard let known = plan.statement(of: shape) else {
      return try compiledStatement(of: request, plan, as: shape)
    }
    bind(shape.bindings, to: known)
    return known
  }

  @inline(never)
  private func compiledStatement(
    of request: FetchPlan, _ plan: RowPlan, as shape: FetchShape?
  ) throws -> Statement {
    let query = try compileFetch(request, plan)
    let statement = try query.nesting.locating {
      try plan.statement(query.text, on: connection)
    }
    bind(query.bindings, to: statement)
    // A constant that was left out, or stands elsewhere, means that it decided about the text.
    if let shape, shape.bindings == query.bindings { plan.keep(statement, of: shape) }
    return statement
  }

  /// Asked for the order of the primary keys, SQLite might scan the table in that order rather than
  /// use an index for the condition. Rows mostly come in it anyway.
  private static func isSortedAfterwards(_ request: FetchPlan) -> Bool {
    request.sorts.isEmpty && request.limit <= 0 && request.offset <= 0
  }

  func rowPlan(for request: FetchPlan) -> RowPlan {
    rowPlan(for: request.layout, includesSubentities: request.includesSubentities)
  }

  /// What a fetch runs, or runs first.
  func fetchQuery(_ request: FetchPlan) throws -> Query {
    let plan = rowPlan(for: request)
    let query = try scan(for: request) ?? compileFetch(request, plan)
    return Query(
      sql: plan.select + query.text, bindings: query.bindings, nesting: query.nesting)
  }

  private func compileFetch(_ request: FetchPlan, _ plan: RowPlan) throws -> SQLCompiler.Query {
    try compile(request, plan, isOrdered: !Self.isSortedAfterwards(request))
  }

  private static func areInOrder(_ rows: [Row]) -> Bool {
    var last = Int64.min
    for row in rows {
      let key = row.key
      if key < last { return false }
      last = key
    }
    return true
  }

  /// Which rows a plan asks for, in its order.
  func keys(for request: FetchPlan) throws -> RowKeys {
    let isPolymorphic = rowPlan(for: request).table.isPolymorphic
    let query = try keysQuery(request)
    let statement = try query.nesting.locating { try connection.statement(query.sql) }
    bind(query.bindings, to: statement)
    defer { statement.reset() }
    return try watching(request) { monitor in
      var keys = RowKeys()
      while try statement.step() {
        let number =
          isPolymorphic ? Int(truncatingIfNeeded: statement.int64(1)) : request.layout.number
        guard request.includes(entityNumber: number) else { continue }
        keys.append(statement.int64(0), entityNumber: number)
        monitor?.noteRow()
      }
      return keys
    }
  }

  /// What a fetch of keys runs.
  func keysQuery(_ request: FetchPlan) throws -> Query {
    let plan = rowPlan(for: request)
    let query = try compile(request, plan)
    let columns = plan.table.isPolymorphic ? "t0.Z_PK, t0.Z_ENT" : "t0.Z_PK"
    return Query(
      sql: "SELECT \(columns) FROM \(plan.table.name) t0\(query.text)", bindings: query.bindings,
      nesting: query.nesting)
  }

  /// Runs the body, whose statements end with SQLITE_INTERRUPT when somebody cancels the fetch.
  private func watching<Result>(
    _ request: FetchPlan, _ body: (FetchMonitor?) throws -> Result
  ) throws -> Result {
    guard let monitor = request.monitor else { return try body(nil) }
    try monitor.checkCancellation()
    let interruption = Interruption { monitor.isCancelled }
    return try withExtendedLifetime(interruption) {
      connection.setInterruption(interruption)
      defer { connection.setInterruption(nil) }
      return try body(monitor)
    }
  }

  func count(_ request: FetchPlan) throws -> Int {
    let query = try countQuery(request)
    let statement = try query.nesting.locating { try connection.statement(query.sql) }
    bind(query.bindings, to: statement)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.int64(0)) : 0
  }

  /// What a count runs.
  func countQuery(_ request: FetchPlan) throws -> Query {
    let plan = rowPlan(for: request)
    let query = try compile(request, plan, isOrdered: false)
    let from = "FROM \(plan.table.name) t0\(query.text)"
    let isBounded = request.limit > 0 || request.offset > 0
    let sql = isBounded ? "SELECT COUNT(*) FROM (SELECT 1 \(from))" : "SELECT COUNT(*) \(from)"
    return Query(sql: sql, bindings: query.bindings, nesting: query.nesting)
  }

  private func compile(
    _ request: FetchPlan, _ plan: RowPlan, isOrdered: Bool = true
  ) throws -> SQLCompiler.Query {
    let compiler = compiler(for: request.layout.entity)
    compiler.search = try searchAccess(for: request)
    return try compiler.query(
      request, entityCondition: plan.entityCondition, isOrdered: isOrdered)
  }

  private func bind(_ bindings: [SQLBinding], to statement: Statement) {
    for (index, binding) in bindings.enumerated() { binding.bind(to: statement, Int32(index + 1)) }
  }
}
