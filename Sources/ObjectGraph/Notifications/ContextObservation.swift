/// Keeps an observer of a context registered as long as this object exists.
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

  /// Removes the observer immediately; calling it again has no effect.
  public func cancel() { events?.remove(id) }
}

/// An observation must stay on its context's queue.
@available(*, unavailable)
extension ContextObservation: Sendable {}
