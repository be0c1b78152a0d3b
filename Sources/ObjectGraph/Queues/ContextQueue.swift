import Dispatch
import Foundation
import Synchronization

/// The queue that a context and its objects belong to: the main thread, or a
/// serial queue of its own.
///
/// A chain of calls that holds a queue already, directly or through other queues (A waits for B, which
/// waits for A), runs inline instead of waiting for itself. Where chains would wait for each other in a
/// cycle (one in A wants B, one in B wants A), one is let onto a queue whose holder waits, and the
/// holder does not go on there before it has left: as an actor serves others at `await`. If possible the
/// holder waits between two statements of a block, and never in the midst of a save. Where all are in
/// saves, the log names the queues, and they wait for good.
final class ContextQueue: @unchecked Sendable {
  // Sound: what changes is atomic, or reached under the monitor's lock only.

  /// The one queue of all contexts on the main thread.
  static let main = ContextQueue(worker: .main, title: "the main queue", isMain: true)

  /// What waits for its turn.
  private enum Turn {
    case job(@Sendable () -> Void)
    case chain(QueueTicket)
  }

  /// How a chain came onto a queue.
  private enum Entry {
    case inTurn
    /// Let in, on top of a chain that waits.
    case above(CallChain)
    /// Let in to read while the queue's holder lends it.
    case asReader(QueueLoan)
  }

  /// What it is called in reports.
  let label: String

  let isMain: Bool
  private let worker: DispatchQueue

  /// Who holds the queue while nobody else wants it: the address of the chain, 0 while the queue is
  /// free, and `watched` once somebody waits or a job is on its way. From then on until the queue is free
  /// again `holder` and `isTaken` tell, under the monitor's lock.
  private let owner = Atomic<UInt>(0)
  private static let watched: UInt = 1

  /// The chain that is on top of all that came onto the queue; for the main queue known while it waits
  /// or holds another.
  var holder: CallChain?
  /// Whether the queue is held, or a job is on its way to a thread.
  private var isTaken = false
  private var waiting: ArraySlice<Turn> = []

  /// How many saves of the queue's contexts are under way; a write transaction on a store's lock.
  private let saves = Atomic<Int>(0)

  /// How the holder lends the queue to reads; nil mostly.
  var loan: QueueLoan? {
    didSet { hasLoan.store(loan != nil, ordering: .releasing) }
  }
  private let hasLoan = Atomic(false)

  /// Whether there may be a loan; most look at this alone.
  var isLent: Bool { hasLoan.load(ordering: .acquiring) }

  private init(worker: DispatchQueue, title: String, isMain: Bool) {
    self.worker = worker
    label = title
    self.isMain = isMain
  }

  /// Makes a private serial queue.
  ///
  /// - Parameter title: what it is called in reports; nil for "the queue" and the label.
  convenience init(label: String, title: String? = nil) {
    self.init(
      worker: DispatchQueue(label: label), title: title ?? "the queue \(label)", isMain: false)
  }

  /// Marks the main queue, whose work an asynchronous program does on threads other than the main
  /// one once its `main` has waited for the first time.
  private static let mainMark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  /// The handle of the main thread, which no other thread ever gets; 0 until it has asked once.
  private static let mainThread = Atomic<UInt>(0)

  /// Foundation asks the kernel twice, each time.
  private static var isMainThread: Bool {
    let current = UInt(pthread_self())
    let known = mainThread.load(ordering: .relaxed)
    if known != 0 { return known == current }
    guard Thread.isMainThread else { return false }
    mainThread.store(current, ordering: .relaxed)
    return true
  }

  /// Whether the current thread does the main queue's work, or is the main thread.
  private static var isOnMain: Bool {
    isMainThread || DispatchQueue.getSpecific(key: mainMark) == true
  }

  /// Whether the current chain of calls holds this queue.
  var isHeld: Bool {
    (isMain && Self.isOnMain) || CallChain.current.holds(self)
  }

  /// Runs the body on the queue and waits for it; inline when the chain of calls holds the queue.
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

  /// Runs the body on the queue later, after what was enqueued before.
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

  /// Marks the beginning of a save of one of the queue's contexts; nobody is let in from then on.
  func beginSave() { saves.add(1, ordering: .relaxed) }

  /// Marks the moment from which a save's context agrees with what was written.
  func endSave() { saves.subtract(1, ordering: .relaxed) }

  // MARK: Where nobody waits

  /// Comes onto the queue if nobody holds it, without a look at any other queue.
  private func enterIfFree(_ chain: CallChain) -> Bool {
    owner.compareExchange(expected: 0, desired: chain.address, ordering: .acquiring).exchanged
  }

  private func leaveUnlessWatched(_ chain: CallChain) {
    let (isDone, _) = owner.compareExchange(
      expected: chain.address, desired: 0, ordering: .releasing)
    if !isDone { QueueMonitor.withLock { advance() } }
  }

  /// Sees to it that `holder` tells who holds the queue; the monitor's lock is held.
  func watch() {
    var known = owner.load(ordering: .relaxed)
    while known & Self.watched == 0 {
      let (isDone, current) = owner.compareExchange(
        expected: known, desired: Self.watched, ordering: .acquiringAndReleasing)
      if isDone {
        // Who leaves needs the lock from now on, and is there until then.
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

  /// Waits for the queue until something is so.
  ///
  /// The monitor's lock is held, and given back meanwhile.
  func wait(
    _ chain: CallChain, _ ticket: QueueTicket? = nil, from caller: QueueCaller,
    until isSo: () -> Bool
  ) {
    // The main thread holds the main queue without having come onto it.
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

  /// Lets a chain go on on the queue that it came to last, when others that were let in have left.
  private static func returnToHeldQueue(of chain: CallChain) {
    guard let queue = chain.heldQueue, !queue.isMain else { return }
    QueueMonitor.withLock {
      queue.wait(chain, from: .block) { !chain.isSuspended(on: queue) }
    }
  }

  /// Lets a chain that holds the queue come onto it once more, on top of others if need be.
  ///
  /// - Returns: nil where nobody is on top of the chain.
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

  /// Removes a ticket from those that wait; its chain runs from here on, awake or not yet.
  private func remove(_ ticket: QueueTicket) {
    waiting.removeAll { if case .chain(let other) = $0 { other === ticket } else { false } }
    ticket.isCalled = true
    ticket.chain.awaited = nil
  }

  /// Lets those who wait to read look whether they may.
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

  /// Gives the queue to what comes next.
  private func advance() {
    holder = nil
    switch waiting.popFirst() {
    case .job(let body): start(body)
    case .chain(let ticket):
      holder = ticket.chain
      ticket.isCalled = true
      ticket.chain.awaited = nil
      ticket.chain.wake()
      // Who is on top of it on the main thread may wait for this queue.
      if ticket.chain.isBelowOnMain { Self.breakCycle(through: ticket.chain) }
    case nil:
      isTaken = false
      waiting = []
      owner.store(0, ordering: .releasing)
    }
  }

  // MARK: Deadlocks

  /// Lets one chain of a cycle of waiting chains go on, if the chain is in one.
  ///
  /// Called whenever a chain begins to wait, or may be admitted again.
  static func breakCycle(through chain: CallChain) {
    let cycle = chain.waitCycle
    var best: (ticket: QueueTicket, queue: ContextQueue, cost: Int)?
    for ticket in cycle.chains.compactMap(\.ticket) where ticket.mayGoOn {
      guard let queue = ticket.chain.awaited, let holder = queue.holder,
        cycle.chains.contains(where: { $0 === holder })
      else { continue }
      // It is awake and about to read.
      if ticket.isReader, queue.loan?.isFree == true { return }
      guard queue.saves.load(ordering: .relaxed) == 0 else { continue }
      // A context's own work is soon done, and what it waits for is between two statements.
      let isAtWork = holder.queuesAtWork.contains { $0 === queue }
      let cost = (isAtWork ? 2 : 0) + (ticket.chain.queuesAtWork.isEmpty ? 1 : 0)
      if best.map({ cost < $0.cost }) ?? true { best = (ticket, queue, cost) }
    }
    if let best { return best.queue.admit(best.ticket) }
    if cycle.isClosed { ConcurrencyDebug.reportDeadlock(cycle.chains.compactMap(\.awaited?.label)) }
  }

  /// Lets a chain onto the queue, on top of the holder, which waits.
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

  /// Gives the queue back to the chain below the one that leaves.
  private func resume(_ below: CallChain) {
    holder = below
    below.resume(on: self)
    Self.breakCycle(through: below)
  }

  // MARK: The main thread

  /// Sends the body to the main thread, which runs it in its run loop, or at once where it waits for
  /// what the current chain of calls holds.
  private func onMainThread<Result>(
    _ chain: CallChain, from caller: QueueCaller, _ body: () throws -> Result
  ) rethrows -> Result {
    try onMainThread(chain, from: caller, body, rescue: { throw $0 })
  }

  private func onMainThread<Result>(
    _ chain: CallChain, from caller: QueueCaller, _ body: () throws -> Result,
    rescue: (any Error) throws -> Result
  ) rethrows -> Result {
    var result: Swift.Result<Result, any Error>?
    withoutActuallyEscaping(body) { body in
      let work = MainThreadWork { result = Swift.Result { try body() } }
      QueueMonitor.withLock {
        let ticket = QueueTicket(chain, work: work)
        waiting.append(.chain(ticket))
        chain.beginWait(ticket, from: caller)
        chain.awaited = self
        send(ticket)
        Self.breakCycle(through: chain)
        work.wait()
      }
    }
    switch result {
    case .success(let value): return value
    case .failure(let error): return try rescue(error)
    // Unreachable: the wait ends after the body ran, which sets the result first.
    case nil: preconditionFailure("work that was done has its result")
    }
  }

  /// Lets a chain go on on the main thread when that comes to it; the chain may be there by then.
  func send(_ ticket: QueueTicket) {
    worker.async {
      QueueMonitor.withLock {
        guard !ticket.isCalled else { return }
        self.remove(ticket)
        Self.run(ticket)
      }
    }
  }

  /// Lets the chain go on that was let in, on the main thread, which waits.
  private func doWork(of below: CallChain) {
    guard let ticket = below.mainThreadWork else { return }
    below.mainThreadWork = nil
    Self.run(ticket)
    resume(below)
  }

  /// Runs a chain's part on the main thread; the monitor's lock is given back meanwhile.
  private static func run(_ ticket: QueueTicket) {
    ticket.chain.endWait()
    ticket.chain.continueHere { ticket.work?.run() }
    ticket.work?.finish()
  }
}
