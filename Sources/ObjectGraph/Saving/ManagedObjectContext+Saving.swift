import Foundation
import ObjectModel
import ObjectStore

/// Saving into the parent, or through the whole chain of contexts in one transaction.
extension ManagedObjectContext {
  /// Saves the context's changes to the store, or into the parent context.
  ///
  /// If it throws, nothing has changed.
  ///
  /// Concurrent changes to the same objects, and violations of uniqueness constraints, are left to
  /// the `mergePolicy`; the default policy rejects them.
  ///
  /// - Throws: errors of properties that were rejected earlier; validation errors, combined under
  ///   code 1560 if there are several; 132001 if called during a save of this context; 133020 if an
  ///   object was changed elsewhere in the meantime, or objects elsewhere now refer to one that is
  ///   deleted here, with a report for each object in `mergeConflicts`; 133000 if a relationship
  ///   leads to an object that was deleted elsewhere; 133021 if a uniqueness constraint would be
  ///   violated, with `constraintConflicts`; errors of the merge policy and the store.
  public func save() throws {
    checkQueue()
    switch contextParent {
    case .coordinator, .generation: try saveThrough()
    case .context(let parent):
      // The parent is held from the start: acquiring it later would let another thread change it
      // first.
      try parent.performAndWait { parent in
        try beginSave()
        defer { tracker.endSave() }
        try prepareToSave()
        // Objects that could not be read may look empty.
        try coordinator.checkInterruption()
        let plan = planSave()
        for insert in plan.rows.inserts where insert.row.key < 0 {
          parent.identities.adopt(identities.identity(of: insert.row.key), of: insert.row.key)
        }
        parent.absorb(plan)
        let news = applySaveToParent()
        tracker.finishSave()
        tell(news)
        announce(plan, savedTo: parent)
      }
    }
  }

  /// Saves the changes of this context and of all its parents to the store in one transaction, and
  /// only then into the parents.
  ///
  /// If it throws, nothing has changed, neither in the store nor in a parent.
  ///
  /// - Throws: errors of `save()`.
  public func saveThrough() throws {
    checkQueue()
    try holdingChain { try ChainSave($0).run() }
  }

  /// Runs the body with this context and its parents, ending with the one nearest the store; all are
  /// held, so that nothing else can change or save them.
  func holdingChain<Result>(
    _ body: ([ManagedObjectContext]) throws -> Result
  ) rethrows -> Result {
    guard case .context(let parent) = contextParent else { return try body([self]) }
    return try parent.performAndWait { try $0.holdingChain { try body([self] + $0) } }
  }

  var isSaving: Bool { tracker.isSaving }

  /// Begins a save.
  ///
  /// - Throws: code 132001 during another one.
  func beginSave() throws {
    guard !isSaving else {
      throw ObjectGraphError(
        .recursiveSave, "save() was called while the same context is saving",
        repair: "change objects in willSave, and save again after the save")
    }
    tracker.beginSave(on: queue)
  }

  /// How many times willSave may change objects before the save fails.
  private static let willSaveLimit = 1000

  /// Ends the current event, calls willSave and validates the objects.
  func prepareToSave() throws {
    do {
      // Changes made in willSave are undone together with the earlier ones.
      let manager = undoManager
      let level = manager?.openGroup() ?? 0
      defer {
        manager?.closeGroup(downTo: level)
        manager?.endEvent()
      }
      try prepareObjects()
    }
    try validate()
  }

  private func prepareObjects() throws {
    processPendingChanges()
    catchUpWithParent()
    if !errors.isEmpty {
      let found = errors
      tracker.conditions.errors = bindings.problems
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
        // A call may delete a new object further along in the list.
        tracker.changes.visit { object in
          if object.contextReference === self { object.willSave() }
        }
      }
      reachRelatedObjects()
      objects = pendingObjects
      processPendingChanges()
      rounds += 1
      if rounds > Self.willSaveLimit, let object = objects?.first {
        throw object.makeError(
          "\(object) was still changing after willSave was called \(Self.willSaveLimit) times",
          code: .persistentStoreSave,
          repair: "change a property in willSave only when its value differs")
      }
    } while objects?.isEmpty == false
  }

  /// Validates all objects to be saved, and again if validation replaced a value or changed an
  /// object.
  ///
  /// Objects created by a migration are validated at its end.
  func validate() throws {
    guard settings.validatesObjects else { return }
    var rounds = 0
    repeat {
      processPendingChanges()
      var errors = ValidationErrors()
      tracker.changes.visit { object in
        if object.state.isDeletedInStore {
          // The row is already deleted in the store, so its relationships no longer matter.
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
          repair: "replace a value in a validation method only when it differs")
      }
    } while tracker.changes.hasUnreported || !tracker.pending.changedAgain.isEmpty
  }
}
