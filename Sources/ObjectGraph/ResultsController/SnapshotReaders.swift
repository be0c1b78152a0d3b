import Foundation

/// The readers of a controller's snapshots, on any queue.
final class SnapshotReaders: Sendable {
  private let continuations = Lock<[UUID: AsyncStream<FetchedResultsSnapshot>.Continuation]>([:])

  var isAny: Bool { continuations.withLock { !$0.isEmpty } }

  /// A slow reader only receives the latest snapshot.
  func makeStream() -> AsyncStream<FetchedResultsSnapshot> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FetchedResultsSnapshot.self, bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    continuation.onTermination = { [weak self] _ in
      _ = self?.continuations.withLock { $0.removeValue(forKey: id) }
    }
    continuations.withLock { $0[id] = continuation }
    return stream
  }

  func yield(_ snapshot: @autoclosure () -> FetchedResultsSnapshot) {
    let waiting = continuations.withLock { Array($0.values) }
    guard !waiting.isEmpty else { return }
    let snapshot = snapshot()
    for continuation in waiting { continuation.yield(snapshot) }
  }

  func finish() {
    for continuation in continuations.withLock({ Array($0.values) }) { continuation.finish() }
  }
}
