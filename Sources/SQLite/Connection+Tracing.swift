import CSQLite

/// Receives the text of each statement that a connection runs.
package final class StatementTrace {
  fileprivate let receive: (String) -> Void

  package init(_ receive: @escaping (String) -> Void) {
    self.receive = receive
  }
}

extension Connection {
  /// Tells a receiver of each statement at the moment it starts, or nobody; a connection that nobody
  /// listens to pays nothing.
  ///
  /// - Parameter trace: kept by the caller for as long as it is set here.
  package func setTrace(_ trace: StatementTrace?) {
    guard let trace else {
      sqlite3_trace_v2(handle, 0, nil, nil)
      return
    }
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, statement, _ in
        guard let context, let statement, let text = sqlite3_sql(OpaquePointer(statement)) else {
          return 0
        }
        Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
          .receive(String(cString: text))
        return 0
      }, Unmanaged.passUnretained(trace).toOpaque())
  }

  /// Whether the file was deleted, renamed or replaced since it was opened.
  ///
  /// SQLite goes on writing into such a file, where nobody finds it any more. Costs one system call.
  package var isFileGone: Bool {
    var hasMoved: Int32 = 0
    let result = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return result == SQLITE_OK && hasMoved != 0
  }
}
