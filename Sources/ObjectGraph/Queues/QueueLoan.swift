import ObjectStore

/// A queue that its holder lends to reads of child contexts while it is busy elsewhere.
///
/// A save holds the queues of its contexts to the end, so that nobody changes them meanwhile. Reading
/// changes nothing: whenever the save does not use the context nearest the store itself, such as during
/// the transaction, the loan of its queue is open, and reads come onto it one at a time. Whatever else
/// wants the queue waits until the save is over.
final class QueueLoan: @unchecked Sendable {
  // Sound: what changes is reached under the monitor's lock only.

  let lender: CallChain

  /// The loan of a save in whose midst this one's save runs.
  let outer: QueueLoan?

  /// The chain whose read is on the queue.
  fileprivate(set) var borrower: CallChain?

  /// Whether reads may come onto the queue.
  fileprivate(set) var isOpen = false

  /// What the reads see of the stores; nil for what is newest.
  private var snapshot: PrecommitSnapshot?

  /// What the read that is on the queue sees of the stores; nil for what is newest.
  fileprivate var generation: QueryGeneration?

  /// How often the lender took the queue back; a ticket from an earlier turn is stale.
  private var turn = 0

  private let queue: ContextQueue

  fileprivate init(
    of queue: ContextQueue, lender: CallChain, snapshot: PrecommitSnapshot, outer: QueueLoan?
  ) {
    self.queue = queue
    self.lender = lender
    self.snapshot = snapshot
    self.outer = outer
  }

  /// Lets reads onto the queue.
  func open() {
    QueueMonitor.withLock {
      isOpen = true
      queue.wakeReaders()
    }
  }

  /// Waits until no read is on the queue, and lets in no other.
  func close() {
    QueueMonitor.withLock {
      isOpen = false
      turn += 1
      guard borrower != nil else { return }
      queue.wait(lender, from: .context) { borrower == nil }
    }
    // The lender may be about to make another save.
    snapshot?.renew()
  }

  /// Lets reads see what is newest from the next time on that the loan is open.
  func endSnapshot() { QueueMonitor.withLock { snapshot = nil } }

  /// Gives the queue back to its holder for good.
  func end() {
    close()
    queue.end(self)
  }

  /// What a chain needs to read on the queue; made without the monitor's lock.
  struct Ticket {
    fileprivate let loan: QueueLoan
    fileprivate let turn: Int
    fileprivate let generation: QueryGeneration?
  }

  /// - Returns: nil when it is too late to see what was there before the commit.
  fileprivate func makeTicket() -> Ticket? {
    let (turn, snapshot) = QueueMonitor.withLock { (self.turn, self.snapshot) }
    guard let snapshot else { return Ticket(loan: self, turn: turn, generation: nil) }
    guard let generation = snapshot.generation() else { return nil }
    return Ticket(loan: self, turn: turn, generation: generation)
  }

  /// Whether a read may come onto the queue now; the monitor's lock is held.
  var isFree: Bool { isOpen && borrower == nil && queue.holder === lender }

  fileprivate func admits(_ ticket: Ticket) -> Bool { isFree && ticket.turn == turn }
}

extension ContextQueue {
  /// Begins to lend the queue, without letting anybody in yet.
  ///
  /// - Returns: nil for the main queue, and where the current chain is not the holder.
  func makeLoan(_ snapshot: PrecommitSnapshot) -> QueueLoan? {
    guard !isMain else { return nil }
    return QueueMonitor.withLock {
      let chain = CallChain.current
      watch()
      guard holder === chain else { return nil }
      let loan = QueueLoan(of: self, lender: chain, snapshot: snapshot, outer: loan)
      self.loan = loan
      return loan
    }
  }

  fileprivate func end(_ loan: QueueLoan) {
    QueueMonitor.withLock { self.loan = loan.outer }
  }

  /// The open loan of the calls that hold the queue and are about to use it themselves.
  var ownOpenLoan: QueueLoan? {
    guard isLent else { return nil }
    return QueueMonitor.withLock {
      guard let loan, loan.isOpen, loan.borrower !== CallChain.current else { return nil }
      return loan
    }
  }

  /// What the current chain, whose read is on the queue, sees of the stores; nil for what is newest.
  var borrowedGeneration: QueryGeneration? {
    guard isLent else { return nil }
    return QueueMonitor.withLock {
      guard let loan, loan.borrower === CallChain.current else { return nil }
      return loan.generation
    }
  }

  /// Makes a ticket to read on a queue that is lent; the monitor's lock is not held.
  func makeLoanTicket() -> QueueLoan.Ticket? {
    guard isLent else { return nil }
    return QueueMonitor.withLock { loan }?.makeTicket()
  }

  /// Lets a chain with a ticket onto the queue; the monitor's lock is held.
  func borrow(_ ticket: QueueLoan.Ticket, by chain: CallChain) -> QueueLoan? {
    guard let loan, loan === ticket.loan, loan.admits(ticket) else { return nil }
    loan.borrower = chain
    loan.generation = ticket.generation
    holder = chain
    return loan
  }

  /// Ends a chain's read.
  func giveBack(_ loan: QueueLoan) {
    loan.borrower = nil
    loan.generation = nil
    holder = loan.lender
    if loan.isOpen {
      wakeReaders()
    } else if loan.lender.awaited === self {
      // From here on it goes on, awake or not yet.
      loan.lender.awaited = nil
      loan.lender.wake()
    }
    Self.breakCycle(through: loan.lender)
  }
}
