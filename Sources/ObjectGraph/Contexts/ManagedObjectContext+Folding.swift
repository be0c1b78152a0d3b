import ObjectModel
import ObjectStore

/// Making a context agree with what a save wrote.
extension ManagedObjectContext {
  /// Makes the context agree with what was saved.
  func fold(_ commit: Commit, isOrigin: Bool) {
    deliverInversesAfterSave()
    let saved = takeSavedChanges()
    watched = nil
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
      if let row, row.key != object.key {
        // What came in the midst of the save may refer to it.
        if !changes.isEmpty { permanentKeys[object.key] = row.key }
        rekey(object, to: row.key)
      }
      if !isOrigin, let row, let own = object.row, own.identifier != row.identifier {
        // A context below may have led it elsewhere than to those who know it here.
        refaultDestinations(of: object.layout, row: own)
      }
      var settled = row ?? object.snapshot ?? object.row
      if let known = settled, !object.layout.transients.isEmpty {
        settled = object.withOwnTransients(known)
      }
      object.settle(row: settled)
    }
    var arrived = ObjectLists()
    if isOrigin {
      // What is left of them was deleted in a parent.
      for deletion in commit.deletes {
        registered(key: deletion.key, root: deletion.layout.rootNumber).map(unregisterDeleted)
      }
      takeUpdatesOfParents(commit)
    } else {
      take(commit, own: saved, into: &lists, arrived: &arrived)
    }
    if isAnyWithdrawn {
      for object in registeredObjects { object.refaultToManys() }
    }
    if !commit.deletes.isEmpty { refaultRelationshipsWithoutInverse() }
    if !isOrigin { refaultJoins(withDeletedOf: commit) }
    catchUpWithParent()
    forgetPermanentKeys()
    let derived = commit.derived.isEmpty ? [] : takeDerived(commit)
    // As for a child's save that goes no farther, observers here learn what changed.
    announceChange(arrived)
    finishSave(saved, lists)
    guard !derived.isEmpty else { return }
    pending.refreshed += derived
    scheduleProcessing()
  }

  /// Gives objects that are clean in the child which was saved what its
  /// parents had changed in them.
  private func takeUpdatesOfParents(_ commit: Commit) {
    guard case .context = contextParent else { return }
    for update in commit.updates {
      guard let object = registered(key: update.row.key, root: update.layout.rootNumber),
        let row = object.row, row.version < update.row.version
      else { continue }
      refaultDestinations(of: update.layout, row: row)
      refaultDestinations(of: update.layout, row: update.row)
      object.settle(row: object.withOwnTransients(update.row))
    }
  }

  /// Takes over what contexts below this one saved.
  private func take(
    _ commit: Commit, own: ChangeList, into lists: inout ObjectLists, arrived: inout ObjectLists
  ) {
    let isWanted = NotificationInterest.isSaveNoted
    let isChangeWanted = NotificationInterest.didChange.isNoted
    let ownDeletions = isWanted ? own.filter(\.isDeleted) : []
    let ownKeys = Dictionary(grouping: ownDeletions, by: \.layout.rootNumber)
      .mapValues { Set($0.map(\.key)) }
    for insert in commit.inserts {
      refaultDestinations(of: insert.layout, row: insert.row)
      let known = registered(key: insert.row.key, root: insert.layout.rootNumber)
      // Where nobody here asked for it, it is made for those who wait for news only. A fault that
      // was made from an ID obtained before the save has its row now.
      guard known != nil || isWanted || isChangeWanted else { continue }
      let object = object(for: insert.row)
      guard known == nil else {
        // One whose row was gone, and which a merge policy inserted again.
        if let row = object.row, !(row === insert.row), !object.state.contains(.changed) {
          object.settle(row: object.withOwnTransients(insert.row))
        }
        continue
      }
      if isWanted { lists.inserted.append(object) }
      if isChangeWanted { arrived.inserted.append(object) }
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
        object.settle(row: object.withOwnTransients(update.row))
      }
      if isWanted { lists.updated.append(object) }
      if isChangeWanted { arrived.updated.append(object) }
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
      if isChangeWanted, known != nil { arrived.deleted.append(object) }
      unregisterDeleted(object)
    }
    for join in commit.changes.joins { refault(join, commit) }
    for order in commit.changes.orders { refault(order.property, order.source, commit) }
    for transients in commit.changes.transients {
      registered(key: commit.key(of: transients.key), root: transients.layout.rootNumber)?
        .takeTransients(transients)
    }
  }

  /// Lets relationships of join tables read their members again when some of them may be gone: the
  /// pairs of a deleted object are not among the changes.
  private func refaultJoins(withDeletedOf commit: Commit) {
    func isJoin(_ property: PropertyLayout) -> Bool {
      model.inverse(of: property)?.isToMany ?? true
    }
    guard commit.deletes.contains(where: { $0.layout.toManys.contains(where: isJoin) }) else {
      return
    }
    for object in registeredObjects where object.toManys != nil && !object.isNew {
      for property in object.layout.toManys where isJoin(property) {
        object.toManys?[property.toManyIndex]?.refault()
      }
    }
  }

  /// Lets the other ends of a row's to-one relationships read their members again.
  func refaultDestinations(of layout: EntityLayout, row: Row) {
    for property in layout.toOnes where !row.isNull(property.index) {
      guard let inverse = model.inverse(of: property), inverse.isToMany else { continue }
      let root = model[property.destinationNumber].rootNumber
      registered(key: row.integer(slot: property.slot), root: root)?
        .toManys?[inverse.toManyIndex]?.refault()
    }
  }

  private func refault(_ join: ContextChanges.Join, _ commit: Commit) {
    refault(join.property, join.source, commit)
    if let inverse = model.inverse(of: join.property), inverse.isToMany {
      refault(inverse, join.destination, commit)
    }
  }

  private func refault(_ property: PropertyLayout, _ key: Int64, _ commit: Commit) {
    registered(key: commit.key(of: key), root: model[property.declaringNumber].rootNumber)?
      .toManys?[property.toManyIndex]?.refault()
  }

  func rekey(_ object: ManagedObject, to key: Int64) {
    let table = tables[object.layout.rootNumber - 1]
    table.remove(object.key)
    if object.state.contains(.knownToChildren) { permanentKeys[object.key] = key }
    if let other = table.value(for: key)?.takeUnretainedValue() { unregisterDeleted(other) }
    let former = object.key
    object.key = key
    table.set(.passUnretained(object), for: key)
    ManagedObjectID.note(former) { object.objectID }
  }

  func unregisterDeleted(_ object: ManagedObject) {
    tables[object.layout.rootNumber - 1].remove(object.key)
    held?.remove(object)
    object.changeIndex = -1
    object.state.remove([.changed, .pending])
    object.leaveContext()
    object.toManys = nil
  }

  func finishSave(_ saved: ChangeList, _ lists: ObjectLists) {
    pending = PendingEvents()
    saved.visit { $0.didSave() }
    defer { saved.visit { if $0.contextReference == nil { $0.state.remove(.deleted) } } }
    guard !lists.isEmpty else { return }
    if NotificationInterest.didSave.isNoted {
      var info = lists.userInfo
      if case .generation(let generation) = contextParent {
        info[NotificationKey.queryGeneration.rawValue] = QueryGenerationToken(generation)
      }
      post(NotificationInterest.didSave.name, userInfo: info)
    }
    if NotificationInterest.didSaveIDs.isNoted {
      post(NotificationInterest.didSaveIDs.name, userInfo: lists.idUserInfo(in: self))
    }
  }
}
