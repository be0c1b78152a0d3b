import Foundation
import ObjectModel
import ObjectStore

/// Saving: one level, or through the whole chain of contexts in one transaction.
extension ManagedObjectContext {
  /// Saves the context's changes: to the store, or into the parent context.
  ///
  /// When it throws, nothing has changed anywhere.
  ///
  /// What someone else changed meanwhile, and what would break a uniqueness constraint, is left to
  /// the `mergePolicy`, which refuses it by itself.
  ///
  /// - Throws: the errors of properties that were refused before; validation errors, under code
  ///   1560 when there are more than one; 132001 when called during a save of this context; 133020
  ///   when someone else changed an object meanwhile, or made others refer to one that is deleted
  ///   here, with a report for each object in `mergeConflicts`; 133000 when a relationship leads to
  ///   an object that someone else deleted; 133021 when a uniqueness constraint would be broken,
  ///   with `constraintConflicts`; what the merge policy throws; and what the store reports.
  public func save() throws {
    checkQueue()
    switch contextParent {
    case .coordinator, .generation: try saveThrough()
    case .context(let parent):
      // Held from the start: who waits for the parent in the midst of a save
      // may be passed by another.
      try parent.performAndWait { parent in
        try saving {
          try prepareToSave()
          // What could not be read may have been taken for empty.
          try coordinator.checkInterruption()
          let changes = collectChanges()
          asking {
            parent.absorb(changes)
            finishChildSave()
          }
          announce(changes, savedTo: parent)
        }
      }
    }
  }

  /// Saves the changes of this context and of all its parents to the store in one transaction, and
  /// only then into the parents.
  ///
  /// When it throws, nothing has changed anywhere: neither in the store nor in a parent.
  ///
  /// - Throws: as `save()`.
  public func saveThrough() throws {
    checkQueue()
    try holdingParents {
      try saving {
        try prepareToSave()
        do {
          _ = try saveChain(below: [], origins: [], since: requiredMark)
        } catch let error as ObjectGraphError where error.isConflict {
          try saveResolvingConflicts(after: error)
        }
      }
    }
  }

  /// Saves as `saveThrough()` does, unless somebody has written to the stores since a moment.
  ///
  /// For rules about more rows than a save writes: between what was read after the mark, and the
  /// save, nobody came in.
  ///
  ///     let mark = try coordinator.mark()
  ///     guard try context.count(for: others) == 0 else { throw … }
  ///     try context.saveThrough(ifUnchangedSince: mark)
  ///
  /// Whoever saved through the same coordinator counts as well, this context included; where several
  /// stores are written to, each is looked at, and the others are not. Objects that were read before
  /// the mark may be older than it.
  ///
  /// - Throws: code 133020 with `isLateForStore` when somebody has; otherwise as `save()`. Then
  ///   nothing has changed anywhere.
  public func saveThrough(ifUnchangedSince mark: StoreMark) throws {
    checkQueue()
    let former = requiredMark
    requiredMark = mark
    defer { requiredMark = former }
    try saveThrough()
  }

  /// Saves the chain after a merge policy changed objects to settle conflicts.
  func saveAgain() throws {
    try validate()
    _ = try saveChain(below: [], origins: [], since: requiredMark, isPrepared: true)
  }

  /// Runs the body while nobody else can change or save a parent.
  private func holdingParents<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard case .context(let handle) = contextParent else { return try body() }
    return try handle.performAndWait { try $0.holdingParents(body) }
  }

  private func saving<Result>(_ body: () throws -> Result) throws -> Result {
    guard !isSaving else {
      throw ObjectGraphError(
        .recursiveSave, "save() was called while the same context is saving",
        repair: "change objects in willSave, and save again after the save")
    }
    isSaving = true
    defer { isSaving = false }
    return try body()
  }

  /// How often willSave may change something before the save gives up.
  private static let willSaveLimit = 1000

  /// Ends the event, lets the objects prepare themselves and checks them.
  private func prepareToSave() throws {
    if let manager = undoRecorder?.manager {
      // What willSave changes is undone together with what was changed before it.
      let level = manager.openGroup()
      defer {
        manager.closeGroup(downTo: level)
        manager.endEvent()
      }
      try prepareObjects()
    } else {
      try prepareObjects()
    }
    try validate()
  }

  private func prepareObjects() throws {
    processPendingChanges()
    catchUpWithParent()
    if !errors.isEmpty {
      let found = errors
      errors = bindings.problems
      var collected = ValidationErrors()
      for error in found { collected.add(error) }
      try collected.throwAll()
    }
    post(Self.willSaveObjectsNotification, userInfo: [:])
    var objects: [ManagedObject]? = nil
    var rounds = 0
    repeat {
      if let objects {
        for object in objects where object.contextReference === self { object.willSave() }
      } else {
        // One of them may make a new object that comes later go away.
        changes.visit { object in
          if object.contextReference === self { object.willSave() }
        }
      }
      reachRelatedObjects()
      objects = pendingObjects
      processPendingChanges()
      rounds += 1
      if rounds > Self.willSaveLimit, let object = objects?.first {
        throw ObjectGraphError(
          .persistentStoreSave,
          "\(object) was still changing after willSave was called \(Self.willSaveLimit) times",
          repair: "change a property in willSave only when its value differs",
          entityName: object.layout.name, objectID: object.objectID)
      }
    } while objects?.isEmpty == false
  }

  /// Checks all that will be saved, and again when a check replaced a value or changed an object.
  private func validate() throws {
    var rounds = 0
    repeat {
      processPendingChanges()
      var errors = ValidationErrors()
      changes.visit { object in
        if object.state.contains(.settledDeletion) {
          // The store has taken it away, whatever its relationships say.
        } else if object.isDeleted {
          errors.collect { try object.validateForDelete() }
        } else if object.isInserted {
          errors.collect { try object.validateForInsert() }
        } else {
          errors.collect { try object.validateForUpdate() }
        }
      }
      try errors.throwAll()
      rounds += 1
      if rounds > Self.willSaveLimit {
        throw ObjectGraphError(
          .persistentStoreSave,
          "objects were still changing after they were validated \(Self.willSaveLimit) times",
          repair: "replace a value in a check only when it differs")
      }
    } while changes.hasUnreported || !pending.changedAgain.isEmpty
  }

  // MARK: Through the chain

  /// Saves this context's changes together with those of the contexts below it.
  ///
  /// - Parameters:
  ///   - below: from the child of this context to the one that is being saved.
  ///   - origins: those contexts, which fold the commit themselves.
  ///   - mark: what the stores must hold; nil for whatever.
  ///   - isPrepared: whether the parents' objects were told of the save before.
  private func saveChain(
    below: [ContextChanges], origins: [ObjectIdentifier], since mark: StoreMark?,
    isPrepared: Bool = false
  ) throws -> Commit {
    let chain = [collectChanges()] + below
    let origins = origins + [ObjectIdentifier(self)]
    let commit: Commit
    switch contextParent {
    case .coordinator, .generation:
      commit = try Commit(chain, to: coordinator, since: mark)
      if !commit.isEmpty {
        advanceQueryGeneration()
        MergeRegistry.of(coordinator).announce(commit, except: origins)
      }
    case .context(let parent):
      commit = try parent.performAndWait { parent in
        try parent.saving {
          if isPrepared { try parent.validate() } else { try parent.prepareToSave() }
          return try parent.saveChain(
            below: chain, origins: origins, since: mark, isPrepared: isPrepared)
        }
      }
    }
    fold(commit, isOrigin: below.isEmpty)
    return commit
  }
}
