import Foundation
import ObjectModel

/// Handles signals on a thread of its own, where, unlike in a signal handler, everything is
/// allowed.
package enum SignalThread {
  /// The action for each signal.
  private static let actions = Lock<[Int32: @Sendable () -> Void]>([:])

  /// Runs an action whenever one of the signals arrives, from now on; if no pipe can be made, the
  /// signals are ignored.
  package static func receive(_ signals: [Int32], _ action: @escaping @Sendable () -> Void) {
    actions.withLock { actions in
      for number in signals { actions[number] = action }
      if wakingEnd < 0 { start() }
    }
    for number in signals {
      guard wakingEnd >= 0 else {
        signal(number, SIG_IGN)
        continue
      }
      // A signal handler may do very little; the thread does the rest.
      signal(number) { number in
        let savedError = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(wakingEnd, &byte, 1)
        errno = savedError
      }
    }
  }

  /// Restores the default handling of the signals, which ends the program.
  package static func release(_ signals: [Int32]) {
    for number in signals { signal(number, SIG_DFL) }
    actions.withLock { actions in
      for number in signals { actions[number] = nil }
    }
  }

  private static func start() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    wakingEnd = ends[1]
    let sleepingEnd = ends[0]
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while true {
        let count = read(sleepingEnd, &byte, 1)
        if count == 1 { actions.withLock { $0[Int32(byte)] }?() }
        if count == 0 || count < 0 && errno != EINTR { return }
      }
    }
  }
}

extension SignalThread {
  /// Does work that Ctrl-C or a termination request cancels.
  ///
  /// - Parameter cancel: asks the work to end soon, and returns whether it will. If it will not, or
  ///   on a second signal, the program ends at once.
  package static func working<Result, Failure: Error>(
    cancelledBy cancel: @escaping @Sendable () -> Bool, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isCancelled = Lock(false)
    receive([SIGINT, SIGTERM]) {
      let isFirst = isCancelled.withLock { isCancelled in
        defer { isCancelled = true }
        return !isCancelled
      }
      if !isFirst || !cancel() { _exit(ExitStatus.interrupted.rawValue) }
    }
    defer { release([SIGINT, SIGTERM]) }
    return try work()
  }
}

/// The end of the pipe that the handler writes to.
// Sound: set once, before the handler that reads it is installed.
private nonisolated(unsafe) var wakingEnd: Int32 = -1
