import ObjectModel
import ObjectStore

/// A save of a chain of contexts: plan, check, execute, apply in the whole chain, then notify.
///
/// A context's will-save hooks and notifications run before its plan is made. Later changes are made on
/// top of what the save writes, and belong to the next save.
struct ChainSave {
  /// From the context that was asked to save to the one nearest the store.
  private let chain: [ManagedObjectContext]

  /// What the stores must hold; nil for whatever.
  private let mark: StoreMark?

  init(_ chain: [ManagedObjectContext], since mark: StoreMark?) {
    self.chain = chain
    self.mark = mark
  }

  /// Saves; when it throws, nothing has changed anywhere.
  func run() throws {
    var begun: [ManagedObjectContext] = []
    defer { for context in begun { context.currentSave = nil } }
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
    let loans = ChainLoans(chain)
    defer { loans.end() }
    let commit = try execute(prepare, loans)
    let news = apply(commit, loans)
    for (context, news) in news { context.queue.performAndWait { context.tell(news) } }
  }

  private func execute(
    _ prepare: (ManagedObjectContext) throws -> Void, _ loans: ChainLoans
  ) throws -> Commit {
    var plans: [SavePlan] = []
    do {
      for context in chain {
        // The context's queue is taken back, and those of the others stay lent.
        try context.queue.performAndWait {
          try prepare(context)
          plans.insert(context.planSave(), at: 0)
        }
      }
      return try Commit(
        plans, to: chain[0].coordinator, since: mark, willCommit: loans.willCommit
      ) {
        // What has no rows in the plan is not touched until the save is applied.
        for (context, plan) in zip(chain, plans.reversed()) where !plan.isEmpty {
          loans.close(context)
        }
      }
    } catch {
      for context in chain.prefix(plans.count) {
        context.queue.performAndWait { context.abandonPlan() }
      }
      throw error
    }
  }

  /// Makes the contexts agree with what was written, from the store down.
  ///
  /// - Returns: what each context's observers are to be told.
  private func apply(_ commit: Commit, _ loans: ChainLoans) -> [(ManagedObjectContext, SaveNews)] {
    loans.closeAll()
    if !commit.isEmpty, let top = chain.last {
      top.advanceQueryGeneration()
      MergeRegistry.of(top.coordinator).announce(commit, except: chain.map { ObjectIdentifier($0) })
    }
    return chain.reversed().map { context in
      defer {
        // Another context on the queue may have to follow.
        if chain.first(where: { $0.queue === context.queue }) === context {
          loans.openAfterSave(context)
        }
      }
      return (context, context.apply(commit, isOrigin: context === chain[0]))
    }
  }
}
