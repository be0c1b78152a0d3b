import CampgroundShell
import CommandKit
import Foundation
import ObjectGraph

/// Handles Ctrl-C, which ends the running commands, and a batch along with them, but never the
/// shell.
final class Interrupter: Sendable {
  private let coordinator: PersistentStoreCoordinator
  private let endsBatch: Bool
  private let isRunning = Lock(false)

  /// - Parameter endsBatch: whether Ctrl-C ends the program when no command is running, or when it
  ///   is pressed again.
  init(_ coordinator: PersistentStoreCoordinator, endsBatch: Bool) {
    self.coordinator = coordinator
    self.endsBatch = endsBatch
  }

  /// Handles SIGINT from now on.
  func install() { SignalThread.receive([SIGINT]) { self.receive() } }

  /// Runs commands; an interrupt before or after does not reach them.
  ///
  /// - Returns: Whether Ctrl-C was pressed meanwhile, even if too late to stop them.
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
    // A save is one transaction, so exiting between any two instructions loses nothing.
    if !isTaken, endsBatch { _exit(ExitStatus.interrupted.rawValue) }
  }
}
