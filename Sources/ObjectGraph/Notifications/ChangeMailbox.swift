import ObjectModel

/// A buffer between a context, which reports its changes on its queue, and a reader elsewhere.
final class ChangeMailbox: Sendable {
  /// The number of waiting events above which they are replaced with `ChangedObjectIDs.everything`.
  static let limit = 256

  private struct State {
    var waiting: [ChangedObjectIDs] = []
    var isClosed = false
  }

  private let state = Lock(State())

  /// Yields an element when events may be waiting, and finishes when no more will come.
  let bell: AsyncStream<Void>
  private let ringer: AsyncStream<Void>.Continuation

  init() { (bell, ringer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Whether the reader has stopped reading.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  func append(_ changes: ChangedObjectIDs) {
    state.withLock { state in
      guard !state.isClosed else { return }
      if state.waiting.count >= Self.limit {
        state.waiting = [.everything]
      } else {
        state.waiting.append(changes)
      }
    }
    ringer.yield()
  }

  /// Removes and returns the first waiting event, if any.
  func popFirst() -> ChangedObjectIDs? {
    let (first, isMoreWaiting) = state.withLock { state in
      let first = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      return (first, !state.waiting.isEmpty)
    }
    // The reader may stop before it takes the rest.
    if isMoreWaiting { ringer.yield() }
    return first
  }

  /// Announces that no more events will come; waiting events can still be taken.
  func finish() { ringer.finish() }

  /// Records that the reader has stopped reading.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.waiting = []
    }
    ringer.finish()
  }
}
