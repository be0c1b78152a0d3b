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
        try beginSave()
        defer { tracker.save = nil }
        try prepareToSave()
        // What could not be read may have been taken for empty.
        try coordinator.checkInterruption()
        let plan = planSave()
        for insert in plan.rows.inserts where insert.row.key < 0 {
          parent.identities.adopt(identities.identity(of: insert.row.key), of: insert.row.key)
        }
        parent.absorb(plan)
        let news = applySaveToParent()
        tracker.save?.end()
        tell(news)
        announce(plan, savedTo: parent)
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
    try holdingParents { try ChainSave(chain).run() }
  }

  /// This context and its parents, from here to the one nearest the store.
  private var chain: [ManagedObjectContext] {
    var chain = [self]
    var parent = contextParent
    while case .context(let handle) = parent {
      let context = handle.performAndWait { $0 }
      chain.append(context)
      parent = context.contextParent
    }
    return chain
  }

  /// Runs the body while nobody else can change or save a parent.
  private func holdingParents<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard case .context(let handle) = contextParent else { return try body() }
    return try handle.performAndWait { try $0.holdingParents(body) }
  }

  var isSaving: Bool { tracker.save != nil }

  /// Begins a save.
  ///
  /// - Throws: code 132001 during another one.
  func beginSave() throws {
    guard tracker.save == nil else {
      throw ObjectGraphError(
        .recursiveSave, "save() was called while the same context is saving",
        repair: "change objects in willSave, and save again after the save")
    }
    tracker.save = ContextSave(on: queue)
  }

  /// How often willSave may change something before the save gives up.
  private static let willSaveLimit = 1000

  /// Ends the event, lets the objects prepare themselves and checks them.
  func prepareToSave() throws {
    if let manager = undoManager {
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
        // One of them may make a new object that comes later go away.
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

  /// Checks all that will be saved, and again when a check replaced a value or changed an object.
  ///
  /// What a migration makes is checked when all of it is made.
  func validate() throws {
    guard settings.validatesObjects else { return }
    var rounds = 0
    repeat {
      processPendingChanges()
      var errors = ValidationErrors()
      tracker.changes.visit { object in
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
    } while tracker.changes.hasUnreported || !tracker.pending.changedAgain.isEmpty
  }
}
