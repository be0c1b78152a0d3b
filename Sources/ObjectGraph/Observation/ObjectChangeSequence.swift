/// The changes of a context one after the other, for a task on any actor.
///
///     for await changes in background.saves {
///       await view.reload(changes.insertedObjectIDs.union(changes.updatedObjectIDs))
///     }
///
/// It gives what happens from the moment that it was asked for, and ends when the context
/// goes or the reading task is cancelled; after a cancellation it stays at its end. Up to 256
/// events wait for a slow reader; when there are more, they are taken together as one whose
/// `invalidatedAllObjects` is true, so that what is kept is bounded and no change goes by
/// unnoticed. Two loops over one sequence share its elements; each reader asks the context
/// for a sequence of its own.
///
/// It does not keep the context, and the context forgets it when it is gone.
public struct ObjectChangeSequence: AsyncSequence, Sendable {
  public typealias Element = ChangedObjectIDs
  public typealias Failure = Never

  /// Closes the mailbox when neither the sequence nor an iterator is left.
  final class Reader: Sendable {
    let mailbox: ChangeMailbox

    init(_ mailbox: ChangeMailbox) { self.mailbox = mailbox }

    deinit { mailbox.close() }
  }

  private let reader: Reader

  init(_ mailbox: ChangeMailbox) { reader = Reader(mailbox) }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader) }

  /// Reads the changes in order.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let reader: Reader
    private var bell: AsyncStream<Void>.Iterator

    init(_ reader: Reader) {
      self.reader = reader
      bell = reader.mailbox.bell.makeAsyncIterator()
    }

    /// What happened next, or nil when the context is gone or the task is cancelled.
    public mutating func next() async -> ChangedObjectIDs? { await next(isolation: nil) }

    /// What happened next, or nil when the context is gone or the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ChangedObjectIDs? {
      while true {
        if Task.isCancelled {
          reader.mailbox.close()
          return nil
        }
        if let changes = reader.mailbox.popFirst() { return changes }
        if await bell.next(isolation: actor) == nil, !Task.isCancelled {
          return reader.mailbox.popFirst()
        }
      }
    }
  }
}
