import CampgroundShell
import CommandKit
import Foundation
import ObjectGraph

/// Takes Ctrl-C: it ends the commands that run, and a batch with them, but never the shell.
final class Interrupter: Sendable {
  private let coordinator: PersistentStoreCoordinator
  private let endsBatch: Bool
  private let isRunning = Lock(false)

  /// - Parameter endsBatch: whether Ctrl-C while no command runs, or once more, ends the program.
  init(_ coordinator: PersistentStoreCoordinator, endsBatch: Bool) {
    self.coordinator = coordinator
    self.endsBatch = endsBatch
  }

  /// Handles SIGINT from now on; where there is no pipe to be had, it is ignored.
  func install() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      signal(SIGINT, SIG_IGN)
      return
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    wakingEnd = ends[1]
    let sleepingEnd = ends[0]
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while true {
        let count = read(sleepingEnd, &byte, 1)
        if count == 1 { self.receive() }
        if count == 0 || count < 0 && errno != EINTR { return }
      }
    }
    // Little may be done in a handler; a thread does the rest.
    signal(SIGINT) { _ in
      let savedError = errno
      var byte: UInt8 = 0
      _ = write(wakingEnd, &byte, 1)
      errno = savedError
    }
  }

  /// Runs commands; what comes in before and after does not reach them.
  ///
  /// - Returns: whether Ctrl-C came meanwhile, be it too late to end them.
  @discardableResult
  func run<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> Bool {
    isRunning.withLock { $0 = true }
    do {
      try body()
    } catch {
      _ = end()
      throw error
    }
    return end()
  }

  private func end() -> Bool {
    isRunning.withLock { isRunning in
      isRunning = false
      defer { coordinator.resume() }
      return coordinator.isInterrupted
    }
  }

  private func receive() {
    let isTaken = isRunning.withLock { isRunning in
      guard isRunning, !endsBatch || !coordinator.isInterrupted else { return false }
      coordinator.interrupt()
      return true
    }
    // A save is one transaction, so that ending between two instructions loses nothing.
    if !isTaken, endsBatch { _exit(ExitStatus.interrupted.rawValue) }
  }
}

/// Where the handler writes.
// Sound: set once, before the handler that reads it is installed.
private nonisolated(unsafe) var wakingEnd: Int32 = -1
