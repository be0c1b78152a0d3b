import Dispatch
import Foundation
import Synchronization

/// The queue that a context and its objects belong to: the main thread, or a
/// serial queue of its own.
///
/// Waiting never ends in a deadlock. A chain of calls that holds a queue already, directly
/// or through other queues (A waits on B, which waits on A), runs inline instead of
/// waiting for itself. Where two chains would wait for each other (one in A wants B, one
/// in B wants A), the second is let in: the first stands still in a call that waits, and
/// goes on when the second is through.
final class ContextQueue: @unchecked Sendable {
  // Sound: what changes is atomic, or reached under the monitor's lock only.

  /// The one queue of all contexts on the main thread.
  static let main = ContextQueue(worker: .main, isMain: true)

  /// What waits for its turn.
  private enum Turn {
    case job(@Sendable () -> Void)
    case thread(Ticket)
  }

  /// A thread's place in the line.
  private final class Ticket {
    let thread: QueueThread
    /// Whether it only reads, and may do so on a queue that is lent.
    let isReader: Bool
    var isCalled = false

    init(_ thread: QueueThread, isReader: Bool) {
      self.thread = thread
      self.isReader = isReader
    }
  }

  /// How a thread came onto a queue.
  private struct Entry {
    /// The threads that wait for it, the queue's holder first, where it came before its turn.
    var heldUp: [QueueThread]?
    /// It reads while the queue's holder lends it.
    var loan: QueueLoan?
    /// It does the main queue's work, and held no other queue before.
    var isFromMain = false
  }

  let isMain: Bool
  private let worker: DispatchQueue

  /// Who holds the queue while nobody else wants it: the address of the thread, 0 while the queue is
  /// free, and `watched` once somebody waits or a job is on its way. From then on until the queue is free
  /// again `holder` and `isTaken` tell, under the monitor's lock.
  private let owner = Atomic<UInt>(0)
  private static let watched: UInt = 1

  /// The thread that runs on the queue; for the main queue known while it waits or holds another.
  var holder: QueueThread?
  /// Whether the queue is held, or a job is on its way to a thread.
  private var isTaken = false
  private var line: ArraySlice<Turn> = []

  /// How the holder lends the queue to reads; nil mostly.
  var loan: QueueLoan? {
    didSet { hasLoan.store(loan != nil, ordering: .releasing) }
  }
  private let hasLoan = Atomic(false)

  /// Whether there may be a loan; most look at this alone.
  var isLent: Bool { hasLoan.load(ordering: .acquiring) }

  private init(worker: DispatchQueue, isMain: Bool) {
    self.worker = worker
    self.isMain = isMain
  }

  /// Makes a private serial queue.
  convenience init(label: String) {
    self.init(worker: DispatchQueue(label: label), isMain: false)
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

  /// What it is called in reports.
  var label: String { isMain ? "the main queue" : "the queue \(worker.label)" }

  /// Whether the current chain of calls holds this queue.
  var isHeld: Bool {
    (isMain && Self.isOnMain) || HeldQueues.contains(self)
  }

  /// Runs the body on the queue and waits for it; inline when the chain of calls holds the queue.
  ///
  /// - Parameter asReader: whether it only reads, and may do so in the midst of the holder's save.
  func performAndWait<Result>(
    asReader: Bool = false, _ body: () throws -> Result
  ) rethrows -> Result {
    if isHeld {
      guard let loan = ownOpenLoan else { return try body() }
      loan.close()
      defer { loan.open() }
      return try body()
    }
    // What the chain holds goes along: a body that is sent to the main thread still belongs to it.
    let outer = HeldQueues.current
    if isMain { return try onMainThread { try HeldQueues.holding(self, outer: outer, body) } }
    let thread = QueueThread.current
    if enterIfFree(thread) {
      defer { leaveUnlessWatched(thread) }
      return try HeldQueues.holding(self, outer: outer, body)
    }
    let entry = enter(asReader: asReader)
    defer { leave(entry) }
    return try HeldQueues.holding(self, outer: outer, body)
  }

  /// Runs the body on the queue later, after what was enqueued before.
  func enqueue(_ body: @escaping @Sendable () -> Void) {
    guard !isMain else {
      worker.async { HeldQueues.holding(self, outer: nil, body) }
      return
    }
    QueueMonitor.withLock {
      watch()
      if isTaken {
        line.append(.job(body))
      } else {
        isTaken = true
        start(body)
      }
    }
  }

  // MARK: Where nobody waits

  /// Comes onto the queue if nobody holds it, without a look at any other queue.
  private func enterIfFree(_ thread: QueueThread) -> Bool {
    owner.compareExchange(expected: 0, desired: thread.address, ordering: .acquiring).exchanged
  }

  private func leaveUnlessWatched(_ thread: QueueThread) {
    let (isDone, _) = owner.compareExchange(
      expected: thread.address, desired: 0, ordering: .releasing)
    if !isDone { QueueMonitor.withLock { goOn() } }
  }

  /// Sees to it that `holder` tells who holds the queue; the monitor's lock is held.
  func watch() {
    var known = owner.load(ordering: .relaxed)
    while known & Self.watched == 0 {
      let (isDone, current) = owner.compareExchange(
        expected: known, desired: Self.watched, ordering: .acquiringAndReleasing)
      if isDone {
        // Who leaves needs the lock from now on, and is there until then.
        holder = QueueThread.at(known)
        isTaken = known != 0
        return
      }
      known = current
    }
  }

  // MARK: Taking turns

  private func start(_ body: @escaping @Sendable () -> Void) {
    worker.async {
      QueueMonitor.withLock { self.holder = QueueThread.current }
      HeldQueues.holding(self, outer: nil, body)
      QueueMonitor.withLock { self.goOn() }
    }
  }

  /// Waits for the current thread's turn.
  private func enter(asReader: Bool) -> Entry {
    let isOnMain = Self.isOnMain
    let ticket = asReader ? makeLoanTicket() : nil
    return QueueMonitor.withLock {
      let thread = QueueThread.current
      var entry = Entry()
      if isOnMain, Self.main.holder == nil {
        Self.main.holder = thread
        entry.isFromMain = true
      }
      watch()
      if !isTaken {
        isTaken = true
        holder = thread
      } else if let heldUp = threadsHeldUp(by: thread) {
        entry.heldUp = heldUp
        for waiting in heldUp { waiting.earlyEntryCount += 1 }
      } else if let ticket, let loan = borrow(ticket, by: thread) {
        entry.loan = loan
      } else {
        entry.loan = wait(thread, isOnMain: isOnMain, asReader: asReader)
      }
      return entry
    }
  }

  /// Waits in line.
  ///
  /// - Returns: the loan with which a read came onto the queue before its turn.
  private func wait(_ thread: QueueThread, isOnMain: Bool, asReader: Bool) -> QueueLoan? {
    let ticket = Ticket(thread, isReader: asReader)
    line.append(.thread(ticket))
    thread.awaited = self
    while !ticket.isCalled {
      if let loan = borrowBeforeTurn(ticket) { return loan }
      if isOnMain, let other = threadThatNeedsMain {
        // The queue's holder needs the main thread first.
        Self.run(other, by: thread)
        thread.awaited = self
      } else if !ticket.isCalled {
        QueueMonitor.wait(thread)
      }
    }
    return nil
  }

  private func borrowBeforeTurn(_ ticket: Ticket) -> QueueLoan? {
    // Who came into what the thread holds counts on its waiting.
    while ticket.isReader, !ticket.isCalled, ticket.thread.earlyEntryCount == 0, let loan,
      loan.isOpen,
      loan.borrower == nil
    {
      var ready: QueueLoan.Ticket?
      QueueMonitor.withoutLock { ready = makeLoanTicket() }
      guard let ready, !ticket.isCalled, ticket.thread.earlyEntryCount == 0 else { return nil }
      guard let loan = borrow(ready, by: ticket.thread) else { continue }
      line.removeAll { if case .thread(let other) = $0 { other === ticket } else { false } }
      ticket.thread.awaited = nil
      return loan
    }
    return nil
  }

  /// Lets those who wait to read look whether they may.
  func wakeReaders() {
    for case .thread(let ticket) in line where ticket.isReader { ticket.thread.wake() }
  }

  /// Waits until the read that is on the queue is through.
  func waitForBorrower(of loan: QueueLoan) {
    let thread = loan.lender
    let isOnMain = Self.isOnMain
    while loan.borrower != nil {
      thread.awaited = self
      if isOnMain, let other = threadThatNeedsMain {
        Self.run(other, by: thread)
      } else {
        QueueMonitor.wait(thread)
      }
    }
    thread.awaited = nil
  }

  private func leave(_ entry: Entry) {
    QueueMonitor.withLock {
      if entry.isFromMain { Self.main.holder = nil }
      if let loan = entry.loan {
        giveBack(loan)
      } else if let heldUp = entry.heldUp {
        for waiting in heldUp {
          waiting.earlyEntryCount -= 1
          waiting.wake()
        }
      } else {
        goOn()
      }
    }
  }

  /// Gives the queue to what comes next.
  private func goOn() {
    holder = nil
    switch line.popFirst() {
    case .job(let body): start(body)
    case .thread(let ticket):
      holder = ticket.thread
      ticket.isCalled = true
      ticket.thread.awaited = nil
      ticket.thread.wake()
    case nil:
      isTaken = false
      line = []
      owner.store(0, ordering: .releasing)
    }
  }

  /// The queue's holder, and those that it waits for, where the last of them waits for what a thread
  /// holds; nil where the holder does not wait for the thread.
  private func threadsHeldUp(by thread: QueueThread) -> [QueueThread]? {
    var found: [QueueThread] = []
    var place: ContextQueue? = self
    var wasAtMain = false
    while let queue = place, let holder = queue.holder {
      if holder === thread { return found }
      // The main thread is about to run work for one of these.
      if queue.isMain, wasAtMain { return nil }
      if queue.isMain { wasAtMain = true }
      found.append(holder)
      place = holder.awaited
    }
    return nil
  }

  // MARK: The main thread

  /// Sends the body to the main thread, which runs it in its run loop, or at once where it waits
  /// for a queue that the current chain of calls holds.
  private func onMainThread<Result>(_ body: () throws -> Result) rethrows -> Result {
    try onMainThread(body, rescue: { throw $0 })
  }

  private func onMainThread<Result>(
    _ body: () throws -> Result, rescue: (any Error) throws -> Result
  ) rethrows -> Result {
    var result: Swift.Result<Result, any Error>?
    withoutActuallyEscaping(body) { body in
      wait(for: MainThreadWork { result = Swift.Result { try body() } })
    }
    switch result {
    case .success(let value): return value
    case .failure(let error): return try rescue(error)
    // Unreachable: `wait(for:)` returns after the body ran, which sets the result first.
    case nil: preconditionFailure("work that was done has its result")
    }
  }

  private func wait(for work: MainThreadWork) {
    QueueMonitor.withLock {
      let thread = QueueThread.current
      thread.mainThreadWork = work
      thread.awaited = self
      worker.async {
        QueueMonitor.withLock { if work.begin() { Self.carryOut(work, for: thread) } }
      }
      holder?.wake()
      while !work.isDone { QueueMonitor.wait(thread) }
    }
  }

  /// A thread that waits for the main thread and that this queue's holder is, or waits for.
  private var threadThatNeedsMain: QueueThread? {
    var place: ContextQueue? = self
    while let queue = place, !queue.isMain, let holder = queue.holder {
      if let work = holder.mainThreadWork, !work.isBegun, holder.earlyEntryCount == 0 {
        return holder
      }
      place = holder.awaited
    }
    return nil
  }

  /// Runs another thread's work on the main thread, which waits for a queue.
  private static func run(_ other: QueueThread, by thread: QueueThread) {
    guard let work = other.mainThreadWork, work.begin() else { return }
    thread.awaited = nil
    carryOut(work, for: other)
  }

  /// Runs work for another thread; the monitor's lock is given back meanwhile.
  private static func carryOut(_ work: MainThreadWork, for thread: QueueThread) {
    QueueMonitor.withoutLock { work.run() }
    work.finish()
    // From here on it goes on, awake or not yet: nobody may be let in to where it runs.
    thread.mainThreadWork = nil
    thread.awaited = nil
    thread.wake()
  }
}
