import ObjectModel
import ObjectStore

/// Brings a context in line with what others saved, and announces it.
///
/// Invariant: a merge touches only the objects that it names, and their owners, which read the
/// members of relationships again. Unsaved changes are kept.
struct Merger {
  private let context: ManagedObjectContext

  private var relationships: RelationshipEditor { context.relationships }

  /// Whether anyone can be observing changes: only then are objects created to report them.
  private let isWanted: Bool

  /// The objects to report.
  private var lists = ObjectLists()

  /// Prepares a context for a merge: changes made in it so far are processed first.
  init(into context: ManagedObjectContext) {
    self.context = context
    context.advanceQueryGeneration()
    context.processPendingChanges()
    context.catchUpWithParent()
    isWanted = context.isWanted(.didChange)
  }

  // MARK: Rows

  /// Merges another context's save to the store, without reading anything.
  mutating func merge(_ commit: Commit) {
    var application = SaveApplication(to: context, as: .foreign)
    application.applyOthers(commit)
    lists = application.foreign
    context.tracker.recordRefresh(of: application.news.derived)
    finish { ChangedObjectIDs(commit.changes.rows, id: $0.permanentID(key:_:)) }
  }

  // MARK: IDs

  /// Merges changes whose rows are read again.
  mutating func merge(_ changes: ChangedObjectIDs) {
    for id in changes.insertedObjectIDs {
      refaultOwners(of: id)
      guard isWanted || context.registeredObject(for: id) != nil else { continue }
      let object = context.object(with: id)
      if object.isDeleted, !object.state.isChanged {
        // It was deleted, and then inserted again by others.
        context.registry.recordReturn(of: object)
        context.turnIntoFault(object)
      }
      context.reconsider(object)
      lists.inserted.append(object)
    }
    refresh(changes.updatedObjectIDs.union(changes.refreshedObjectIDs))
    var application = SaveApplication(to: context, as: .foreign)
    for id in changes.deletedObjectIDs {
      guard let object = context.registeredObject(for: id) else { continue }
      relationships.refaultOwners(ofDeleted: object.layout, key: object.key, row: nil)
      application.deletedElsewhere(object, inStore: !context.hasParent)
    }
    lists.deleted = application.foreign.deleted
    finish { _ in changes }
  }

  /// Updates objects with values to what reading them now returns.
  private func refresh(_ ids: Set<ManagedObjectID>) {
    var keys: [Int: [Int64]] = [:]
    var objects: [ManagedObject] = []
    for id in ids {
      refaultOwners(of: id)
      guard let object = context.registeredObject(for: id), !object.isInserted, !object.isDeleted
      else { continue }
      if object.state.isFault, !object.state.isChanged {
        context.turnIntoFault(object)
      } else {
        objects.append(object)
        keys[object.layout.rootNumber, default: []].append(object.key)
      }
    }
    // Rows that are not cached are read together; an error recurs with each object.
    for (root, keys) in keys {
      _ = try? context.contextParent.rows(keys: keys, root: context.model[root])
    }
    for object in objects where object.contextReference === context {
      let known = object.snapshot ?? object.row
      context.refresh(object, mergeChanges: true)
      if let known, let fresh = object.snapshot ?? object.row {
        relationships.refaultOwners(of: object.layout, former: known, fresh: fresh)
      }
    }
  }

  /// Refaults the relationships that had a named object as a member, or may have it now.
  private func refaultOwners(of id: ManagedObjectID) {
    guard let layout = context.model.layout(of: id.entity) else { return }
    let object = context.registeredObject(for: id)
    if let known = object?.snapshot ?? object?.row {
      relationships.refaultDestinations(of: layout, row: known)
    }
    // In this case, the values are compared when they are read again.
    if let object, object.row != nil, !object.state.isFault { return }
    let isInStore = !id.isTemporaryID && !context.contextParent.isContext
    if isInStore,
      let row = context.coordinator.cachedRow(key: id.key, root: layout.rootNumber),
      object == nil || object?.row != nil
    {
      relationships.refaultDestinations(of: layout, row: row)
    } else {
      relationships.refaultAll(leadingTo: layout)
    }
  }

  // MARK: Announcing

  /// Posts the merge: first the objects, and then the IDs.
  ///
  /// - Parameter changes: called only if anyone can be observing merges.
  private mutating func finish(_ changes: (ManagedObjectContext) -> ChangedObjectIDs) {
    relationships.clocks.advanceFetchedProperties()
    lists.refreshed = context.tracker.removeRefreshed()
    context.announceChange(lists)
    // Observers may have changed objects when they were notified.
    context.processPendingChanges()
    if context.isWanted(.didMerge) {
      context.post(NotificationInterest.didMerge.name, userInfo: changes(context).userInfo)
    }
  }
}
