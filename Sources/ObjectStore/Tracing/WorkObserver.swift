/// The events that an observer of a coordinator's work receives.
public struct WorkInterests: OptionSet, Sendable, Hashable {
  /// The bits of the interests.
  public let rawValue: Int

  /// Creates interests from their bits; prefer the constants.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Fetches, faults, row cache lookups, and saves.
  public static let work = WorkInterests(rawValue: 1)
  /// The statements of SQLite stores.
  public static let statements = WorkInterests(rawValue: 2)
  /// The statements, with the values of their parameters.
  public static let bindings: WorkInterests = [.statements, WorkInterests(rawValue: 4)]
  /// The statements, with their query plans, which costs an additional statement for each new text.
  public static let queryPlans: WorkInterests = [.statements, WorkInterests(rawValue: 8)]
}

/// Receives the events of a coordinator, its stores and its contexts.
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
  /// The events to receive; read once, when the observer is added.
  var interests: WorkInterests { get }

  /// Receives an event.
  ///
  /// It is called on the thread that did the work, without any lock on the stores, in the order in
  /// which the thread did it; if several threads work, the calls are concurrent. An observer that
  /// uses the same stack receives its own events.
  func didWork(_ event: WorkEvent)
}
