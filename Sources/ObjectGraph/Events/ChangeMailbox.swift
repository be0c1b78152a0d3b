import ObjectModel

/// What waits between a context, which tells of its changes on its queue, and whoever reads of them
/// elsewhere.
final class ChangeMailbox: Sendable {
  /// How many events wait before they are taken together as `ChangedObjectIDs.everything`.
  static let limit = 256

  private struct State {
    var waiting: [ChangedObjectIDs] = []
    var isClosed = false
  }

  private let state = Lock(State())

  /// Has an element when something may be waiting, and ends when nothing more will come.
  let bell: AsyncStream<Void>
  private let ringer: AsyncStream<Void>.Continuation

  init() { (bell, ringer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Whether nobody reads any more.
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

  /// Takes what came first, if anything waits.
  func popFirst() -> ChangedObjectIDs? {
    let (first, isMoreWaiting) = state.withLock { state in
      let first = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      return (first, !state.waiting.isEmpty)
    }
    // Whoever takes one may leave before the rest is read.
    if isMoreWaiting { ringer.yield() }
    return first
  }

  /// Says that nothing more will come; what waits can still be taken.
  func finish() { ringer.finish() }

  /// Says that nobody reads any more.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.waiting = []
    }
    ringer.finish()
  }
}
