import ObjectModel
import SQLite

/// Fetches with predicates, sort orders and limits, and rows by key.
extension SQLiteSession {
  func fetch(_ request: FetchPlan) throws -> [Row] {
    let plan = rowPlan(for: request)
    if let rows = try firstRows(for: request, plan) { return rows }
    var rows = try rows(from: statement(of: request, plan), for: request, plan)
    if Self.isSortedAfterwards(request), !Self.areInOrder(rows) { rows.sort { $0.key < $1.key } }
    return rows
  }

  /// The results of a search for common words among the first rows; nil if there are too few.
  private func firstRows(for request: FetchPlan, _ plan: RowPlan) throws -> [Row]? {
    guard request.limit > 0, let query = try scan(for: request) else { return nil }
    let statement = try query.prepared { try plan.statement($0, on: connection) }
    let rows = try rows(from: statement, for: request, plan)
    return rows.count == request.limit ? rows : nil
  }

  private func rows(
    from statement: Statement, for request: FetchPlan, _ plan: RowPlan
  ) throws -> [Row] {
    let capacity = request.limit > 0 ? min(request.limit, 1000) : 16
    return try watching(request) { monitor in
      try rows(from: statement, plan, capacity: capacity, monitor: monitor)
    }
  }

  /// The statement of a fetch, with its constants bound.
  private func statement(of request: FetchPlan, _ plan: RowPlan) throws -> Statement {
    let plain = request.plainFetch(identity)
    if let plain, let latest = plan.statement(of: plain.key) {
      latest.bind(plain.bindings)
      return latest
    }
    guard let shape = FetchShape(request, identity: identity) else {
      return try compiledStatement(of: request, plan, as: nil)
    }
    guard let known = plan.statement(of: shape, plain?.key) else {
      return try compiledStatement(of: request, plan, as: shape)
    }
    known.bind(shape.bindings)
    return known
  }

  @inline(never)
  private func compiledStatement(
    of request: FetchPlan, _ plan: RowPlan, as shape: FetchShape?
  ) throws -> Statement {
    let query = try compile(request, plan, isOrdered: !Self.isSortedAfterwards(request))
    let statement = try query.prepared { try plan.statement($0, on: connection) }
    // A constant that was omitted or moved has influenced the text.
    if let shape, shape.bindings == query.bindings { plan.keep(statement, of: shape) }
    return statement
  }

  /// If asked for the order of primary keys, SQLite might scan the table in that order rather than
  /// use an index for the condition. Rows are mostly in that order anyway.
  private static func isSortedAfterwards(_ request: FetchPlan) -> Bool {
    request.sorts.isEmpty && request.limit <= 0 && request.offset <= 0
  }

  func rowPlan(for request: FetchPlan) -> RowPlan {
    rowPlan(for: request.layout, includesSubentities: request.includesSubentities)
  }

  /// The complete statement that a fetch, a fetch of keys or a count executes, or executes first.
  func query(_ request: FetchPlan, as form: FetchForm) throws -> SQLCompiler.Query {
    let plan = rowPlan(for: request)
    let isOrdered = form == .keys || form == .rows && !Self.isSortedAfterwards(request)
    var query =
      try (form == .rows ? scan(for: request) : nil)
      ?? compile(request, plan, isOrdered: isOrdered)
    let from = " FROM \(plan.table.name) t0\(query.text)"
    switch form {
    case .rows: query.text = plan.select + query.text
    case .keys: query.text = "SELECT t0.Z_PK\(plan.table.isPolymorphic ? ", t0.Z_ENT" : "")\(from)"
    case .count where request.hasWindow:
      query.text = "SELECT COUNT(*) FROM (SELECT 1\(from))"
    case .count: query.text = "SELECT COUNT(*)\(from)"
    }
    return query
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

  /// The keys of the rows that a plan requests, in its order.
  func keys(for request: FetchPlan) throws -> RowKeys {
    let isPolymorphic = rowPlan(for: request).table.isPolymorphic
    let statement = try query(request, as: .keys).prepared { try connection.statement($0) }
    defer { statement.reset() }
    return try watching(request) { monitor in
      var keys = RowKeys()
      var bits: Int64 = 0
      while try statement.step() {
        let number =
          isPolymorphic ? Int(truncatingIfNeeded: statement.int64(1)) : request.layout.number
        guard request.includes(entityNumber: number) else { continue }
        bits |= statement.int64(0)
        keys.append(statement.int64(0) &+ base, entityNumber: number)
        monitor?.countRow()
      }
      try checkPrimaryKeys(bits)
      return keys
    }
  }

  /// Runs the body; its statements end with SQLITE_INTERRUPT if the fetch is canceled.
  private func watching<Result>(
    _ request: FetchPlan, _ body: (FetchMonitor?) throws -> Result
  ) throws -> Result {
    guard let monitor = request.monitor else { return try body(nil) }
    try monitor.checkCancellation()
    connection.interruption = { monitor.isCancelled }
    defer { connection.interruption = nil }
    return try body(monitor)
  }

  func count(_ request: FetchPlan) throws -> Int {
    let statement = try query(request, as: .count).prepared { try connection.statement($0) }
    defer { statement.reset() }
    return try statement.step() ? Int(statement.int64(0)) : 0
  }

  private func compile(
    _ request: FetchPlan, _ plan: RowPlan, isOrdered: Bool
  ) throws -> SQLCompiler.Query {
    let compiler = compiler(for: request.layout.entity)
    compiler.search = try searchAccess(for: request)
    return try compiler.query(request, entityCondition: plan.entityCondition, isOrdered: isOrdered)
  }

  // MARK: Rows by key

  func row(key: Int64, root: EntityLayout) throws -> Row? {
    try withUncounted(model.entities[root.rootNumber - 1]) { rowPlan(for: $0) }
      .row(key: key - base, on: connection)
  }

  func rows(keys: [Int64], root: EntityLayout) throws -> [Row] {
    guard !keys.isEmpty else { return [] }
    let plan = rowPlan(for: model[root.rootNumber])
    let list = KeyList(keys, base: base)
    let statement = try plan.statement(" WHERE t0.Z_PK IN \(list.sql)", on: connection)
    list.bind(to: statement)
    return try rows(from: statement, plan, capacity: keys.count)
  }

  /// The remaining rows of a statement.
  ///
  /// - Parameter capacity: the expected number of rows.
  func rows(
    from statement: Statement, _ plan: RowPlan, capacity: Int = 0, monitor: FetchMonitor? = nil
  ) throws -> [Row] {
    defer { statement.reset() }
    var rows: [Row] = []
    rows.reserveCapacity(capacity)
    while try statement.step() {
      if let row = try plan.row(from: statement) { rows.append(consume row) }
      monitor?.countRow()
    }
    return rows
  }
}

/// Keys on the right side of `IN`, in one of a few forms, so that few statements cover any number
/// of keys.
struct KeyList {
  private let keys: [Int64]
  private let base: Int64
  private let placeCount: Int

  /// - Parameters:
  ///   - keys: at least one key.
  ///   - base: the offset of the keys from the primary keys.
  init(_ keys: [Int64], base: Int64) {
    self.keys = keys
    self.base = base
    placeCount = [1, 4, 16, 64, 256].first { $0 >= keys.count } ?? 0
  }

  /// The list in parentheses: a parameter for each key, or a single one for many keys.
  var sql: String {
    guard placeCount > 0 else { return "(SELECT value FROM json_each(?))" }
    return "(\(Array(repeating: "?", count: placeCount).joined(separator: ",")))"
  }

  func bind(to statement: Statement) {
    guard placeCount > 0, let last = keys.last else {
      statement.bind(1, "[\(keys.map { String($0 - base) }.joined(separator: ","))]")
      return
    }
    // Unused parameters repeat a key, which does not change the result.
    for place in 0..<placeCount {
      statement.bind(Int32(place + 1), (place < keys.count ? keys[place] : last) - base)
    }
  }
}
