import Foundation

/// Writes down what a coordinator's SQLite stores are asked.
///
/// For a whole process, without a change to it: run it with `OBJECTGRAPH_SQL_DEBUG=1` in the
/// environment, or with a higher level, and the log goes to standard error. For one coordinator:
///
///     container.persistentStoreCoordinator.sqlLog = SQLLog(level: .bindings)
///
/// The log begins when a store is open; the statements that open it are not in it. What statements
/// are about is private data where the values of parameters are written, so that a log of
/// `bindings` or more is to be kept as the store is.
public final class SQLLog: WorkObserver {
  /// How much is written; each level has what is in the lower ones.
  public enum Level: Int, Sendable, Comparable, CaseIterable {
    /// Each statement with how long it took and how many rows it gave or changed.
    case statements = 1
    /// And the values of its parameters.
    case bindings = 2
    /// And what it was run for: fetches, faults, looks into the row cache, saves.
    case work = 3
    /// And how SQLite carries it out.
    case queryPlans = 4

    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// How much is written.
  public let level: Level

  private let write: @Sendable (String) -> Void

  /// Makes a log.
  ///
  /// - Parameter write: takes one or more lines, each with its line end; it is called as
  ///   `WorkObserver.didWork(_:)` is. By default they go to standard error.
  public init(
    level: Level = .statements, write: @escaping @Sendable (String) -> Void = SQLLog.toStandardError
  ) {
    self.level = level
    self.write = write
  }

  /// Writes lines to standard error.
  public static let toStandardError: @Sendable (String) -> Void = { text in
    // Nobody is left to tell when this cannot be written.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// The environment variable that switches on a log of each coordinator of the process: 1 to 4.
  public static let environmentKey = "OBJECTGRAPH_SQL_DEBUG"

  /// The log that an environment asks for; nil without the variable, and for what is no level.
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

  /// What is written of an event, each line with its line end.
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
