/// Keeps an observer of a context registered for as long as it lives.
///
/// It belongs to the context's queue, like the context itself.
public final class ContextObservation {
  private weak var observers: ContextObservers?
  private let id: Int

  init(_ observers: ContextObservers, id: Int) {
    self.observers = observers
    self.id = id
  }

  deinit { cancel() }

  /// Removes the observer now; calling it again does nothing.
  public func cancel() {
    observers?.remove(id)
  }
}

/// An observation stays on its context's queue.
@available(*, unavailable)
extension ContextObservation: Sendable {}
