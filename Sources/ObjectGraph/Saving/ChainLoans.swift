import ObjectStore

/// The queues of the contexts of a save, lent to their children's reads whenever the save does not use
/// the contexts itself.
struct ChainLoans {
  private let loans: [(queue: ContextQueue, loan: QueueLoan)]
  private let snapshot: PrecommitSnapshot

  /// Lends what can be lent: queues of threads that can wait, over stores that can be read while they
  /// are written to.
  ///
  /// - Parameter chain: from the context that was asked to save to the one nearest the store.
  init(_ chain: [ManagedObjectContext]) {
    let snapshot = PrecommitSnapshot(of: chain[0].coordinator)
    self.snapshot = snapshot
    guard case .coordinator? = chain.last?.contextParent else {
      loans = []
      return
    }
    var loans: [(queue: ContextQueue, loan: QueueLoan)] = []
    for context in chain where !loans.contains(where: { $0.queue === context.queue }) {
      guard let loan = context.queue.makeLoan(snapshot) else { continue }
      loans.append((context.queue, loan))
    }
    self.loans = loans
    for (_, loan) in loans { loan.open() }
  }

  func willCommit() { snapshot.willCommit() }

  /// Takes the queue of a context back for as long as the loan is not opened again.
  func close(_ context: ManagedObjectContext) { loan(of: context)?.close() }

  func closeAll() { for (_, loan) in loans { loan.close() } }

  /// Lends the queue of a context that has applied the save.
  func openAfterSave(_ context: ManagedObjectContext) {
    loan(of: context)?.endSnapshot()
    loan(of: context)?.open()
  }

  /// Gives all queues back to the save.
  func end() { for (_, loan) in loans.reversed() { loan.end() } }

  private func loan(of context: ManagedObjectContext) -> QueueLoan? {
    loans.first { $0.queue === context.queue }?.loan
  }
}
