import ObjectModel
import ObjectStore

/// A save through a chain of contexts: plan, validate, execute, apply in the whole chain, then
/// notify.
///
/// A context's will-save hooks and notifications run before its plan is made. Later changes are
/// kept on top of what the save writes, and belong to the next save.
struct ChainSave {
  /// The contexts, from the one that was asked to save to the one nearest the store.
  private let chain: [ManagedObjectContext]

  /// The context nearest the store.
  private let top: ManagedObjectContext

  init(_ chain: [ManagedObjectContext]) {
    self.chain = chain
    top = chain.last ?? chain[0]
  }

  /// Saves; if it throws, nothing has changed.
  func run() throws {
    var begun: [ManagedObjectContext] = []
    defer { for context in begun { context.tracker.endSave() } }
    do {
      try save { context in
        try context.beginSave()
        begun.append(context)
        try context.prepareToSave()
      }
    } catch let error as ObjectGraphError where error.isConflict {
      try chain[0].resolvingConflicts(of: chain, after: error) { try save { try $0.validate() } }
    }
  }

  /// Plans, writes and applies the changes, and notifies observers.
  ///
  /// - Parameter prepare: called for each context before its plan is made.
  private func save(_ prepare: (ManagedObjectContext) throws -> Void) throws {
    let loan = lendQueue()
    defer { loan?.end() }
    let (commit, plans) = try execute(prepare, loan)
    var news = apply(commit, plans, loan)
    for context in chain {
      context.queue.performAndWait(from: .context) { context.tracker.finishSave() }
    }
    for context in chain.reversed() {
      // Each context's news is released as it is announced, because objects must be released on
      // their context's queue.
      context.queue.performAndWait(from: .context) { context.tell(news.removeFirst()) }
    }
  }

  /// Lends the queue of the context nearest the store to its children's reads, whenever the save
  /// does not use the context itself.
  ///
  /// Only that queue is lent: reads beyond it go to the stores, and never wait for the save.
  ///
  /// - Returns: nil if the queue cannot be lent.
  private func lendQueue() -> QueueLoan? {
    guard case .coordinator(let coordinator) = top.contextParent else { return nil }
    let loan = top.queue.makeLoan(PrecommitSnapshot(of: coordinator))
    loan?.open()
    return loan
  }

  /// Plans and writes the changes.
  ///
  /// - Returns: also the plans of the contexts, starting with the one nearest the store.
  private func execute(
    _ prepare: (ManagedObjectContext) throws -> Void, _ loan: QueueLoan?
  ) throws -> (Commit, [SavePlan]) {
    var plans: [SavePlan] = []
    do {
      for context in chain {
        // If the queue is lent, this takes it back in the meantime.
        try context.queue.performAndWait(from: .context) {
          try prepare(context)
          plans.insert(context.planSave(), at: 0)
        }
      }
      return (try top.coordinator.save(plans) { loan?.willCommit() }, plans)
    } catch {
      for context in chain.prefix(plans.count) {
        context.queue.performAndWait(from: .context) { context.abandonPlan() }
      }
      throw error
    }
  }

  /// Makes the contexts match what was written, starting with the one nearest the store.
  ///
  /// - Returns: the news for each context's observers, in the same order.
  private func apply(
    _ commit: Commit, _ plans: [SavePlan], _ loan: QueueLoan?
  ) -> [SaveNews] {
    loan?.close()
    if !commit.isEmpty {
      top.advanceQueryGeneration()
      MergeRegistry.of(top.coordinator)
        .send(except: chain.map { ObjectIdentifier($0) }, commit)
    }
    return zip(chain.reversed(), plans).map { context, plan in
      context.queue.performAndWait(from: .context) {
        defer { if context === top { loan?.openAfterSave() } }
        return context.apply(commit, plan, as: context === chain[0] ? .origin : .ancestor)
      }
    }
  }
}
