import Foundation
import ObjectModel
import ObjectStore

/// Saving: one level, or through the whole chain of contexts in one transaction.
extension ManagedObjectContext {
  /// Saves the context's changes: to the store, or into the parent context.
  ///
  /// When it throws, nothing has changed anywhere.
  ///
  /// - Throws: the errors of properties that were refused before; validation errors, under code 1560
  ///   when there are more than one; 132001 when called during a save of this context; 133020 when
  ///   someone else changed an object meanwhile, or made others refer to one that is deleted here;
  ///   133000 when a relationship leads to an object that someone else deleted; 133021 when a
  ///   uniqueness constraint would be broken; and what the store reports.
  public func save() throws {
    switch contextParent {
    case .coordinator: try saveThrough()
    case .context(let parent):
      try saving {
        try prepareToSave()
        let changes = collectChanges()
        parent.performAndWait { $0.absorb(changes) }
        finishChildSave()
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
    try holdingParents {
      try saving {
        try prepareToSave()
        _ = try saveChain(below: [], origins: [])
      }
    }
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
    processPendingChanges()
    catchUpWithParent()
    if !errors.isEmpty {
      let found = errors
      errors = bindings.problems
      try ObjectValidator.throwAll(found)
    }
    post(Self.willSaveObjectsNotification, userInfo: [:])
    var objects: [ManagedObject]? = nil
    var rounds = 0
    repeat {
      if let objects {
        for object in objects { object.willSave() }
      } else {
        changes.visit { $0.willSave() }
      }
      objects = pendingObjects
      processPendingChanges()
      rounds += 1
      if rounds > Self.willSaveLimit {
        throw ObjectGraphError(
          .persistentStoreSave,
          "objects were still changing after willSave was called \(Self.willSaveLimit) times",
          repair: "change a property in willSave only when its value differs")
      }
    } while objects?.isEmpty == false
    try validate()
  }

  private func validate() throws {
    var errors: [ObjectGraphError] = []
    func check(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch let error as ObjectGraphError {
        errors += error.code == .validationMultipleErrors ? error.underlyingErrors : [error]
      }
    }
    try changes.visit { object in
      if object.isDeleted {
        try check { try object.validateForDelete() }
      } else if object.isInserted {
        try check { try object.validateForInsert() }
      } else {
        try check { try object.validateForUpdate() }
      }
    }
    try ObjectValidator.throwAll(errors)
  }

  // MARK: Through the chain

  /// Saves this context's changes together with those of the contexts below it.
  ///
  /// - Parameters:
  ///   - below: from the child of this context to the one that is being saved.
  ///   - origins: those contexts, which fold the commit themselves.
  private func saveChain(
    below: [ContextChanges], origins: [ObjectIdentifier]
  ) throws -> Commit {
    let chain = [collectChanges()] + below
    let origins = origins + [ObjectIdentifier(self)]
    let commit: Commit
    switch contextParent {
    case .coordinator(let coordinator):
      commit = try Commit(chain, to: coordinator)
      if !commit.isEmpty {
        MergeRegistry.of(coordinator).announce(commit, except: origins)
      }
    case .context(let parent):
      commit = try parent.performAndWait { parent in
        try parent.saving {
          try parent.prepareToSave()
          return try parent.saveChain(below: chain, origins: origins)
        }
      }
    }
    fold(commit, isOrigin: below.isEmpty)
    return commit
  }

  /// The unsaved changes as values.
  func collectChanges() -> ContextChanges {
    var collected = ContextChanges()
    var lastMask: UInt64 = 0
    var lastLayout: EntityLayout?
    var lastChanged: [Int] = []
    changes.visit { object in
      let layout = object.layout
      if object.isDeleted {
        // One that was never read has no version to compare with the store's.
        if object.row == nil { object.fulfillFault() }
        collected.rows.deletes.append(
          .init(
            layout: layout, key: object.key, expectedVersion: object.knownVersion,
            row: object.snapshot ?? object.row))
        return
      }
      let changesJoins = object.toManys != nil && collectJoins(of: object, into: &collected.joins)
      if let row = object.row, object.state.contains(.ownsRow) {
        resolveReferences(in: row, layout)
      }
      if object.isInserted {
        if let row = object.row {
          object.state.insert(.inSave)
          collected.rows.inserts.append(.init(layout: layout, row: row))
        }
        return
      }
      let mask = object.changedStoredMask()
      guard mask != 0 || changesJoins else {
        object.state.remove(.inSave)
        return
      }
      // Consecutive objects mostly change the same properties and then share one array.
      if mask != lastMask || layout !== lastLayout || mask >> 63 != 0 {
        (lastMask, lastLayout) = (mask, layout)
        lastChanged = object.changedStoredProperties(withUntracked: true)
      }
      if !object.state.contains(.ownsRow), object.fulfillFault() { object.takeOwnRow() }
      guard let row = object.row else { return }
      object.state.insert(.inSave)
      collected.rows.updates.append(
        .init(
          layout: layout, row: row, changed: lastChanged, expectedVersion: object.knownVersion))
    }
    return collected
  }

  /// Replaces temporary references to objects that were saved meanwhile.
  private func resolveReferences(in row: Row, _ layout: EntityLayout) {
    guard !permanentKeys.isEmpty else { return }
    for property in layout.toOnes where !row.isNull(property.index) {
      let reference = row.integer(slot: property.slot)
      guard reference < 0, let key = permanentKeys[reference] else { continue }
      row.set(property.index, slot: property.slot, integer: key)
    }
  }

  /// - Returns: whether anything entered or left a join table.
  private func collectJoins(
    of object: ManagedObject, into joins: inout [ContextChanges.Join]
  ) -> Bool {
    let count = joins.count
    for (property, changes) in zip(object.layout.toManys, object.joinChanges()) {
      for change in changes {
        joins.append(
          .init(
            property: property, source: object.key, sourceEntity: object.layout.number,
            destination: change.object.key, destinationEntity: change.object.layout.number,
            isMember: change.isMember))
      }
    }
    return joins.count > count
  }

  // MARK: Into the parent

  /// Takes over the changes of a child.
  private func absorb(_ changes: ContextChanges) {
    let arrived = changes.rows.inserts.map { adopt($0) }
    for (object, insert) in zip(arrived, changes.rows.inserts) {
      // Relationships come when all objects that they may lead to are here.
      object.takeValues(of: insert.layout.storedIndexes, from: insert.row)
    }
    for update in changes.rows.updates {
      object(key: resolve(update.row.key), entityNumber: update.layout.number)
        .takeValues(of: update.changed, from: update.row)
    }
    for join in changes.joins {
      let source = object(key: resolve(join.source), entityNumber: join.sourceEntity)
      let destination = object(
        key: resolve(join.destination), entityNumber: join.destinationEntity)
      if join.isMember {
        source.addDestination(destination, to: join.property)
      } else {
        source.removeDestination(destination, from: join.property)
      }
    }
    for deletion in changes.rows.deletes {
      delete(object(key: resolve(deletion.key), entityNumber: deletion.layout.number))
    }
    processPendingChanges()
  }

  /// Inserts an object under the temporary reference that a child gave it.
  private func adopt(_ insert: ChangeSet.Insert) -> ManagedObject {
    let key = insert.row.key
    if let known = registered(key: key, root: insert.layout.rootNumber) { return known }
    let binding = bindings.entities[insert.layout.number - 1]
    let object = binding.objectClass.init(
      ManagedObjectSeed(
        binding: binding, context: self, key: key,
        row: binding.layout.template.copy(extraBytes: 96),
        state: [.inserted, .ownsRow, .knownToChildren]))
    didInsert(object)
    return object
  }

  private func finishChildSave() {
    deliverInversesAfterSave()
    let saved = changes
    changes = ChangeList()
    var lists = ObjectLists()
    let isWanted = NotificationInterest.isSaveNoted
    saved.visit { object in
      if isWanted { lists.add(object) }
      if object.isDeleted {
        unregisterDeleted(object)
      } else {
        object.settle(row: object.row)
        share(object.key, root: object.layout.rootNumber)
      }
    }
    finishSave(saved, lists)
  }

  // MARK: After a save

  /// Makes the context agree with what was saved.
  private func fold(_ commit: Commit, isOrigin: Bool) {
    deliverInversesAfterSave()
    let saved = changes
    changes = ChangeList()
    var lists = ObjectLists()
    let isWanted = NotificationInterest.isSaveNoted
    var isAnyWithdrawn = false
    saved.visit { object in
      let row = object.isDeleted ? nil : commit.row(of: object)
      if object.isInserted, row == nil {
        // New here, and deleted in a context below.
        isAnyWithdrawn = true
        unregisterDeleted(object)
        return
      }
      if isWanted { lists.add(object) }
      if object.isDeleted {
        unregisterDeleted(object)
        return
      }
      if let row, row.key != object.key { rekey(object, to: row.key) }
      object.settle(row: row ?? object.snapshot ?? object.row)
    }
    if isOrigin {
      // What is left of them was deleted in a parent.
      for deletion in commit.deletes {
        registered(key: deletion.key, root: deletion.layout.rootNumber).map(unregisterDeleted)
      }
    } else {
      take(commit, own: saved, into: &lists)
    }
    if isAnyWithdrawn {
      for object in registeredObjects { object.refaultToManys() }
    }
    catchUpWithParent()
    finishSave(saved, lists)
  }

  /// Takes over what contexts below this one saved.
  private func take(_ commit: Commit, own: ChangeList, into lists: inout ObjectLists) {
    let isWanted = NotificationInterest.isSaveNoted
    let ownDeletions = isWanted ? own.filter(\.isDeleted) : []
    let ownKeys = Dictionary(grouping: ownDeletions, by: \.layout.rootNumber)
      .mapValues { Set($0.map(\.key)) }
    for insert in commit.inserts {
      refaultDestinations(of: insert.layout, row: insert.row)
      let known = registered(key: insert.row.key, root: insert.layout.rootNumber)
      // Nobody here asked for it: it is made for those who wait for news only.
      if known == nil, isWanted { lists.inserted.append(object(for: insert.row)) }
    }
    for update in commit.updates {
      refaultDestinations(of: update.layout, row: update.row)
      guard let object = registered(key: update.row.key, root: update.layout.rootNumber) else {
        if isWanted { lists.updated.append(object(for: update.row)) }
        continue
      }
      if let row = object.row {
        // Its own change, which was folded before this.
        if row === update.row { continue }
        refaultDestinations(of: update.layout, row: row)
        object.settle(row: update.row)
      }
      if isWanted { lists.updated.append(object) }
    }
    for deletion in commit.deletes {
      if let row = deletion.row { refaultDestinations(of: deletion.layout, row: row) }
      let known = registered(key: deletion.key, root: deletion.layout.rootNumber)
      if known == nil {
        // One that nobody held here is named all the same: observers learn of every deletion.
        let isOwn = ownKeys[deletion.layout.rootNumber]?.contains(deletion.key) == true
        guard isWanted, !isOwn else { continue }
      }
      let object = known ?? object(key: deletion.key, entityNumber: deletion.layout.number)
      if isWanted {
        lists.deleted.append(object)
        lists.updated.removeAll { $0 === object }
      }
      unregisterDeleted(object)
    }
    for join in commit.changes.joins { refault(join, commit) }
  }

  /// Lets the other ends of a row's to-one relationships read their members again.
  private func refaultDestinations(of layout: EntityLayout, row: Row) {
    for property in layout.toOnes where !row.isNull(property.index) {
      guard let inverse = model.inverse(of: property), inverse.isToMany else { continue }
      let root = model[property.destinationNumber].rootNumber
      registered(key: row.integer(slot: property.slot), root: root)?
        .toManys?[inverse.toManyIndex]?.refault()
    }
  }

  private func refault(_ join: ContextChanges.Join, _ commit: Commit) {
    func refault(_ property: PropertyLayout, _ key: Int64) {
      registered(key: commit.key(of: key), root: model[property.declaringNumber].rootNumber)?
        .toManys?[property.toManyIndex]?.refault()
    }
    refault(join.property, join.source)
    if let inverse = model.inverse(of: join.property), inverse.isToMany {
      refault(inverse, join.destination)
    }
  }

  func rekey(_ object: ManagedObject, to key: Int64) {
    let table = tables[object.layout.rootNumber - 1]
    table.remove(object.key)
    if object.state.contains(.knownToChildren) { permanentKeys[object.key] = key }
    if let other = table.value(for: key)?.takeUnretainedValue() { unregisterDeleted(other) }
    object.key = key
    table.set(.passUnretained(object), for: key)
  }

  func unregisterDeleted(_ object: ManagedObject) {
    tables[object.layout.rootNumber - 1].remove(object.key)
    object.changeIndex = -1
    object.state.remove([.changed, .pending])
    object.contextReference = nil
    object.toManys = nil
  }

  private func finishSave(_ saved: ChangeList, _ lists: ObjectLists) {
    pending = PendingEvents()
    saved.visit { $0.didSave() }
    defer { saved.visit { if $0.contextReference == nil { $0.state.remove(.deleted) } } }
    guard !lists.isEmpty else { return }
    if NotificationInterest.didSave.isNoted {
      post(NotificationInterest.didSave.name, userInfo: lists.userInfo)
    }
    if NotificationInterest.didSaveIDs.isNoted {
      post(NotificationInterest.didSaveIDs.name, userInfo: lists.idUserInfo)
    }
  }
}
