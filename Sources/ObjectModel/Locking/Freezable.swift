import Synchronization

/// State that can change until it is frozen: behind a lock before, and read without one afterwards.
final class Freezable<State: Sendable>: @unchecked Sendable {
  // Sound: until the flag is set, only the holder of the lock accesses the state; afterwards, it
  // does not change.
  private let lock = Lock<Void>(())
  private let flag = Atomic(false)
  // Writers hold the lock and do not read the state at the same time.
  @exclusivity(unchecked) private var state: State

  init(_ state: State) {
    self.state = state
  }

  var isFrozen: Bool { flag.load(ordering: .acquiring) }

  func read<Result>(_ body: (State) -> Result) -> Result {
    if isFrozen { return body(state) }
    return lock.withLock { _ in body(state) }
  }

  /// - Returns: false if the state is frozen and unchanged.
  func change(_ body: (inout State) -> Void) -> Bool {
    lock.withLock { _ in
      guard !isFrozen else { return false }
      body(&state)
      return true
    }
  }

  /// Changes the state for the last time; does nothing if it is already frozen.
  func freeze(_ body: (inout State) -> Void = { _ in }) {
    lock.withLock { _ in
      guard !isFrozen else { return }
      body(&state)
      flag.store(true, ordering: .releasing)
    }
  }
}
