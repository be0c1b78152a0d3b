import Foundation
import ObjectModel
import Synchronization

/// Looks, at each use of a context or an object, whether the chain of calls
/// is on the context's queue.
///
/// The compiler sees to that already; what it cannot see is behind `nonisolated(unsafe)`,
/// `@unchecked Sendable` and `@preconcurrency`. A violation goes on, as it would without
/// the check: it is noted in `violations`, and printed to standard error the first time
/// that it comes from there.
///
/// Set `OBJECTGRAPH_CONCURRENCY_DEBUG=1` in the environment of a debug build. Release
/// builds have no such checks. With it the process also stops, for a debugger, where saves wait for
/// each other in their hooks and nobody can go on; the log names their queues in any build.
public enum ConcurrencyDebug {
  /// Whether it is on, which the environment decides at first; always false in a release build.
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

  /// The violations so far, each once, in the order in which they came up first.
  public static var violations: [ConcurrencyViolation] { noted.withLock { $0 } }

  /// Forgets the violations so far.
  public static func removeViolations() { noted.withLock { $0 = [] } }

  private static let noted = Lock<[ConcurrencyViolation]>([])

  /// Gets what is said of violations, and of queues that wait for each other for good.
  struct Log: Sendable {
    var write: @Sendable (String) -> Void = { message in
      try? FileHandle.standardError.write(contentsOf: Data("ObjectGraph: \(message)\n".utf8))
    }
  }

  /// Where the messages go; tests listen here.
  static let log = Lock(Log())

  /// Names the queues of saves that wait for each other, and can only wait.
  static func reportDeadlock(_ labels: [String]) {
    let message =
      "\(labels.joined(separator: " and ")) wait for each other in the midst of saves, and none can "
      + "go on: do not wait for another context in a hook of a save"
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
