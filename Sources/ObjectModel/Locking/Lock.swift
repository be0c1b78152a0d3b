#if THREAD_SANITIZER
  import Glibc

  /// A value that one thread uses at a time; this one stands in where the thread sanitizer watches.
  ///
  /// The sanitizer does not see the standard library's `Mutex`, which is taken and given back in
  /// code that the sanitizer's compiler did not see, and it would report whatever lies behind one.
  /// It knows this lock, of the same interface, so that every race that it reports is real.
  package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // Sound: the value is reached by the one thread that holds the lock.
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

  /// A value that one thread uses at a time: the standard library's `Mutex`, by a name under which
  /// the thread sanitizer's build has another that the sanitizer can see.
  package typealias Lock<Value: ~Copyable> = Mutex<Value>
#endif
