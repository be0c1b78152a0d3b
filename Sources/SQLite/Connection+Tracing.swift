import CSQLite

/// A statement that a connection has run, to its end or until it was reset.
package struct FinishedStatement {
  /// The text as prepared, with a `?` for each parameter.
  package let sql: String
  /// The text with the values of the parameters, if they were requested.
  package let expandedSQL: String?
  /// The time from its first step to its end, including the caller's work on its rows.
  package let duration: Duration
  /// The number of rows stepped to.
  package let rowCount: Int
  /// The number of rows inserted, updated or deleted; nil for a statement that does not write.
  package let changeCount: Int?
}

/// Collects the statements that a connection finishes. Statements of triggers are part of the ones
/// that fired them.
package final class StatementTrace {
  private struct Running {
    let start: ContinuousClock.Instant
    let expandedSQL: String?
    var rowCount = 0
  }

  /// Whether to include the values of parameters.
  package let expandsParameters: Bool

  /// Whether statements that start now are ignored.
  fileprivate var isPaused = false

  private var running: [OpaquePointer: Running] = [:]
  private var finished: [FinishedStatement] = []

  package init(expandsParameters: Bool) {
    self.expandsParameters = expandsParameters
  }

  /// The statements that were finished since the last call, in order.
  package func takeFinished() -> [FinishedStatement] {
    guard !finished.isEmpty else { return [] }
    defer { finished = [] }
    return finished
  }

  fileprivate func didStart(_ statement: OpaquePointer) {
    guard !isPaused else { return }
    running[statement] = Running(
      start: .now, expandedSQL: expandsParameters ? Self.expandedSQL(of: statement) : nil)
  }

  fileprivate func didStep(_ statement: OpaquePointer) {
    running[statement]?.rowCount += 1
  }

  fileprivate func didFinish(_ statement: OpaquePointer) {
    guard let run = running.removeValue(forKey: statement), let text = sqlite3_sql(statement) else {
      return
    }
    let sql = String(cString: text)
    let isChange = ["INSERT", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) }
    finished.append(
      FinishedStatement(
        sql: sql, expandedSQL: run.expandedSQL, duration: .now - run.start,
        rowCount: run.rowCount,
        changeCount: isChange ? Int(sqlite3_changes(sqlite3_db_handle(statement))) : nil))
  }

  private static func expandedSQL(of statement: OpaquePointer) -> String? {
    guard let text = sqlite3_expanded_sql(statement) else { return nil }
    defer { sqlite3_free(text) }
    return String(cString: text)
  }
}

extension Connection {
  /// Sets the trace that collects the statements run from now on; nil for none, which costs
  /// nothing.
  package func setTrace(_ next: StatementTrace?) {
    trace = next
    guard let next else {
      sqlite3_trace_v2(handle, 0, nil, nil)
      return
    }
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_ROW | SQLITE_TRACE_PROFILE),
      { event, context, statement, text in
        guard let context, let statement else { return 0 }
        let trace = Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
        let pointer = OpaquePointer(statement)
        switch Int32(bitPattern: event) {
        case SQLITE_TRACE_STMT:
          // A trigger is reported as a comment, on behalf of the statement that fired it.
          let bytes = text?.assumingMemoryBound(to: CChar.self)
          if bytes?[0] == 45, bytes?[1] == 45 { return 0 }
          trace.didStart(pointer)
        case SQLITE_TRACE_ROW: trace.didStep(pointer)
        default: trace.didFinish(pointer)
        }
        return 0
      }, Unmanaged.passUnretained(next).toOpaque())
  }

  /// Runs the body without tracing its statements, for internal housekeeping.
  package func untraced<Result>(_ body: () throws -> Result) rethrows -> Result {
    trace?.isPaused = true
    defer { trace?.isPaused = false }
    return try body()
  }

  /// Whether the file has been deleted, renamed or replaced since it was opened.
  ///
  /// SQLite would keep writing to the old file, where the data is lost. Costs one system call.
  package var isFileGone: Bool {
    var hasMoved: Int32 = 0
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return result == SQLITE_OK && hasMoved != 0
  }
}
