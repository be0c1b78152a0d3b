import CSQLite

/// A statement that a connection ran, up to its end or to where it was reset.
package struct FinishedStatement {
  /// The text as it was prepared, with a `?` for each parameter.
  package let sql: String
  /// The text with the values of the parameters in their places, where those were asked for.
  package let expandedSQL: String?
  /// From its first step to its end, what was done with its rows meanwhile included.
  package let duration: Duration
  /// How many rows were stepped to.
  package let rowCount: Int
  /// How many rows it inserted, updated or deleted; nil for a statement that does no such thing.
  package let changeCount: Int?
}

/// Collects the statements that a connection finishes; those of triggers are
/// part of what fired them.
package final class StatementTrace {
  private struct Running {
    let start: ContinuousClock.Instant
    let expandedSQL: String?
    var rowCount = 0
  }

  /// Whether the values of parameters are wanted.
  package let expandsParameters: Bool

  /// Whether what starts now is nobody's business.
  fileprivate var isPaused = false

  private var running: [OpaquePointer: Running] = [:]
  private var finished: [FinishedStatement] = []

  package init(expandsParameters: Bool) {
    self.expandsParameters = expandsParameters
  }

  /// The statements that were finished since the last call, in that order.
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
  /// Lets a trace collect the statements that run from now on, or nobody; a connection without one
  /// pays nothing.
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
          // A trigger announces itself by a comment, on behalf of the statement that fired it.
          let bytes = text?.assumingMemoryBound(to: CChar.self)
          if bytes?[0] == 45, bytes?[1] == 45 { return 0 }
          trace.didStart(pointer)
        case SQLITE_TRACE_ROW: trace.didStep(pointer)
        default: trace.didFinish(pointer)
        }
        return 0
      }, Unmanaged.passUnretained(next).toOpaque())
  }

  /// Runs the body, whose statements are the stack's own housekeeping and are not collected.
  package func untraced<Result>(_ body: () throws -> Result) rethrows -> Result {
    trace?.isPaused = true
    defer { trace?.isPaused = false }
    return try body()
  }

  /// Whether the file was deleted, renamed or replaced since it was opened.
  ///
  /// SQLite goes on writing into such a file, where nobody finds it any
  /// more. Costs one system call.
  package var isFileGone: Bool {
    var hasMoved: Int32 = 0
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return result == SQLITE_OK && hasMoved != 0
  }
}
