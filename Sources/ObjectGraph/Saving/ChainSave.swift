import ObjectModel
import ObjectStore

/// A save of a chain of contexts: plan, check, execute, apply in the whole chain, then notify.
///
/// A context's will-save hooks and notifications run before its plan is made. Later changes are made on
/// top of what the save writes, and belong to the next save.
struct ChainSave {
  /// From the context that was asked to save to the one nearest the store.
  private let chain: [ManagedObjectContext]

  /// The last of the chain.
  private let top: ManagedObjectContext

  init(_ chain: [ManagedObjectContext]) {
    self.chain = chain
    top = chain.last ?? chain[0]
  }

  /// Saves; when it throws, nothing has changed anywhere.
  func run() throws {
    var begun: [ManagedObjectContext] = []
    defer { for context in begun { context.tracker.save = nil } }
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

  /// Plans, writes, applies and tells what the contexts changed.
  ///
  /// - Parameter prepare: called for each context before its plan is made.
  private func save(_ prepare: (ManagedObjectContext) throws -> Void) throws {
    let loan = SaveLoan(top)
    defer { loan.end() }
    var news = apply(try execute(prepare, loan), loan)
    for context in chain {
      context.queue.performAndWait(from: .context) { context.tracker.save?.end() }
    }
    for context in chain.reversed() {
      // What is told goes with its telling: objects are let go of on their context's queue.
      context.queue.performAndWait(from: .context) { context.tell(news.removeFirst()) }
    }
  }

  private func execute(
    _ prepare: (ManagedObjectContext) throws -> Void, _ loan: SaveLoan
  ) throws -> Commit {
    var plans: [SavePlan] = []
    do {
      for context in chain {
        // A queue that is lent is taken back meanwhile.
        try context.queue.performAndWait(from: .context) {
          try prepare(context)
          plans.insert(context.planSave(), at: 0)
        }
      }
      return try Commit(plans, to: top.coordinator, willCommit: loan.willCommit) {
        // Where there are no rows in the plan, none that a read could meet is written to.
        let isTouched = zip(chain, plans.reversed()).contains { context, plan in
          context.queue === top.queue && !plan.isEmpty
        }
        if isTouched { loan.close() }
      }
    } catch {
      for context in chain.prefix(plans.count) {
        context.queue.performAndWait(from: .context) { context.abandonPlan() }
      }
      throw error
    }
  }

  /// Makes the contexts agree with what was written, from the store down.
  ///
  /// - Returns: what each context's observers are to be told, from the store down.
  private func apply(_ commit: Commit, _ loan: SaveLoan) -> [SaveNews] {
    loan.close()
    if !commit.isEmpty {
      top.advanceQueryGeneration()
      MergeRegistry.of(top.coordinator)
        .send(except: chain.map { ObjectIdentifier($0) }, commit)
    }
    return chain.reversed().map { context in
      context.queue.performAndWait(from: .context) {
        defer { if context === top { loan.openAfterSave() } }
        return context.apply(commit, isOrigin: context === chain[0])
      }
    }
  }
}
