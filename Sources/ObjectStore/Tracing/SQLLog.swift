import Foundation

/// Logs the SQL that a coordinator's stores execute.
///
/// To log a whole process without changing it, run it with `OBJECTGRAPH_SQL_DEBUG=1`, or a higher
/// level, in the environment; the log goes to standard error. To log one coordinator:
///
///     container.persistentStoreCoordinator.sqlLog = SQLLog(level: .bindings)
///
/// The log starts once a store is open, so it does not contain the statements for opening it. The
/// values of parameters are private data, so protect a log with level `bindings` or higher as you
/// would the store.
public final class SQLLog: WorkObserver {
  /// The amount of detail; each level includes the lower ones.
  public enum Level: Int, Sendable, Comparable, CaseIterable {
    /// Each statement, with its duration and the number of rows returned or changed.
    case statements = 1
    /// Also the values of parameters.
    case bindings = 2
    /// Also the reasons for statements: fetches, faults, row cache lookups and saves.
    case work = 3
    /// Also SQLite's plans.
    case queryPlans = 4

    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// The amount of detail.
  public let level: Level

  private let write: @Sendable (String) -> Void

  /// Creates a log.
  ///
  /// - Parameter write: called with one or more lines, each with a line ending, in the same way as
  ///   `WorkObserver.didWork(_:)`. By default, they go to standard error.
  public init(
    level: Level = .statements, write: @escaping @Sendable (String) -> Void = SQLLog.toStandardError
  ) {
    self.level = level
    self.write = write
  }

  /// Writes lines to standard error.
  public static let toStandardError: @Sendable (String) -> Void = { text in
    // If this fails, there is nowhere to report it.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// The environment variable that sets the log level of each coordinator in the process: 1 to 4.
  public static let environmentKey = "OBJECTGRAPH_SQL_DEBUG"

  /// The log requested by an environment; nil without the variable, and for an invalid level.
  package static func requested(
    by environment: [String: String],
    write: @escaping @Sendable (String) -> Void = SQLLog.toStandardError
  ) -> SQLLog? {
    environment[environmentKey].flatMap { Int($0) }.flatMap { Level(rawValue: $0) }
      .map { SQLLog(level: $0, write: write) }
  }

  public var interests: WorkInterests {
    switch level {
    case .statements: .statements
    case .bindings: .bindings
    case .work: [.bindings, .work]
    case .queryPlans: [.bindings, .work, .queryPlans]
    }
  }

  public func didWork(_ event: WorkEvent) { write(Self.text(of: event, level: level)) }

  /// The text for an event; each line has a line ending.
  package static func text(of event: WorkEvent, level: Level) -> String {
    guard case .statement(let statement) = event else { return "work: \(event)\n" }
    var lines = ["sql: \(statement)"]
    if level >= .bindings {
      for (index, value) in statement.bindings.enumerated() {
        lines.append("     ?\(index + 1) = \(value)")
      }
    }
    if level >= .queryPlans, let plan = statement.queryPlan {
      lines += plan.lines.map { "     \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
