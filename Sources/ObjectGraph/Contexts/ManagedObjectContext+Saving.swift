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
  ///   someone else changed an object meanwhile; 133021 when a uniqueness constraint would be broken;
  ///   and what the store reports.
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
    try saving {
      try prepareToSave()
      _ = try saveChain(below: [], origins: [])
    }
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
        changes.forEach { $0.willSave() }
      }
      objects = pending.objects
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
    try changes.forEach { object in
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
      commit = try Commit(.merged(chain), to: coordinator)
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
    collected.objects.reserveCapacity(changes.count)
    var lastMask: UInt64 = 0
    var lastChanged: [Int] = []
    changes.forEach { object in
      let layout = object.layout
      if object.isDeleted {
        collected.objects.append(
          .init(
            layout: layout, key: object.key, kind: .delete, row: object.snapshot ?? object.row,
            changed: [], changesJoins: false,
            expectedVersion: object.knownVersion))
        return
      }
      let joins = object.joinChanges()
      for (property, changes) in zip(layout.toManys, joins) {
        for change in changes {
          collected.joins.append(
            .init(
              property: property, source: object.key, destination: change.object.key,
              isMember: change.isMember))
        }
      }
      if object.isInserted {
        collected.objects.append(
          .init(
            layout: layout, key: object.key, kind: .insert, row: object.row,
            changed: layout.storedIndexes, changesJoins: false, expectedVersion: 0))
        return
      }
      let mask = object.changedStoredMask()
      let changesJoins = joins.contains { !$0.isEmpty }
      guard mask != 0 || changesJoins else { return }
      // Consecutive objects mostly change the same properties and then share one array.
      if mask != lastMask || mask >> 63 != 0 {
        lastMask = mask
        lastChanged = object.changedStoredProperties()
      }
      if !object.state.contains(.ownsRow), object.fulfillFault() { object.takeOwnRow() }
      collected.objects.append(
        .init(
          layout: layout, key: object.key, kind: .update, row: object.row,
          changed: lastChanged, changesJoins: changesJoins,
          expectedVersion: object.knownVersion))
    }
    return collected
  }

  // MARK: Into the parent

  /// Takes over the changes of a child.
  private func absorb(_ changes: ContextChanges) {
    var arrived: [(object: ManagedObject, change: ContextChanges.Object)] = []
    for change in changes.objects {
      switch change.kind {
      case .insert:
        let object = adopt(change)
        arrived.append((object, change))
      case .update:
        arrived.append(
          (object(key: resolve(change.key), entityNumber: change.layout.number), change))
      case .delete:
        delete(object(key: resolve(change.key), entityNumber: change.layout.number))
      }
    }
    // Relationships come last, when all objects that they lead to are here.
    for (object, change) in arrived {
      guard let row = change.row else { continue }
      object.takeValues(of: change.changed, from: row)
    }
    for join in changes.joins {
      let source = object(
        key: resolve(join.source), entityNumber: join.property.declaringNumber)
      let destination = object(
        key: resolve(join.destination), entityNumber: join.property.destinationNumber)
      if join.isMember {
        source.addDestination(destination, to: join.property)
      } else {
        source.removeDestination(destination, from: join.property)
      }
    }
    processPendingChanges()
  }

  /// Inserts an object under the temporary reference that a child gave it.
  private func adopt(_ change: ContextChanges.Object) -> ManagedObject {
    let root = change.layout.rootNumber
    if let known = registered(key: change.key, root: root) { return known }
    let binding = bindings.entities[change.layout.number - 1]
    let object = binding.objectClass.init(
      ManagedObjectSeed(
        binding: binding, context: self, key: change.key,
        row: binding.layout.template.copy(extraBytes: 96), state: [.inserted, .ownsRow]))
    didInsert(object)
    return object
  }

  private func finishChildSave() {
    var saved = ObjectLists()
    changes.forEach { object in
      saved.add(object)
      if object.isDeleted {
        unregisterDeleted(object)
      } else {
        object.settle(row: object.row)
      }
    }
    finishSave(saved)
  }

  // MARK: After a save

  /// Makes the context agree with what was saved.
  private func fold(_ commit: Commit, isOrigin: Bool) {
    var saved = ObjectLists()
    saved.inserted.reserveCapacity(commit.inserted.count)
    changes.forEach { object in
      let root = object.layout.rootNumber
      saved.add(object)
      if object.isDeleted {
        unregisterDeleted(object)
        return
      }
      let row = commit.row(root: root, originalKey: object.key)
      if let row, row.key != object.key { rekey(object, to: row.key) }
      object.settle(row: row ?? object.snapshot ?? object.row)
    }
    if !isOrigin { take(commit, into: &saved) }
    finishSave(saved)
  }

  /// Takes over what contexts below this one saved.
  private func take(_ commit: Commit, into lists: inout ObjectLists) {
    let own = Set(lists.inserted).union(lists.updated)
    let ownDeletions = Dictionary(grouping: lists.deleted, by: \.layout.rootNumber)
      .mapValues { Set($0.map(\.key)) }
    var gone = Set<ManagedObject>()
    for saved in commit.inserted + commit.updated {
      refaultDestinations(of: saved.layout, row: saved.row)
      let known = registered(key: saved.row.key, root: saved.layout.rootNumber)
      if let known, let row = known.row { refaultDestinations(of: saved.layout, row: row) }
      let object = known ?? object(for: saved.row)
      if own.contains(object) { continue }
      object.row = saved.row
      if saved.originalKey < 0 {
        permanentKeys[saved.originalKey] = saved.row.key
        lists.inserted.append(object)
      } else {
        lists.updated.append(object)
      }
    }
    for deleted in commit.deleted {
      let root = deleted.layout.rootNumber
      if let row = deleted.row { refaultDestinations(of: deleted.layout, row: row) }
      if ownDeletions[root]?.contains(deleted.key) == true { continue }
      // One that nobody held here is named all the same: observers learn of every deletion.
      let object = object(key: deleted.key, entityNumber: deleted.layout.number)
      object.state.insert(.deleted)
      lists.deleted.append(object)
      gone.insert(object)
      unregisterDeleted(object)
    }
    if !gone.isEmpty { lists.updated.removeAll { gone.contains($0) } }
    for join in commit.joins { refault(join) }
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

  private func refault(_ join: ContextChanges.Join) {
    func refault(_ property: PropertyLayout, _ key: Int64) {
      registered(key: resolve(key), root: model[property.declaringNumber].rootNumber)?
        .toManys?[property.toManyIndex]?.refault()
    }
    refault(join.property, join.source)
    if let inverse = model.inverse(of: join.property), inverse.isToMany {
      refault(inverse, join.destination)
    }
  }

  private func rekey(_ object: ManagedObject, to key: Int64) {
    let table = tables[object.layout.rootNumber - 1]
    table.remove(object.key)
    // Children may know the object by its temporary reference still.
    if selfHandle.object != nil { permanentKeys[object.key] = key }
    object.key = key
    table.set(.passUnretained(object), for: key)
  }

  func unregisterDeleted(_ object: ManagedObject) {
    tables[object.layout.rootNumber - 1].remove(object.key)
    object.state.remove([.changed, .pending])
    object.contextReference = nil
    object.toManys = nil
  }

  private func finishSave(_ saved: ObjectLists) {
    changes.removeAll()
    pending = PendingEvents()
    guard !saved.isEmpty else { return }
    saved.forEachSaved { $0.didSave() }
    if NotificationInterest.didSave.isNoted {
      post(NotificationInterest.didSave.name, userInfo: saved.userInfo)
    }
    if NotificationInterest.didSaveIDs.isNoted {
      post(NotificationInterest.didSaveIDs.name, userInfo: saved.idUserInfo)
    }
  }
}
