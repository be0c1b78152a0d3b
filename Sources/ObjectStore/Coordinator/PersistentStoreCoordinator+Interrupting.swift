import ObjectModel

/// Ending what nobody wants to wait for any more.
extension PersistentStoreCoordinator {
  /// Ends what is being asked of the stores, from whatever thread, and refuses what is asked from
  /// now on, with code 3072, until `resume()`.
  ///
  /// A save that has not been committed is rolled back whole, in every store that it writes
  /// to; one that is being committed goes through. Objects and unsaved changes stay as they
  /// are. A statement that waits for another process's lock ends with the wait, after the
  /// store's timeout at the latest.
  ///
  /// It may be called from any thread, but not from a signal handler.
  public func interrupt() { setInterrupted(true) }

  /// Lets requests through again; without an interruption it does nothing.
  public func resume() { setInterrupted(false) }

  /// Whether requests are refused, between `interrupt()` and `resume()`.
  public var isInterrupted: Bool { interruption.isSet }

  /// Lets long work that asks the stores little look whether it is to go on.
  ///
  /// - Throws: code 3072 between `interrupt()` and `resume()`.
  public func checkInterruption() throws { try interruption.check() }

  private func setInterrupted(_ isInterrupted: Bool) {
    // Under the lock, so that a store that is added meanwhile has the same.
    state.withLock { state in
      interruption.set(isInterrupted)
      for store in state.stores { store.interruption.set(isInterrupted) }
    }
  }
}
