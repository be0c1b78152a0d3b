import Dispatch
import Foundation
import Synchronization

/// The queue that a context and its objects belong to: the main thread, or a serial queue of its
/// own.
///
/// A call chain that already holds a queue, directly or through other queues (A waits for B, which
/// waits for A), runs inline instead of waiting for itself. If chains would wait for each other in
/// a cycle (one in A wants B, one in B wants A), one is admitted to a queue whose holder waits, and
/// the holder does not continue there until it has left, just as an actor is reentrant at `await`.
/// The holder is preferably waiting between two statements of a block, and never in the middle of a
/// save. If all chains in the cycle are saving, they are deadlocked, and the log names their
/// queues.
final class ContextQueue: @unchecked Sendable {
  // Sound: mutable state is atomic, or accessed only under the monitor's lock.

  /// The queue of all contexts on the main thread.
  static let main = ContextQueue(worker: .main, title: "the main queue", isMain: true)

  /// An entry in the line for the queue.
  private enum Turn {
    case job(@Sendable () -> Void)
    case chain(QueueTicket)
  }

  /// How a chain entered a queue.
  private enum Entry {
    case inTurn
    /// Admitted on top of a chain that waits.
    case above(CallChain)
    /// Admitted to read while the queue's holder lends it.
    case asReader(QueueLoan)
  }

  /// The queue's name in reports.
  let label: String

  let isMain: Bool
  private let worker: DispatchQueue

  /// The holder of an uncontended queue: the chain's address, or 0 while the queue is free. Once a
  /// chain waits or a job is scheduled, it is `watched`; until the queue is free again, `holder`
  /// and `isTaken` then apply, under the monitor's lock.
  private let owner = Atomic<UInt>(0)
  private static let watched: UInt = 1

  /// The chain on top of all others on the queue; on the main queue, known only while it waits or
  /// holds another queue.
  var holder: CallChain?
  /// Whether the queue is held, or a job is scheduled.
  private var isTaken = false
  private var waiting: ArraySlice<Turn> = []

  /// The number of unfinished saves of the queue's contexts or, for a store's write lock, of write
  /// transactions.
  private let saves = Atomic<Int>(0)

  /// The loan by which the holder lends the queue to reads; usually nil.
  var loan: QueueLoan? {
    didSet { hasLoan.store(loan != nil, ordering: .releasing) }
  }
  private let hasLoan = Atomic(false)

  /// Whether there may be a loan; a fast check that usually suffices.
  var isLent: Bool { hasLoan.load(ordering: .acquiring) }

  private init(worker: DispatchQueue, title: String, isMain: Bool) {
    self.worker = worker
    label = title
    self.isMain = isMain
  }

  /// Creates a private serial queue.
  ///
  /// - Parameter title: the name in reports; nil for "the queue" and the label.
  convenience init(label: String, title: String? = nil) {
    self.init(
      worker: DispatchQueue(label: label), title: title ?? "the queue \(label)", isMain: false)
  }

  /// Marks the main queue, whose work an asynchronous program runs on other threads once its `main`
  /// has suspended for the first time.
  private static let mainMark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  /// The handle of the main thread, which no other thread ever has; 0 until that thread has asked.
  private static let mainThread = Atomic<UInt>(0)

  /// Cached, because Foundation makes two system calls each time.
  private static var isMainThread: Bool {
    let current = UInt(pthread_self())
    let known = mainThread.load(ordering: .relaxed)
    if known != 0 { return known == current }
    guard Thread.isMainThread else { return false }
    mainThread.store(current, ordering: .relaxed)
    return true
  }

  /// Whether the current thread is the main thread or runs the main queue's work.
  private static var isOnMain: Bool {
    isMainThread || DispatchQueue.getSpecific(key: mainMark) == true
  }

  /// Whether the current call chain holds this queue.
  var isHeld: Bool {
    (isMain && Self.isOnMain) || CallChain.current.holds(self)
  }

  /// Runs the body on the queue and waits for it; runs inline if the call chain holds the queue.
  func performAndWait<Result>(
    from caller: QueueCaller, _ body: () throws -> Result
  ) rethrows -> Result {
    if isHeld { return try inline(from: caller, body) }
    let chain = CallChain.current
    defer { if chain.isSuspended.load(ordering: .relaxed) { Self.returnToHeldQueue(of: chain) } }
    if isMain {
      return try onMainThread(chain, from: caller) { try chain.holding(self, from: caller, body) }
    }
    if enterIfFree(chain) {
      defer { leaveUnlessWatched(chain) }
      return try chain.holding(self, from: caller, body)
    }
    let entry = enter(chain, from: caller)
    defer { leave(entry) }
    return try chain.holding(self, from: caller, body)
  }

  /// Runs the body on the queue without waiting: at once if the call chain holds the queue or nobody
  /// does, and otherwise later.
  ///
  /// Takes no lock, because the caller may hold the monitor's: a context is also released with the
  /// last work that was waiting for a queue.
  func performWhenFree(_ body: @escaping @Sendable () -> Void) {
    if isHeld { return body() }
    guard !isMain else { return DispatchQueue.main.async(execute: body) }
    let chain = CallChain.current
    guard enterIfFree(chain) else { return worker.async { self.enqueue(body) } }
    chain.holding(self, from: .context, body)
    guard !leave(chain) else { return }
    worker.async { QueueMonitor.withLock { self.advance() } }
  }

  private func inline<Result>(
    from caller: QueueCaller, _ body: () throws -> Result
  ) rethrows -> Result {
    let entry = isMain ? nil : reenter(.current, from: caller)
    defer { if let entry { leave(entry) } }
    guard let loan = ownOpenLoan else { return try body() }
    loan.close()
    defer { loan.open() }
    return try body()
  }

  /// Runs the body on the queue later, in the order of enqueueing.
  func enqueue(_ body: @escaping @Sendable () -> Void) {
    guard !isMain else {
      worker.async { CallChain.current.holding(self, from: .block, body) }
      return
    }
    QueueMonitor.withLock {
      watch()
      if isTaken {
        waiting.append(.job(body))
      } else {
        isTaken = true
        start(body)
      }
    }
  }

  // MARK: Saves

  /// Marks the start of a save of one of the queue's contexts; from then on, no chain is admitted.
  func beginSave() { saves.add(1, ordering: .relaxed) }

  /// Marks the point at which the saving context matches what was written.
  func endSave() { saves.subtract(1, ordering: .relaxed) }

  // MARK: Without waiting

  /// Enters the queue if it is free, without considering other queues.
  private func enterIfFree(_ chain: CallChain) -> Bool {
    owner.compareExchange(expected: 0, desired: chain.address, ordering: .acquiring).exchanged
  }

  private func leaveUnlessWatched(_ chain: CallChain) {
    if !leave(chain) { QueueMonitor.withLock { advance() } }
  }

  /// Leaves the queue if nobody watches it; otherwise the caller has to hand it on.
  private func leave(_ chain: CallChain) -> Bool {
    owner.compareExchange(expected: chain.address, desired: 0, ordering: .releasing).exchanged
  }

  /// Switches the queue to tracking its holder in `holder`; the monitor's lock must be held.
  func watch() {
    var known = owner.load(ordering: .relaxed)
    while known & Self.watched == 0 {
      let (isDone, current) = owner.compareExchange(
        expected: known, desired: Self.watched, ordering: .acquiringAndReleasing)
      if isDone {
        // From now on, leaving requires the lock, so the holder stays until then.
        holder = CallChain.at(known)
        isTaken = known != 0
        return
      }
      known = current
    }
  }

  // MARK: Taking turns

  private func start(_ body: @escaping @Sendable () -> Void) {
    worker.async {
      let chain = CallChain.current
      QueueMonitor.withLock { self.holder = chain }
      chain.holding(self, from: .block, body)
      QueueMonitor.withLock { self.advance() }
    }
  }

  /// Waits for the chain's turn.
  private func enter(_ chain: CallChain, from caller: QueueCaller) -> Entry {
    let loanTicket = caller == .reader ? makeLoanTicket() : nil
    return QueueMonitor.withLock {
      watch()
      if !isTaken {
        isTaken = true
        holder = chain
        return .inTurn
      }
      if let loanTicket, let loan = borrow(loanTicket, by: chain) { return .asReader(loan) }
      let ticket = QueueTicket(chain, isReader: caller == .reader)
      waiting.append(.chain(ticket))
      var loan: QueueLoan?
      wait(chain, ticket, from: caller) {
        if loan == nil { loan = borrowBeforeTurn(ticket) }
        return loan != nil || ticket.isCalled
      }
      return loan.map { .asReader($0) } ?? ticket.below.map { .above($0) } ?? .inTurn
    }
  }

  /// Waits for the queue until a condition is true.
  ///
  /// The monitor's lock must be held; it is released in the meantime.
  func wait(
    _ chain: CallChain, _ ticket: QueueTicket? = nil, from caller: QueueCaller,
    until isSo: () -> Bool
  ) {
    // The main thread owns the main queue implicitly; record it as the holder while it waits.
    let isFirstOfMain = Self.main.holder == nil && Self.isOnMain
    if isFirstOfMain { Self.main.holder = chain }
    chain.beginWait(ticket, from: caller)
    while true {
      let isSo = isSo()
      if chain.mainThreadWork != nil {
        Self.main.doWork(of: chain)
      } else if isSo {
        break
      } else if chain.awaited === self {
        chain.sleep()
      } else {
        chain.awaited = self
        Self.breakCycle(through: chain)
      }
    }
    chain.endWait()
    if isFirstOfMain { Self.main.holder = nil }
  }

  /// Waits until the chains admitted to the last-entered queue have left, so that the chain can
  /// continue.
  private static func returnToHeldQueue(of chain: CallChain) {
    guard let queue = chain.heldQueue, !queue.isMain else { return }
    QueueMonitor.withLock {
      queue.wait(chain, from: .block) { !chain.isSuspended(on: queue) }
    }
  }

  /// Lets a chain that holds the queue enter it again, on top of others if necessary.
  ///
  /// - Returns: nil if no other chain is on top of it.
  private func reenter(_ chain: CallChain, from caller: QueueCaller) -> Entry? {
    guard chain.isSuspended.load(ordering: .relaxed) else { return nil }
    return QueueMonitor.withLock {
      let ticket = QueueTicket(chain)
      wait(chain, ticket, from: caller) { ticket.isCalled || !chain.isSuspended(on: self) }
      return ticket.below.map { .above($0) }
    }
  }

  private func borrowBeforeTurn(_ ticket: QueueTicket) -> QueueLoan? {
    while ticket.isReader, ticket.mayGoOn, let loan, loan.isFree {
      var ready: QueueLoan.Ticket?
      QueueMonitor.withoutLock { ready = makeLoanTicket() }
      guard let ready, ticket.mayGoOn else { return nil }
      guard let loan = borrow(ready, by: ticket.chain) else { continue }
      remove(ticket)
      return loan
    }
    return nil
  }

  /// Removes a ticket from the line; from here on, its chain counts as running, even before it
  /// wakes.
  private func remove(_ ticket: QueueTicket) {
    waiting.removeAll { if case .chain(let other) = $0 { other === ticket } else { false } }
    ticket.isCalled = true
    ticket.chain.awaited = nil
  }

  /// Makes waiting readers check whether they may enter.
  func wakeReaders() {
    for case .chain(let ticket) in waiting where ticket.isReader { ticket.chain.wake() }
  }

  private func leave(_ entry: Entry) {
    QueueMonitor.withLock {
      switch entry {
      case .inTurn: advance()
      case .above(let below): resume(below)
      case .asReader(let loan): giveBack(loan)
      }
    }
  }

  /// Hands the queue to the next in line.
  private func advance() {
    holder = nil
    switch waiting.popFirst() {
    case .job(let body): start(body)
    case .chain(let ticket):
      holder = ticket.chain
      ticket.isCalled = true
      ticket.chain.awaited = nil
      ticket.chain.wake()
      // A chain on top of it on the main thread may wait for this queue.
      if ticket.chain.isBelowOnMain { Self.breakCycle(through: ticket.chain) }
    case nil:
      isTaken = false
      waiting = []
      owner.store(0, ordering: .releasing)
    }
  }

  // MARK: Deadlocks

  /// Lets one chain continue, if this chain is in a cycle of waiting chains.
  ///
  /// Called whenever a chain starts to wait, or may be admitted again.
  static func breakCycle(through chain: CallChain) {
    let cycle = chain.waitCycle
    var best: (ticket: QueueTicket, queue: ContextQueue, cost: Int)?
    for ticket in cycle.chains.compactMap(\.ticket) where ticket.mayGoOn {
      guard let queue = ticket.chain.awaited, let holder = queue.holder,
        cycle.chains.contains(where: { $0 === holder })
      else { continue }
      // The reader is awake and about to read.
      if ticket.isReader, queue.loan?.isFree == true { return }
      guard queue.saves.load(ordering: .relaxed) == 0 else { continue }
      // The engine's own work is short, and a block waits between two statements, where other
      // changes are allowed.
      let isAtWork = holder.queuesAtWork.contains { $0 === queue }
      let cost = (isAtWork ? 2 : 0) + (ticket.chain.queuesAtWork.isEmpty ? 1 : 0)
      if best.map({ cost < $0.cost }) ?? true { best = (ticket, queue, cost) }
    }
    if let best { return best.queue.admit(best.ticket) }
    if cycle.isClosed { ConcurrencyDebug.reportDeadlock(cycle.chains.compactMap(\.awaited?.label)) }
  }

  /// Admits a chain to the queue, on top of the holder, which waits.
  private func admit(_ ticket: QueueTicket) {
    guard let below = holder else { return }
    remove(ticket)
    below.suspend(on: self)
    holder = ticket.chain
    if isMain {
      below.mainThreadWork = ticket
      below.wake()
    } else {
      ticket.below = below
      ticket.chain.wake()
    }
  }

  /// Resumes the chain that was suspended when another was admitted.
  private func resume(_ below: CallChain) {
    holder = below
    below.resume(on: self)
    Self.breakCycle(through: below)
  }

  // MARK: The main thread

  /// Sends the body to the main thread, which runs it in its run loop, or immediately if it is
  /// waiting for a queue that the current call chain holds.
  private func onMainThread<Result, Failure: Error>(
    _ chain: CallChain, from caller: QueueCaller, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    withoutActuallyEscaping(body) { body in
      let ticket = QueueTicket(chain) { result = Swift.Result(catching: body) }
      QueueMonitor.withLock {
        waiting.append(.chain(ticket))
        chain.beginWait(ticket, from: caller)
        chain.awaited = self
        send(ticket)
        Self.breakCycle(through: chain)
        ticket.waitForWork()
      }
    }
    // Unreachable: the wait ends after the body ran, which sets the result first.
    guard let result else { preconditionFailure("finished work has a result") }
    return try result.get()
  }

  /// Schedules a chain's work on the main thread; another chain's wait may run it earlier.
  func send(_ ticket: QueueTicket) {
    worker.async {
      QueueMonitor.withLock {
        guard !ticket.isCalled else { return }
        self.remove(ticket)
        ticket.doWork()
      }
    }
  }

  /// Runs the work of an admitted chain on the main thread, which waits.
  private func doWork(of below: CallChain) {
    guard let ticket = below.mainThreadWork else { return }
    below.mainThreadWork = nil
    ticket.doWork()
    resume(below)
  }
}
