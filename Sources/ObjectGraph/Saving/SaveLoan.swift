import ObjectStore

/// The queue of a save's context nearest the store, lent to its children's reads whenever the save does
/// not use the context itself.
///
/// That queue alone: a read that goes on from there asks the stores, and never waits for the save.
struct SaveLoan {
  /// Nil where the queue cannot be lent.
  private let loan: QueueLoan?
  private let snapshot: PrecommitSnapshot

  /// - Parameter context: the one nearest the store.
  init(_ context: ManagedObjectContext) {
    snapshot = PrecommitSnapshot(of: context.coordinator)
    if case .coordinator = context.contextParent {
      loan = context.queue.makeLoan(snapshot)
    } else {
      loan = nil
    }
    loan?.open()
  }

  func willCommit() { snapshot.willCommit() }

  /// Takes the queue back.
  func close() { loan?.close() }

  /// Lends the queue again after the context has applied the save.
  func openAfterSave() {
    loan?.endSnapshot()
    loan?.open()
  }

  /// Gives the queue back to the save for good.
  func end() { loan?.end() }
}
