import ObjectModel
import ObjectStore

/// Conflicts that a save runs into, and what becomes of them.
extension ManagedObjectContext {
  /// Lets the next save fail, or its merge policy decide, when someone else changed or deleted an
  /// object that is not changed here.
  ///
  /// Changed and deleted objects are looked at anyway. It holds until the context was saved, rolled
  /// back or reset, and for a save that has something to write; a save into a parent context leaves
  /// it to the parent's save. An object that has not been read is read now.
  ///
  /// - Throws: code 133000 when the object's row is gone, and what the store reports.
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

  /// Whether an object is one that `detectConflicts(for:)` was called with.
  package func isWatched(_ object: ManagedObject) -> Bool {
    tracker.conditions.watched.contains { $0 === object }
  }

  /// How often a save is tried again; someone who keeps on writing may be faster each time.
  private static let resolutionLimit = 32

  /// Settles the conflicts that a save ended in, and tries again, until nothing stands against it.
  ///
  /// - Parameters:
  ///   - chain: the contexts that are saved, this one first.
  ///   - save: saves the changes once more.
  /// - Throws: what the policy throws, validation errors, and what the store reports; then every
  ///   object of this context and its parents is as it was.
  func resolvingConflicts(
    of chain: [ManagedObjectContext], after first: ObjectGraphError, _ save: () throws -> Void
  ) throws {
    let policy = mergePolicy
    guard !policy.refusesAll else {
      throw try ConflictFinder(chain, error: first).described
    }
    let checkpoints = chain.map { ContextCheckpoint($0) }
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
      for checkpoint in checkpoints.reversed() { checkpoint.restore() }
      throw error
    }
  }

  /// Runs a body whose changes are none that the user made and could undo.
  ///
  /// - Parameter body: gives the objects that it was about, which are told if they are still here.
  private func settling(
    _ chain: [ManagedObjectContext], _ body: () throws -> [ManagedObject]
  ) rethrows {
    let managers = chain.compactMap(\.undoManager)
    for manager in managers { manager.disableUndoRegistration() }
    defer { for manager in managers { manager.enableUndoRegistration() } }
    let settled = try body()
    let gone = chain.flatMap { $0.tracker.changes.filter { $0.state.contains(.settledDeletion) } }
    let places = Set(gone.map(\.place))
    for context in chain.reversed() {
      context.deliverInverses()
      if !places.isEmpty { context.refaultReferrers(to: places) }
    }
    for object in settled where !object.isGone && !object.isFault {
      object.awake(fromSnapshotEvents: .mergePolicy)
    }
    for context in chain.reversed() { context.processPendingChanges() }
  }
}

extension ObjectGraphError {
  /// Whether this is a store's refusal that a merge policy may settle.
  var isConflict: Bool {
    switch code {
    case .managedObjectMerge: details[Self.conflictListKey] is [StoreConflict]
    case .managedObjectConstraintMerge: details["constraint"] != nil
    default: false
    }
  }
}
