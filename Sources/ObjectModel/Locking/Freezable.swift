import Synchronization

/// State that changes until it is frozen: behind a lock before, and read without one from then on.
final class Freezable<State: Sendable>: @unchecked Sendable {
  // Sound: until the flag is set whoever holds the lock has the state alone, and afterwards nobody
  // changes it.
  private let lock = Lock<Void>(())
  private let flag = Atomic(false)
  // Whoever changes it has the lock, and reads nothing of it beside.
  @exclusivity(unchecked) private var state: State

  init(_ state: State) {
    self.state = state
  }

  var isFrozen: Bool { flag.load(ordering: .acquiring) }

  func read<Result>(_ body: (State) -> Result) -> Result {
    if isFrozen { return body(state) }
    return lock.withLock { _ in body(state) }
  }

  /// - Returns: false when the state is frozen and stays as it was.
  func change(_ body: (inout State) -> Void) -> Bool {
    lock.withLock { _ in
      guard !isFrozen else { return false }
      body(&state)
      return true
    }
  }

  /// Changes the state for the last time; does nothing when it is frozen.
  func freeze(_ body: (inout State) -> Void = { _ in }) {
    lock.withLock { _ in
      guard !isFrozen else { return }
      body(&state)
      flag.store(true, ordering: .releasing)
    }
  }
}
