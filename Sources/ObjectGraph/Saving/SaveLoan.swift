import ObjectStore

/// Lends the queue of a save's context nearest the store to its children's reads, whenever the save
/// does not use the context itself.
///
/// Only that queue is lent: reads beyond it go to the stores, and never wait for the save.
struct SaveLoan {
  /// Nil if the queue cannot be lent.
  private let loan: QueueLoan?
  private let snapshot: PrecommitSnapshot

  /// - Parameter context: the context nearest the store.
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

  /// Ends the loan.
  func end() { loan?.end() }
}
