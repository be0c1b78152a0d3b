import ObjectGraph

/// Counts the statements that a coordinator's SQLite store runs.
public final class SQLRecorder: Sendable {
  private final class Log: Sendable {
    let statements = Lock<[String]>([])
  }

  private let store: SQLiteStore?
  private let log = Log()

  /// Records nothing where the store has no SQL.
  public init(_ coordinator: PersistentStoreCoordinator) throws {
    store = coordinator.persistentStores.first as? SQLiteStore
    let log = log
    try store?.traceStatements { text in log.statements.withLock { $0.append(text) } }
  }

  /// Whether there is anything to record.
  public var isRecording: Bool { store != nil }

  /// The statements that have run since the last call.
  public func takeStatements() -> [String] {
    log.statements.withLock { statements in
      defer { statements = [] }
      return statements
    }
  }

  /// Stops recording.
  public func stop() throws { try store?.traceStatements(nil) }
}
