import ObjectModel
import ObjectStore

/// Keeps memory usage constant while many objects pass through a context, as in a long import:
/// saves, turns objects into faults and clears the coordinator's cache.
///
///     for (count, row) in rows.enumerated() {
///       insert(row, into: context)
///       if count % 5000 == 4999 { try Faulter.saveAndFault(context) }
///     }
///
/// A fault keeps its identity and its place in relationships, and is read again when it is used;
/// unreferenced objects are freed. To-many relationships release their members as well, so that
/// objects that only reference each other through many-to-many relationships are freed too;
/// otherwise, they live until `refreshAllObjects()`, `reset()`, or the end of their context.
public enum Faulter {
  /// Saves a context and its parents to the store in one transaction, turns all their clean objects
  /// into faults and removes the coordinator's cached rows.
  ///
  /// Visits every registered object of each context.
  ///
  /// - Throws: errors of `ManagedObjectContext.saveThrough()`; then nothing has been turned into a
  ///   fault.
  public static func saveAndFault(_ context: ManagedObjectContext) throws {
    try context.saveThrough()
    context.holdingChain { chain in
      for context in chain {
        context.refreshAllObjects()
        context.processPendingChanges()
      }
    }
    context.coordinator.forgetRows()
  }

  /// Turns one object into a fault in this context and its parents, and removes its row from the
  /// coordinator's cache, after saving the changes of these contexts.
  ///
  /// Has no effect on an object that is not registered.
  ///
  /// - Throws: errors of `ManagedObjectContext.saveThrough()`; then nothing has been turned into a
  ///   fault.
  public static func faultObject(
    with objectID: ManagedObjectID, in context: ManagedObjectContext
  ) throws {
    if context.holdingChain({ $0.contains(where: \.hasChanges) }) { try context.saveThrough() }
    let id = objectID.current
    context.holdingChain { chain in
      for context in chain {
        guard let object = context.registeredObject(for: id), !object.hasChanges else { continue }
        context.refresh(object, mergeChanges: false)
        context.processPendingChanges()
      }
    }
    context.coordinator.forgetRow(of: id)
  }
}
