import ObjectModel
import ObjectStore

/// Making a context match what a save wrote.
extension ManagedObjectContext {
  /// Makes the context match what was saved, without notifying observers.
  ///
  /// - Parameter plan: the context's own part of it.
  /// - Returns: the news for observers.
  func apply(_ commit: Commit, _ plan: SavePlan, isOrigin: Bool) -> SaveNews {
    let saved = removeSavedChanges()
    var news = SaveNews(saved: saved)
    let isWanted = isSaveWanted
    saved.visitPlaces { place, object in
      let row = object.isDeletedInSave ? nil : commit.row(of: object, at: place, in: plan)
      if object.isInserted, row == nil {
        // New here, and deleted in a descendant context.
        relationships.refaultAll(leadingTo: object.layout)
        return unregisterDeleted(object)
      }
      guard remains(object, in: &news, isWanted) else { return }
      if let row, row.key != object.key {
        // Unsaved changes and rows of child contexts may still use the temporary key.
        if !isOrigin || !tracker.changes.isEmpty { _ = identities.identity(of: object.key) }
        rekey(object, to: row.key)
      }
      if !isOrigin, let row, let own = object.row, own.identifier != row.identifier {
        // A descendant context may have changed its destinations.
        relationships.refaultDestinations(of: object.layout, row: own)
      }
      var settled = row ?? object.snapshot ?? object.row
      // A row made from the object's own has its transient properties, too.
      if row == nil || commit.isCombined, let known = settled, !object.layout.transients.isEmpty {
        settled = object.withOwnTransients(known)
      }
      if object.state.isPlanned {
        object.settle(row: settled)
      } else {
        object.settleKeepingLaterChanges(row: row)
      }
    }
    // From here on, objects inserted in the parent are known by their permanent keys, as in the
    // commit.
    catchUpWithParent()
    if isOrigin {
      // The remaining ones were deleted in a parent.
      for deletion in commit.deletes {
        registered(deletion.place).map(unregisterDeleted)
      }
      applyUpdatesOfParents(commit)
    } else {
      applyChildChanges(of: commit, own: saved, into: &news)
    }
    if !commit.deletes.isEmpty { relationships.refaultAllWithoutInverse() }
    if !isOrigin {
      for deletion in commit.deletes {
        relationships.refaultAll(leadingTo: deletion.layout, byJoin: true)
      }
    }
    forgetIdentities()
    if !commit.derived.isEmpty { news.derived = applyDerived(commit) }
    return news
  }

  /// Adds a saved object to the news; one that was deleted leaves the context.
  ///
  /// - Parameter isWanted: whether anyone can be observing saves.
  /// - Returns: whether the object remains.
  func remains(_ object: ManagedObject, in news: inout SaveNews, _ isWanted: Bool) -> Bool {
    guard object.isDeletedInSave else {
      if isWanted, object.isInserted { news.lists.inserted.append(object) }
      if isWanted, !object.isInserted { news.lists.updated.append(object) }
      return true
    }
    if isWanted { news.lists.deleted.append(object) }
    unregisterDeleted(object)
    news.deleted.append(object)
    return false
  }

  /// Applies the parents' changes to objects that are unchanged in the saved child.
  private func applyUpdatesOfParents(_ commit: Commit) {
    guard case .context = contextParent else { return }
    for update in commit.updates {
      guard let object = registered(update.place),
        let row = object.row, row.version < update.row.version
      else { continue }
      relationships.refaultDestinations(of: update.layout, row: row)
      relationships.refaultDestinations(of: update.layout, row: update.row)
      object.applySaved(update.row)
    }
  }

  /// Applies the changes saved by descendant contexts.
  private func applyChildChanges(of commit: Commit, own: ChangeList, into news: inout SaveNews) {
    let isWanted = isSaveWanted
    let isChangeWanted = self.isWanted(.didChange)
    // Usual for a context through which others only read and save.
    if registry.isEmpty, !isWanted, !isChangeWanted { return }
    let ownDeletions = Set(isWanted ? own.filter(\.isDeleted).map(\.place) : [])
    for insert in commit.inserts {
      relationships.refaultDestinations(of: insert.layout, row: insert.row)
      let known = registered(insert.place)
      // An unregistered object is created only for observers. A fault created from an ID obtained
      // before the save now has its row.
      guard known != nil || isWanted || isChangeWanted else { continue }
      let object = object(for: insert.row)
      guard known == nil else {
        // Its row was deleted, and a merge policy inserted it again.
        if let row = object.row, !(row === insert.row), !object.state.isChanged {
          object.settle(row: object.withOwnTransients(insert.row))
        }
        continue
      }
      if isWanted { news.lists.inserted.append(object) }
      if isChangeWanted { news.arrived.inserted.append(object) }
    }
    for update in commit.updates {
      relationships.refaultDestinations(of: update.layout, row: update.row)
      guard let object = registered(update.place) else {
        if isWanted { news.lists.updated.append(object(for: update.row)) }
        continue
      }
      if let row = object.row {
        // Its own change, which has already been applied.
        if row === update.row { continue }
        relationships.refaultDestinations(of: update.layout, row: row)
        object.applySaved(update.row)
      }
      if isWanted { news.lists.updated.append(object) }
      if isChangeWanted { news.arrived.updated.append(object) }
    }
    for deletion in commit.deletes {
      // A descendant context may have changed its destinations.
      relationships.refaultOwners(ofDeleted: deletion.layout, key: deletion.key, row: deletion.row)
      let known = registered(deletion.place)
      if known == nil {
        // Even an unregistered object is reported, because observers learn of every deletion.
        let isOwn = ownDeletions.contains(deletion.place)
        guard isWanted, !isOwn else { continue }
      }
      let object = known ?? object(key: deletion.key, entityNumber: deletion.layout.number)
      if isWanted {
        news.lists.deleted.append(object)
        news.lists.updated.removeAll { $0 === object }
      }
      if isChangeWanted, known != nil { news.arrived.deleted.append(object) }
      unregisterDeleted(object)
    }
    for object in commit.changes.vanished.compactMap({ registered($0) }) {
      relationships.refaultAll(leadingTo: object.layout)
      unregisterDeleted(object)
    }
    refaultPairs(of: commit)
    for transients in commit.changes.transients {
      registered(key: commit.key(of: transients.row.key), root: transients.layout.rootNumber)?
        .applyTransients(transients)
    }
    for join in commit.changes.transientJoins { apply(join, of: commit) }
  }

  /// Applies a child's change to a transient relationship, unless neither end is registered here.
  private func apply(_ join: SavePlan.Join, of commit: Commit) {
    let source = commit.key(of: join.source)
    let destination = commit.key(of: join.destination)
    let isKnown =
      registered(key: source, root: model[join.sourceEntity].rootNumber) != nil
      || registered(key: destination, root: model[join.destinationEntity].rootNumber) != nil
    guard isKnown else { return }
    object(key: source, entityNumber: join.sourceEntity).settleMember(
      object(key: destination, entityNumber: join.destinationEntity), isMember: join.isMember,
      of: join.property)
  }

  /// Makes the ends of changed pairs, and the owners of changed orders, read their members again.
  func refaultPairs(of commit: Commit) {
    for join in commit.changes.joins {
      refault(join.property, join.source, commit)
      if let inverse = model.inverse(of: join.property), inverse.isToMany {
        refault(inverse, join.destination, commit)
      }
    }
    for order in commit.changes.rows.orders {
      refault(order.relationship, order.source.key, commit)
    }
  }

  private func refault(_ property: PropertyLayout, _ key: Int64, _ commit: Commit) {
    registered(key: commit.key(of: key), root: model[property.declaringNumber].rootNumber)?
      .toManys?[property.toManyIndex]?.refault()
  }

  /// Registers an object under a new key.
  func rekey(_ object: ManagedObject, to key: Int64) {
    let former = object.key
    registry.rekey(object, to: key).map(forgetChanges)
    identities.fill(former) { object.objectID }
  }

  func unregisterDeleted(_ object: ManagedObject) {
    registry.leave(object)
    forgetChanges(of: object)
  }

  /// For an object that has left the context.
  private func forgetChanges(of object: ManagedObject) {
    object.changeIndex = -1
    object.become(.departed)
  }

  /// Notifies the saved objects, and then observers, of a save.
  func tell(_ news: SaveNews) {
    // As when a child saves into its parent only, observers here learn what changed.
    announceChange(news.arrived)
    news.saved.visit { $0.didSave() }
    defer {
      for object in news.deleted where object.contextReference == nil {
        object.become(.announced)
      }
    }
    if !news.derived.isEmpty {
      tracker.pending.refreshed += news.derived
      scheduleProcessing()
    }
    guard !news.lists.isEmpty else { return }
    if isWanted(.didSave) {
      var info = news.lists.userInfo
      if case .generation(let generation) = contextParent {
        info[NotificationKey.queryGeneration.rawValue] = QueryGenerationToken(generation)
      }
      post(NotificationInterest.didSave.name, userInfo: info)
    }
    if isWanted(.didSaveIDs) {
      post(NotificationInterest.didSaveIDs.name, userInfo: news.lists.idUserInfo(in: self))
    }
  }
}
