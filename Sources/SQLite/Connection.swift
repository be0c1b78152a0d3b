import CSQLite

/// A connection to an SQLite database, used by one thread at a time.
///
/// It is opened without SQLite's own mutexes, so its owner must keep it behind a lock.
package final class Connection {
  @usableFromInline package let handle: OpaquePointer

  private var cache: [String: Statement] = [:]
  /// How long to wait for another connection's lock, in milliseconds.
  package let busyTimeout: Int32

  /// Whether running statements are to end with SQLITE_INTERRUPT; polled as long as it is set.
  package var standingInterruption: (() -> Bool)? { didSet { pollInterruptions() } }

  /// Another one, which is polled more often, for a single request.
  package var interruption: (() -> Bool)? { didSet { pollInterruptions() } }

  /// See `setTrace(_:)`.
  package internal(set) var trace: StatementTrace?

  /// Called in each write transaction before anything is written.
  package var willWrite: (() throws -> Void)?

  /// Whether a transaction of parts is open in which nothing has been written yet.
  private var isUntouched = false

  /// Opens the database at a path.
  ///
  /// - Parameters:
  ///   - path: the path of a file, or `inMemory`.
  ///   - isReadOnly: whether to open it read-only, in which case the file must exist.
  ///   - uri: the file's URI with parameters for SQLite; nil for the plain path.
  ///   - busyTimeout: how long to wait for another connection's lock, in milliseconds.
  /// - Throws: `SQLiteError`, for example if the path is a directory or cannot be written to.
  package init(
    path: String, isReadOnly: Bool = false, uri: String? = nil, busyTimeout: Int32 = 10_000
  ) throws {
    let flags =
      (uri == nil ? 0 : SQLITE_OPEN_URI) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(uri ?? path, &opened, flags, nil)
    guard result == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw SQLiteError(extendedCode: result, message: message)
    }
    handle = opened
    self.busyTimeout = busyTimeout
    sqlite3_busy_timeout(handle, busyTimeout)
    // A checkpoint when it closes would rewrite the file.
    if isReadOnly { _ = csqlite_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
  }

  deinit {
    if trace != nil { setTrace(nil) }
    cache.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs the body with another busy timeout, in milliseconds.
  package func waiting<Result>(
    atMost milliseconds: Int32, _ body: () throws -> Result
  ) rethrows -> Result {
    sqlite3_busy_timeout(handle, milliseconds)
    defer { sqlite3_busy_timeout(handle, busyTimeout) }
    return try body()
  }

  /// Runs one or more statements, ignoring their results.
  package func execute(_ sql: String) throws {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw error(result, sql: sql) }
  }

  /// Prepares a statement, or returns the cached one for the same text.
  ///
  /// Step a statement to its end or reset it before requesting its text again.
  package func statement(_ sql: String) throws -> Statement {
    if let cached = cache[sql] {
      cached.reset()
      return cached
    }
    let statement = try Statement(connection: self, sql: sql, isPersistent: true)
    if cache.count >= Self.cacheLimit { cache.removeAll() }
    cache[sql] = statement
    return statement
  }

  /// Discards all cached statements, which is required before the schema changes.
  package func clearStatements() {
    cache.removeAll()
  }

  private static let cacheLimit = 500

  /// The path of an in-memory database, which is private to its connection.
  package static let inMemory = ":memory:"

  /// The first column of the first row as an integer, or nil if there is none.
  ///
  /// The statement is cached; its parameters are integers.
  package func integer(_ sql: String, _ parameters: Int64...) throws -> Int64? {
    let statement = try statement(sql, parameters)
    defer { statement.reset() }
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.int64(0)
  }

  /// The first column of all rows as integers; see `integer(_:_:)`.
  package func integers(_ sql: String, _ parameters: Int64...) throws -> [Int64] {
    let statement = try statement(sql, parameters)
    defer { statement.reset() }
    var values: [Int64] = []
    while try statement.step() { values.append(statement.int64(0)) }
    return values
  }

  /// The first column of all rows as strings.
  package func texts(_ sql: String) throws -> Set<String> {
    Set(try rows(sql) { $0.string(0) ?? "" })
  }

  /// What a closure reads from each row of a query.
  package func rows<Row>(
    _ sql: String, _ values: SQLiteValue..., read: (Statement) throws -> Row
  ) throws -> [Row] {
    let statement = try Statement(connection: self, sql: sql)
    statement.bind(values)
    var rows: [Row] = []
    while try statement.step() { rows.append(try read(statement)) }
    return rows
  }

  /// Runs a statement that returns no row, with the values of its parameters.
  package func run(_ sql: String, _ values: SQLiteValue...) throws {
    let statement = try Statement(connection: self, sql: sql)
    statement.bind(values)
    try statement.run()
  }

  private func statement(_ sql: String, _ parameters: [Int64]) throws -> Statement {
    let statement = try statement(sql)
    for (index, parameter) in parameters.enumerated() {
      statement.bind(Int32(index + 1), parameter)
    }
    return statement
  }

  /// The first column of the first row as a string, or nil if there is none.
  package func text(_ sql: String) throws -> String? {
    try rows(sql) { $0.string(0) }.first ?? nil
  }

  /// The number of rows that the last statement changed.
  @inlinable package var changes: Int32 { sqlite3_changes(handle) }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Whether a transaction, or a statement that has not been stepped to its end, holds a snapshot
  /// of the database.
  package var isReading: Bool { sqlite3_txn_state(handle, nil) != SQLITE_TXN_NONE }

  /// Whether the file cannot be written to, even if it was opened for writing.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Runs the body in a transaction that takes the write lock first; if the body throws or the
  /// commit fails, rolls back everything.
  ///
  /// Inside an open transaction, it becomes a part, which can be rolled back separately.
  ///
  /// - Parameter isOfParts: whether the body writes only in such parts.
  package func writeTransaction<Result>(
    isOfParts: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    if isInTransaction { return try isUntouched ? firstPart(body) : laterPart(body) }
    isUntouched = isOfParts
    defer { isUntouched = false }
    return try transaction("BEGIN IMMEDIATE") {
      try willWrite?()
      return try body()
    }
  }

  private func transaction<Result>(
    _ begin: String, _ body: () throws -> Result
  ) throws -> Result {
    try statement(begin).run()
    do {
      let result = try body()
      try statement("COMMIT").run()
      return result
    } catch {
      // Some errors have already rolled back the transaction.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// The first part, and usually the only one. It needs no savepoint, because undoing it undoes the
  /// whole transaction.
  private func firstPart<Result>(_ body: () throws -> Result) throws -> Result {
    isUntouched = false
    do {
      return try body()
    } catch {
      if isInTransaction { takeAllBack() }
      throw error
    }
  }

  /// Rolls back everything written in a transaction that continues.
  ///
  /// An unfinished statement holds the snapshot. If another connection gets the write lock in
  /// between, the snapshot becomes stale, and the transaction ends.
  private func takeAllBack() {
    do {
      let reading = try statement("SELECT 1 FROM sqlite_schema")
      defer { reading.reset() }
      _ = try reading.step()
      try execute("ROLLBACK")
      try execute("BEGIN IMMEDIATE")
      isUntouched = true
    } catch {
      if isInTransaction { try? execute("ROLLBACK") }
    }
  }

  private func laterPart<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("SAVEPOINT part")
    do {
      let result = try body()
      try execute("RELEASE part")
      return result
    } catch {
      if isInTransaction { try? execute("ROLLBACK TO part; RELEASE part") }
      throw error
    }
  }

  /// Runs the body with a single snapshot of the database for all its statements; inside an open
  /// transaction, with that transaction's.
  package func readTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try isInTransaction ? body() : transaction("BEGIN", body)
  }

  /// The error of the call that has just failed.
  package func error(_ result: Int32, sql: String?) -> SQLiteError {
    SQLiteError(
      extendedCode: result, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }
}
