import ObjectStore

/// A queue that its holder lends to reads of child contexts while it is busy elsewhere.
///
/// A save holds the queues of its contexts until it ends, so that nothing else changes them.
/// Reading changes nothing: whenever the save does not use the context nearest the store, for
/// example during the transaction, the loan of its queue is open: one read at a time may enter, and
/// all other work waits for the end of the save.
final class QueueLoan: @unchecked Sendable {
  // Sound: mutable state is accessed only under the monitor's lock.

  let lender: CallChain

  /// The loan of an enclosing save, in the middle of which this save runs.
  let outer: QueueLoan?

  /// The chain that is reading on the queue.
  fileprivate(set) var borrower: CallChain?

  /// Whether reads may enter the queue.
  fileprivate(set) var isOpen = false

  /// The snapshot from which reads are served; nil for the newest content.
  private var snapshot: PrecommitSnapshot?

  /// The generation from which the current read is served; nil for the newest content.
  fileprivate var generation: QueryGeneration?

  /// How often the lender has taken the queue back; a ticket from an earlier turn is stale.
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

  /// Lets reads enter the queue.
  func open() {
    QueueMonitor.withLock {
      isOpen = true
      queue.wakeReaders()
    }
  }

  /// Keeps new reads out, and waits for the current one to leave.
  func close() {
    QueueMonitor.withLock {
      isOpen = false
      turn += 1
      guard borrower != nil else { return }
      queue.wait(lender, from: .context) { borrower == nil }
    }
    // The lender may be about to save again.
    snapshot?.renew()
  }

  /// Records that the save is about to commit.
  func willCommit() { snapshot?.willCommit() }

  /// Lets reads enter the queue again after the context has applied the save, to be served from the
  /// newest content.
  func openAfterSave() {
    QueueMonitor.withLock { snapshot = nil }
    open()
  }

  /// Ends the loan.
  func end() {
    close()
    queue.end(self)
  }

  /// Permission for a chain to read on the queue; created without the monitor's lock.
  struct Ticket {
    fileprivate let loan: QueueLoan
    fileprivate let turn: Int
    fileprivate let generation: QueryGeneration?
  }

  /// - Returns: nil if it is too late to take a snapshot before the commit.
  fileprivate func makeTicket() -> Ticket? {
    let (turn, snapshot) = QueueMonitor.withLock { (self.turn, self.snapshot) }
    guard let snapshot else { return Ticket(loan: self, turn: turn, generation: nil) }
    guard let generation = snapshot.generation() else { return nil }
    return Ticket(loan: self, turn: turn, generation: generation)
  }

  /// Whether a read may enter the queue now; the monitor's lock must be held.
  var isFree: Bool { isOpen && borrower == nil && queue.holder === lender }

  fileprivate func admits(_ ticket: Ticket) -> Bool { isFree && ticket.turn == turn }
}

extension ContextQueue {
  /// Creates a loan of the queue, which is not open yet.
  ///
  /// - Returns: nil for the main queue, and if the current chain is not the holder.
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

  /// The open loan made by the call chain that holds the queue and is about to use it itself.
  var ownOpenLoan: QueueLoan? {
    guard isLent else { return nil }
    return QueueMonitor.withLock {
      guard let loan, loan.isOpen, loan.borrower !== CallChain.current else { return nil }
      return loan
    }
  }

  /// The generation from which the current chain's read on the queue is served; nil for the newest
  /// content.
  var borrowedGeneration: QueryGeneration? {
    guard isLent else { return nil }
    return QueueMonitor.withLock {
      guard let loan, loan.borrower === CallChain.current else { return nil }
      return loan.generation
    }
  }

  /// Creates a ticket to read on a lent queue; the monitor's lock must not be held.
  func makeLoanTicket() -> QueueLoan.Ticket? {
    guard isLent else { return nil }
    return QueueMonitor.withLock { loan }?.makeTicket()
  }

  /// Lets a chain with a ticket enter the queue; the monitor's lock must be held.
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
      // From here on, it counts as running, even before it wakes.
      loan.lender.awaited = nil
      loan.lender.wake()
    }
    Self.breakCycle(through: loan.lender)
  }
}
