import Foundation
import ObjectModel
import Synchronization

/// Checks on each use of a context or an object that the call chain is on the context's queue.
///
/// The compiler already ensures this, except behind `nonisolated(unsafe)`, `@unchecked Sendable`
/// and `@preconcurrency`. A violation does not stop the program: it is recorded in `violations`,
/// and printed to standard error the first time it occurs.
///
/// Set `OBJECTGRAPH_CONCURRENCY_DEBUG=1` in the environment of a debug build; release builds do not
/// check. When set, the process also traps, for a debugger, if saves deadlock by waiting for each
/// other in their hooks; the log names their queues in any build.
public enum ConcurrencyDebug {
  /// Whether checking is on; initially set by the environment, and always false in release builds.
  public static var isEnabled: Bool {
    get {
      #if DEBUG
        return flag.load(ordering: .relaxed)
      #else
        return false
      #endif
    }
    set {
      #if DEBUG
        flag.store(newValue, ordering: .relaxed)
      #endif
    }
  }

  /// The distinct violations so far, in the order in which they first occurred.
  public static var violations: [ConcurrencyViolation] { noted.withLock { $0 } }

  /// Removes all recorded violations.
  public static func removeViolations() { noted.withLock { $0 = [] } }

  private static let noted = Lock<[ConcurrencyViolation]>([])

  /// Receives the messages about violations and deadlocks.
  struct Log: Sendable {
    var write: @Sendable (String) -> Void = { message in
      try? FileHandle.standardError.write(contentsOf: Data("ObjectGraph: \(message)\n".utf8))
    }
  }

  /// The current log; tests replace it.
  static let log = Lock(Log())

  /// Reports the queues of saves that are deadlocked.
  static func reportDeadlock(_ labels: [String]) {
    let message =
      "\(labels.joined(separator: " and ")) are deadlocked in the middle of saves: "
      + "do not wait for another context in a save hook"
    log.withLock { $0 }.write(message)
    if isEnabled { raise(SIGTRAP) }
  }

  #if DEBUG
    private static let flag = Atomic<Bool>(
      ProcessInfo.processInfo.environment["OBJECTGRAPH_CONCURRENCY_DEBUG"] == "1")

    static func report(
      _ key: String, of entityName: String?, contextName: String?, on queue: ContextQueue
    ) {
      let violation = ConcurrencyViolation(
        entityName: entityName, key: key, contextName: contextName, queue: queue.label,
        callersQueue: CallChain.current.heldQueue?.label
          ?? (ContextQueue.main.isHeld ? ContextQueue.main.label : nil)
          ?? "a thread that holds no context's queue")
      let isFirst = noted.withLock { noted in
        guard !noted.contains(violation) else { return false }
        noted.append(violation)
        return true
      }
      if isFirst { log.withLock { $0 }.write("\(violation)") }
    }
  #endif
}
