import CSQLite

/// One connection to a SQLite database, used by one thread at a time.
///
/// It is opened without SQLite's own mutexes: whoever owns it keeps it behind a lock.
package final class Connection {
  @usableFromInline package let handle: OpaquePointer

  private var cache: [String: Statement] = [:]
  /// For how many milliseconds a lock of another connection is waited for.
  package let busyTimeout: Int32

  /// See `setStandingInterruption`.
  var standingInterruption: Interruption?

  /// See `setTrace(_:)`.
  package internal(set) var trace: StatementTrace?

  /// Asked in each write transaction before anything is written.
  package var willWrite: (() throws -> Void)?

  /// Whether a transaction of parts is open in which nothing was written yet.
  private var isUntouched = false

  /// Opens the database at a path.
  ///
  /// - Parameters:
  ///   - path: a file's path, or `inMemory`.
  ///   - isReadOnly: whether a missing file is an error and nothing is ever written.
  ///   - busyTimeout: for how many milliseconds a lock of another connection is waited for.
  /// - Throws: `SQLiteError`, for example when the path is a directory or cannot be written.
  package init(path: String, isReadOnly: Bool = false, busyTimeout: Int32 = 10_000) throws {
    let flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(path, &opened, flags, nil)
    guard result == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw SQLiteError(extendedCode: result, message: message)
    }
    handle = opened
    self.busyTimeout = busyTimeout
    sqlite3_busy_timeout(handle, busyTimeout)
  }

  deinit {
    if trace != nil { setTrace(nil) }
    cache.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs the body with another bound, in milliseconds, on how long a lock of another connection is
  /// waited for.
  package func waiting<Result>(
    atMost milliseconds: Int32, _ body: () throws -> Result
  ) rethrows -> Result {
    sqlite3_busy_timeout(handle, milliseconds)
    defer { sqlite3_busy_timeout(handle, busyTimeout) }
    return try body()
  }

  /// Runs one or more statements that return nothing of interest.
  package func execute(_ sql: String) throws {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw error(result, sql: sql) }
  }

  /// Prepares a statement, or returns the one that was prepared from the same text before.
  ///
  /// A statement from here must be stepped to its end or reset before its text is asked for again.
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

  /// Forgets all prepared statements, as is needed before the schema changes.
  package func clearStatements() {
    cache.removeAll()
  }

  private static let cacheLimit = 500

  /// The path of a database in memory, which its connection has to itself.
  package static let inMemory = ":memory:"

  /// The first column of the first row as an integer, or nil when there is none.
  ///
  /// The statement is kept; its parameters are integers.
  package func integer(_ sql: String, _ parameters: Int64...) throws -> Int64? {
    let statement = try statement(sql, parameters)
    defer { statement.reset() }
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return statement.int64(0)
  }

  /// The first column of all rows as integers, as `integer(_:_:)`.
  package func integers(_ sql: String, _ parameters: Int64...) throws -> [Int64] {
    let statement = try statement(sql, parameters)
    defer { statement.reset() }
    var values: [Int64] = []
    while try statement.step() { values.append(statement.int64(0)) }
    return values
  }

  /// The first column of all rows as texts.
  package func texts(_ sql: String) throws -> Set<String> {
    let statement = try Statement(connection: self, sql: sql)
    var texts: Set<String> = []
    while try statement.step() { texts.insert(statement.string(0) ?? "") }
    return texts
  }

  private func statement(_ sql: String, _ parameters: [Int64]) throws -> Statement {
    let statement = try statement(sql)
    for (index, parameter) in parameters.enumerated() {
      statement.bind(Int32(index + 1), parameter)
    }
    return statement
  }

  /// The first column of the first row as text, or nil when there is none.
  package func text(_ sql: String) throws -> String? {
    let statement = try Statement(connection: self, sql: sql)
    guard try statement.step() else { return nil }
    return statement.string(0)
  }

  /// The number of rows that the last statement changed.
  @inlinable package var changes: Int32 { sqlite3_changes(handle) }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Whether a transaction, or a statement that was not stepped to its end, holds on to a state of
  /// the database.
  package var isReading: Bool { sqlite3_txn_state(handle, nil) != SQLITE_TXN_NONE }

  /// Whether the file cannot be written, also when it was opened for writing.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Runs the body in a transaction that holds the write lock from the start, and rolls it back
  /// whole when the body throws or the commit fails.
  ///
  /// In a transaction that is open already it is a part of that one, which is rolled back by itself.
  ///
  /// - Parameter isOfParts: whether the body writes by such parts alone.
  package func writeTransaction<Result>(
    isOfParts: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    if isInTransaction { return try isUntouched ? firstPart(body) : laterPart(body) }
    try statement("BEGIN IMMEDIATE").run()
    isUntouched = isOfParts
    defer { isUntouched = false }
    do {
      try willWrite?()
      let result = try body()
      try statement("COMMIT").run()
      return result
    } catch {
      // Some failures have rolled all of it back.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// The part before which nothing was written, and which is mostly the only one. For it no page has
  /// to be kept as it was: taking it back takes all back.
  private func firstPart<Result>(_ body: () throws -> Result) throws -> Result {
    isUntouched = false
    do {
      return try body()
    } catch {
      if isInTransaction { takeAllBack() }
      throw error
    }
  }

  /// Takes back all that was written in a transaction that goes on.
  ///
  /// A statement that is not at its end keeps the state that was read. Should somebody else get the
  /// write lock in between, that state could not be written any more, and the transaction is over.
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

  /// Runs the body, whose statements all see one state of the database; in a transaction that is
  /// open they see what that one sees.
  package func readTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    if isInTransaction { return try body() }
    try statement("BEGIN").run()
    do {
      let result = try body()
      try statement("COMMIT").run()
      return result
    } catch {
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// The error of the call that just failed.
  package func error(_ result: Int32, sql: String?) -> SQLiteError {
    SQLiteError(
      extendedCode: result, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }
}

extension Connection {
  /// Leaves the write-ahead log beside the file when the connection closes, as whoever only reads
  /// a store must: a checkpoint rewrites the file.
  package func keepLogOnClose() {
    _ = csqlite_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
  }
}
