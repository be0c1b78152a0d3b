import ObjectModel
import ObjectStore

/// Conflicts found by a save, and their resolution.
extension ManagedObjectContext {
  /// Makes the next save fail, or consult its merge policy, if someone else has changed or deleted
  /// an object that is not changed here.
  ///
  /// Changed and deleted objects are always checked. The request applies until the context has been
  /// saved, rolled back or reset, and only to saves that have something to write; a save into a
  /// parent context passes it on to the parent's save. An object that is a fault is read now.
  ///
  /// - Throws: code 133000 if the object's row is gone, and errors of the store.
  public func detectConflicts(for object: ManagedObject) throws {
    guard object.contextReference === self else {
      throw ObjectGraphError(
        .invalidArgument, "\(object) belongs to another context",
        repair: "get it in this context with object(with: other.objectID)",
        objectID: object.objectID)
    }
    guard !object.isInserted else { return }
    try object.fireFault(forKey: nil)
    tracker.conditions.watched.append(object)
  }

  /// Whether `detectConflicts(for:)` was called with an object.
  package func isWatched(_ object: ManagedObject) -> Bool {
    tracker.conditions.watched.contains { $0 === object }
  }

  /// The maximum number of attempts; a concurrent writer may cause a new conflict each time.
  private static let resolutionLimit = 32

  /// Resolves the conflicts that a save failed with, and tries again until there are none left.
  ///
  /// - Parameters:
  ///   - chain: the contexts that are saved, this one first.
  ///   - save: saves the changes once more.
  /// - Throws: errors of the policy, validation errors, and errors of the store; then every object
  ///   of this context and its parents is restored.
  func resolvingConflicts(
    of chain: [ManagedObjectContext], after first: ObjectGraphError, _ save: () throws -> Void
  ) throws {
    let policy = mergePolicy
    guard !policy.refusesAll else {
      throw try ConflictFinder(chain, error: first).described
    }
    for context in chain {
      context.relationships.deliverInverses()
      context.tracker.beginResolution()
    }
    defer { for context in chain { context.tracker.endResolution() } }
    do {
      var error = first
      for _ in 0..<Self.resolutionLimit {
        let finder = try ConflictFinder(chain, error: error)
        guard !finder.isEmpty else { throw error }
        try settling(chain) {
          try policy.resolve(mergeConflicts: finder.list)
          return finder.list.compactMap { $0 as? MergeConflict }.flatMap(\.levels)
        }
        do {
          return try save()
        } catch let next as ObjectGraphError where next.isConflict {
          error = next
        }
      }
      throw try ConflictFinder(chain, error: error).described
    } catch {
      for context in chain.reversed() { context.revertResolution() }
      throw error
    }
  }

  /// Restores what resolving conflicts has changed, and notifies observers.
  private func revertResolution() {
    tracker.revertResolution(in: registry)
    var lists = ObjectLists()
    lists.refreshed = tracker.changes.filter { !$0.isDeleted }
    announceChange(lists)
  }

  /// Runs a body whose changes the user did not make and cannot undo.
  ///
  /// - Parameter body: returns the affected objects; those that still exist are notified.
  private func settling(
    _ chain: [ManagedObjectContext], _ body: () throws -> [ManagedObject]
  ) rethrows {
    let managers = chain.compactMap(\.undoManager)
    for manager in managers { manager.disableUndoRegistration() }
    defer { for manager in managers { manager.enableUndoRegistration() } }
    let settled = try body()
    let gone = chain.flatMap { $0.tracker.changes.filter { $0.state.isDeletedInStore } }
    let places = Set(gone.map(\.place))
    for context in chain.reversed() {
      context.relationships.deliverInverses()
      if !places.isEmpty { context.refaultReferrers(to: places) }
    }
    for object in settled where !object.isGone && !object.isFault {
      object.awake(fromSnapshotEvents: .mergePolicy)
    }
    for context in chain.reversed() { context.processPendingChanges() }
  }
}

extension ObjectGraphError {
  /// Whether this is a store's error that a merge policy may resolve.
  var isConflict: Bool {
    switch code {
    case .managedObjectMerge: details[.conflictList] != nil
    case .managedObjectConstraintMerge: details[.constraint] != nil
    default: false
    }
  }
}
