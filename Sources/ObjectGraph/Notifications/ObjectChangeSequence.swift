/// The changes of a context as a sequence, for a task on any actor.
///
///     for await changes in background.saves {
///       await view.reload(changes.insertedObjectIDs.union(changes.updatedObjectIDs))
///     }
///
/// It contains the changes since it was created, and ends when the context is deallocated or the
/// reading task is canceled; after a cancellation, it stays finished. For a slow reader, up to 256
/// events are buffered; beyond that, they are replaced with one whose `invalidatedAllObjects` is
/// true, so that memory is bounded and no change is lost. Two loops over one sequence share its
/// elements; for independent readers, request a sequence for each.
///
/// It does not retain the context, and the context drops it when it is released.
public struct ObjectChangeSequence: AsyncSequence, Sendable {
  public typealias Element = ChangedObjectIDs
  public typealias Failure = Never

  /// Closes the mailbox when the sequence and all iterators are gone.
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

    /// The next changes, or nil if the context is gone or the task is canceled.
    public mutating func next() async -> ChangedObjectIDs? { await next(isolation: nil) }

    /// The next changes, or nil if the context is gone or the task is canceled.
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
