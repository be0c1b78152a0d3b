import Foundation

/// A condition variable on which a thread sleeps.
final class ThreadCondition: @unchecked Sendable {
  // Sound: the address is set once, and its target is safe to use from any thread.
  private let address: UnsafeMutablePointer<pthread_cond_t>

  init() {
    address = .allocate(capacity: 1)
    pthread_cond_init(address, nil)
  }

  deinit {
    pthread_cond_destroy(address)
    address.deallocate()
  }

  func signal() { pthread_cond_signal(address) }

  /// Waits for a signal; the mutex must be held, and is released in the meantime.
  func wait(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) { pthread_cond_wait(address, mutex) }
}
