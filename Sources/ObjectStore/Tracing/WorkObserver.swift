/// What an observer of a coordinator's work wants to be told.
public struct WorkInterests: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Fetches, faults, looks into the row cache, and saves.
  public static let work = WorkInterests(rawValue: 1)
  /// The statements of SQLite stores.
  public static let statements = WorkInterests(rawValue: 2)
  /// The statements with the values of their parameters.
  public static let bindings: WorkInterests = [.statements, WorkInterests(rawValue: 4)]
  /// The statements with their query plans, which costs another statement for each new text.
  public static let queryPlans: WorkInterests = [.statements, WorkInterests(rawValue: 8)]
}

/// Is told of what a coordinator, its stores and its contexts do.
///
///     final class SlowStatements: WorkObserver {
///       let interests: WorkInterests = .bindings
///
///       func didWork(_ event: WorkEvent) {
///         guard case .statement(let statement) = event else { return }
///         if statement.duration > .milliseconds(50) { print(statement) }
///       }
///     }
public protocol WorkObserver: AnyObject, Sendable {
  /// What the observer wants to be told; it is asked for once, when the observer is added.
  var interests: WorkInterests { get }

  /// Takes note of something that was done.
  ///
  /// It is called on the thread that did it, with no lock of the stores held, in the order in which
  /// a thread did things; by several threads at once when several work. An observer that uses the
  /// same stack is told of its own work.
  func didWork(_ event: WorkEvent)
}
