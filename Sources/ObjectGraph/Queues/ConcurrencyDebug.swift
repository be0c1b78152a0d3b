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
/// builds have no such checks.
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

  #if DEBUG
    private static let flag = Atomic<Bool>(
      ProcessInfo.processInfo.environment["OBJECTGRAPH_CONCURRENCY_DEBUG"] == "1")

    fileprivate static func note(
      _ key: String, of entityName: String?, in context: ManagedObjectContext
    ) {
      let violation = ConcurrencyViolation(
        entityName: entityName, key: key, contextName: context.name, queue: context.queue.label,
        callersQueue: HeldQueues.label ?? (ContextQueue.main.isHeld ? ContextQueue.main.label : nil)
          ?? "a thread that holds no context's queue")
      let isFirst = noted.withLock { noted in
        guard !noted.contains(violation) else { return false }
        noted.append(violation)
        return true
      }
      guard isFirst else { return }
      try? FileHandle.standardError.write(contentsOf: Data("ObjectGraph: \(violation)\n".utf8))
    }
  #endif
}

extension ManagedObjectContext {
  /// In a debug build that asks for it: notes a use of the context away from its queue.
  @inline(__always)
  final func checkQueue(_ method: StaticString = #function) {
    #if DEBUG
      guard ConcurrencyDebug.isEnabled, !queue.isHeld else { return }
      ConcurrencyDebug.note("\(method)", of: nil, in: self)
    #endif
  }
}

extension ManagedObject {
  /// In a debug build that asks for it: notes a use of the object away from its context's queue.
  @inline(__always)
  final func checkQueue(_ key: @autoclosure () -> String) {
    #if DEBUG
      guard ConcurrencyDebug.isEnabled, let context = contextReference, !context.queue.isHeld else {
        return
      }
      ConcurrencyDebug.note(key(), of: layout.name, in: context)
    #endif
  }

  /// As `checkQueue(_:)`, for a slot that may be of no property.
  @inline(__always)
  final func checkQueue(at slot: PropertySlot) {
    checkQueue(slot.isBound ? layout.properties[Int(slot.index)].name : "an unknown property")
  }
}
