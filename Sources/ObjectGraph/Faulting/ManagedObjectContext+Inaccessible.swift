import ObjectModel
import ObjectStore

/// Faults whose values cannot be read.
extension ManagedObjectContext {
  /// Reports why a fault could not be fired by something that cannot throw.
  ///
  /// Where the row is gone the object is not asked for again until it is refreshed, and where
  /// `shouldDeleteInaccessibleFaults` says so it counts as deleted. An object with unsaved changes
  /// never does: they are kept for the save, which says what stands against them.
  func recordInaccessible(_ object: ManagedObject, _ error: any Error) {
    let error = ObjectGraphError(error, otherwise: .persistentStoreOperation)
    record(error)
    guard error.code == .managedObjectReferentialIntegrity else { return }
    object.state.insert(.vanished)
    guard shouldDeleteInaccessibleFaults, !object.state.contains(.changed) else { return }
    object.state.insert(.deleted)
    tracker.pending.inaccessible.append(object)
    scheduleProcessing()
  }

  /// Drops what properties reported because of `PersistentStoreCoordinator.interrupt()`, for those
  /// who drop the work that it came upon.
  public func forgetInterruption() {
    tracker.conditions.errors.removeAll { $0.code == .userCancelled }
  }

  /// Lets an object whose row was gone be asked for again.
  func reconsider(_ object: ManagedObject) {
    guard object.state.contains(.vanished) else { return }
    object.state.remove(object.state.contains(.changed) ? .vanished : [.vanished, .deleted])
  }
}
