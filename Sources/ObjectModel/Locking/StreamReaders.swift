import Foundation

/// The readers of a sequence of values, each with a stream of its own, on any queue.
package final class StreamReaders<Element: Sendable>: Sendable {
  private let continuations = Lock<[UUID: AsyncStream<Element>.Continuation]>([:])

  package init() {}

  package var isAny: Bool { continuations.withLock { !$0.isEmpty } }

  /// A stream of the values from now on.
  ///
  /// - Parameter policy: which values a slow reader receives.
  package func makeStream(
    _ policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: policy)
    let id = UUID()
    continuation.onTermination = { [weak self] _ in
      _ = self?.continuations.withLock { $0.removeValue(forKey: id) }
    }
    continuations.withLock { $0[id] = continuation }
    return stream
  }

  package func yield(_ value: @autoclosure () -> Element) {
    let waiting = continuations.withLock { Array($0.values) }
    guard !waiting.isEmpty else { return }
    let value = value()
    for continuation in waiting { continuation.yield(value) }
  }

  /// Ends all streams.
  package func finish() {
    for continuation in continuations.withLock({ Array($0.values) }) { continuation.finish() }
  }
}
