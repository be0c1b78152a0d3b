/// Keeps an observer of a context registered for as long as it lives.
///
/// It belongs to the context's queue, like the context itself.
public final class ContextObservation {
  private weak var events: EventCenter?
  private let id: Int

  init(_ events: EventCenter, id: Int) {
    self.events = events
    self.id = id
  }

  deinit { cancel() }

  /// Removes the observer now; calling it again does nothing.
  public func cancel() { events?.remove(id) }
}

/// An observation stays on its context's queue.
@available(*, unavailable)
extension ContextObservation: Sendable {}
