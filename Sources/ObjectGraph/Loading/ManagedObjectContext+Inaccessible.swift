import ObjectModel
import ObjectStore

/// Faults whose values cannot be read.
extension ManagedObjectContext {
  /// Reports why a property access, which cannot throw, failed to fire a fault.
  ///
  /// If the row is gone, it is not looked up again until the object is refreshed, and if
  /// `shouldDeleteInaccessibleFaults` is true, the object is treated as deleted. An object with
  /// unsaved changes never is: they are kept for the save, which reports the conflict.
  func recordInaccessible(_ object: ManagedObject, _ error: any Error) {
    let error = ObjectGraphError(error, otherwise: .persistentStoreOperation)
    record(error)
    guard error.code == .managedObjectReferentialIntegrity else { return }
    registry.recordMissingRow(of: object)
    guard shouldDeleteInaccessibleFaults, !object.state.isChanged else { return }
    tracker.recordMissing(object)
    scheduleProcessing()
  }

  /// Removes the errors that `PersistentStoreCoordinator.interrupt()` caused in property accesses,
  /// for callers that abandon the interrupted work.
  public func forgetInterruption() {
    tracker.conditions.errors.removeAll { $0.code == .userCancelled }
  }

  /// Makes an object whose row was gone look for it again.
  func reconsider(_ object: ManagedObject) {
    registry.seekAgain(object)
  }
}
