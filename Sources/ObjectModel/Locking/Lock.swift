#if THREAD_SANITIZER
  import Glibc

  /// A value that one thread uses at a time; used in builds with the thread sanitizer.
  ///
  /// The sanitizer does not recognize the standard library's `Mutex`, whose code is not
  /// instrumented, and would report false races. It recognizes this lock, which has the same
  /// interface.
  package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Sound: only the thread that holds the lock accesses the value.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    package init(_ initialValue: consuming sending Value) {
      mutex = .allocate(capacity: 1)
      pthread_mutex_init(mutex, nil)
      value = .allocate(capacity: 1)
      value.initialize(to: initialValue)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }

    package borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
      guard pthread_mutex_trylock(mutex) == 0 else { return nil }
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
#else
  import Synchronization

  /// A value that one thread uses at a time: the standard library's `Mutex`, under a name for which
  /// builds with the thread sanitizer substitute another type.
  package typealias Lock<Value: ~Copyable> = Mutex<Value>
#endif

/// Storage for an object that a layer above attaches for the lifetime of the owner.
package final class Attachment: Sendable {
  private let object = Lock<(any AnyObject & Sendable)?>(nil)

  package init() {}

  /// The object, created on first access.
  package func value<Kept: AnyObject & Sendable>(_ make: () throws -> Kept) rethrows -> Kept {
    if let known = object.withLock({ $0 }) as? Kept { return known }
    // Created outside the lock, because creation may call back here.
    let made = try make()
    return object.withLock { object in
      if let known = object as? Kept { return known }
      object = made
      return made
    }
  }
}
