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

  /// Handles SIGINT from now on.
  func install() { SignalThread.receive([SIGINT]) { self.receive() } }

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
