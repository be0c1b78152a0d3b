import Foundation
import ObjectModel
import ObjectStore

/// Tracking the context's changes.
extension FetchedResultsController {
  /// Applies the changes in the context.
  func apply(_ change: ObjectsDidChangeNotification) {
    if change.invalidatedAllObjects {
      // The results are invalid until they are fetched again.
      results?.isInvalidated = true
      return
    }
    var candidates: [ManagedObject: Bool] = [:]
    for object in change.deletedObjects { candidates[object] = false }
    if !change.invalidatedObjects.isEmpty {
      for object in objectsOfRemovedStores { candidates[object] = false }
    }
    let updated = change.insertedObjects.union(change.updatedObjects)
      .union(change.refreshedObjects)
    for object in updated { candidates[object] = true }
    // Changes made by observers of this event belong to the next one, but the objects already have
    // the new values.
    for object in managedObjectContext.pendingObjects { candidates[object] = true }
    apply(candidates)
  }

  /// The results whose store was removed, whether or not they are registered.
  private var objectsOfRemovedStores: [ManagedObject] {
    guard let results else { return [] }
    var keys: [RowKey] = []
    let coordinator = managedObjectContext.coordinator
    results.index.list.visit { key in
      if key.key > 0, !coordinator.hasStore(ofKey: key.key) { keys.append(key) }
    }
    return keys.map { results.source.object(for: $0) }
  }

  /// Applies the merged changes of objects that are not in use here.
  func apply(_ merged: ChangedObjectIDs) {
    guard let results else { return }
    var candidates: [ManagedObject: Bool] = [:]
    let ids = merged.insertedObjectIDs.union(merged.updatedObjectIDs)
      .union(merged.deletedObjectIDs).union(merged.refreshedObjectIDs)
    for id in ids {
      guard let layout = managedObjectContext.model.layout(of: id.entity),
        results.plan.includes(entityNumber: layout.number)
      else { continue }
      candidates[managedObjectContext.object(with: id)] = false
    }
    apply(candidates)
  }

  /// Fetches again and reports the differences, for changes that no notification contains, such as
  /// those of another process.
  ///
  /// Takes a fetch and a step for each result, more for moved ones. If nothing has been fetched
  /// before, it just performs the fetch, without reporting.
  ///
  /// - Throws: errors of `performFetch()`.
  public func refetch() throws {
    guard let former = results, !former.isInvalidated else { return try performFetch() }
    settleKeys(former)
    let fresh = try fetchResults()
    let list = former.index.list
    let affected = former.index.rearrange(as: fresh.index.list)
    if fresh.naming.isSectioned { former.index.removeEmptySections() }
    results = Results(
      plan: fresh.plan, naming: fresh.naming, index: former.index, source: fresh.source)
    let items = affected.map { key, old in
      ResultChanges.Item(
        object: (old == nil ? fresh : former).source.object(for: key), old: old,
        new: former.index.place(of: key.key), isUpdated: false)
    }
    report(ResultChanges(from: list, to: former.index.list, items: items), from: list)
  }

  // MARK: One batch

  /// An object that may have become a result.
  private struct Candidate {
    let object: ManagedObject
    let subject: any PredicateSubject
    let name: String
  }

  /// - Parameter objects: for each object, whether its values have changed.
  private func apply(_ objects: [ManagedObject: Bool]) {
    guard let results, !results.isInvalidated, !objects.isEmpty else { return }
    settleKeys(results)
    let order = ResolvedSortOrder(resolved: results.plan.sorts)
    var affected: [(object: ManagedObject, old: ResultList.Place?, isUpdated: Bool)] = []
    var present: [Candidate] = []
    for (object, isUpdated) in objects {
      guard results.plan.includes(entityNumber: object.layout.number) else { continue }
      let old = results.index.place(of: object.key)
      let candidate = candidate(object, results)
      if old == nil, candidate == nil { continue }
      affected.append((object, old, isUpdated))
      if let candidate { present.append(candidate) }
    }
    guard !affected.isEmpty else { return }
    let former = results.index.list
    results.index.remove(Set(affected.filter { $0.old != nil }.map(\.object.key)))
    for item in affected { results.source.remove(item.object.key) }
    present.sort { order.areInIncreasingOrder($0.subject, $1.subject) }
    for candidate in present { insert(candidate, by: order, into: results) }
    if results.naming.isSectioned { results.index.removeEmptySections() }
    let items = affected.map { object, old, isUpdated in
      ResultChanges.Item(
        object: object, old: old, new: results.index.place(of: object.key), isUpdated: isUpdated)
    }
    report(ResultChanges(from: former, to: results.index.list, items: items), from: former)
  }

  /// - Returns: nil if the object is not a result.
  private func candidate(_ object: ManagedObject, _ results: Results) -> Candidate? {
    let context = managedObjectContext
    guard !object.isDeleted, let subject = context.subject(of: object) else { return nil }
    if let stores = results.plan.stores,
      !stores.contains(where: { $0 === context.storeIdentity(of: object) })
    {
      return nil
    }
    if let predicate = results.plan.predicate {
      guard (try? predicate.matches(subject)) == true else { return nil }
    }
    let name = (try? results.naming.name(of: object, as: subject)) ?? ""
    return Candidate(object: object, subject: subject, name: name)
  }

  private func insert(
    _ candidate: Candidate, by order: ResolvedSortOrder, into results: Results
  ) {
    let context = managedObjectContext
    let next = results.index.list.firstPlace { key in
      guard let other = context.subject(of: results.source.object(for: key)) else { return nil }
      return order.areInIncreasingOrder(candidate.subject, other)
    }
    let place = results.index.place(before: next, inSection: candidate.name)
    let object = candidate.object
    results.index.insert(object.rowKey, at: place)
    results.source.add(object)
  }

  /// Replaces the keys of results that were new with those that they got when they were saved.
  func settleKeys(_ results: Results) {
    for (former, object) in results.source.unsaved where object.key != former {
      results.index.replace(former, with: object.rowKey)
      results.source.replace(former, with: object)
    }
  }

  // MARK: Reporting

  private func report(_ changes: ResultChanges, from old: ResultList) {
    guard !changes.isEmpty, let results else { return }
    let updated = (changes.updates + changes.moves).filter(\.isUpdated).map(\.object.objectID)
    waiting.yield(snapshot(updated: updated))
    guard let delegate else { return }
    isDeclined = false
    delegate.controller(self, didChangeContentWith: snapshot(updated: updated))
    guard isDeclined else { return }
    if !results.naming.isSectioned, let difference = difference(changes, from: old) {
      isDeclined = false
      delegate.controller(self, didChangeContentWith: difference)
      guard isDeclined else { return }
    }
    tell(delegate, changes, from: old, results)
  }

  private func tell(
    _ delegate: any FetchedResultsControllerDelegate<ResultType>, _ changes: ResultChanges,
    from old: ResultList, _ results: Results
  ) {
    let now = results.index.list
    delegate.controllerWillChangeContent(self)
    for index in changes.deletedSections {
      let section = ResultList.Section(number: 0, name: old.sections[index].name)
      delegate.controller(
        self, didChange: FetchedResultsSection(section: section, controller: self),
        atSectionIndex: index, for: .delete)
    }
    for index in changes.insertedSections {
      delegate.controller(
        self, didChange: FetchedResultsSection(section: now.sections[index], controller: self),
        atSectionIndex: index, for: .insert)
    }
    let all: [(FetchedResultsChangeType, [ResultChanges.Item])] = [
      (.delete, changes.deletes), (.insert, changes.inserts), (.move, changes.moves),
      (.update, changes.updates),
    ]
    for (type, items) in all {
      for item in items {
        delegate.controller(
          self, didChange: typed([item.object])[0], at: item.old?.indexPath, for: type,
          newIndexPath: item.new?.indexPath)
      }
    }
    delegate.controllerDidChangeContent(self)
  }

  /// The changes of results in one section, as a difference of collections.
  private func difference(
    _ changes: ResultChanges, from old: ResultList
  ) -> CollectionDifference<ManagedObjectID>? {
    let context = managedObjectContext
    var all: [CollectionDifference<ManagedObjectID>.Change] = []
    for item in changes.deletes + changes.moves {
      guard let old = item.old else { continue }
      all.append(
        .remove(
          offset: old.row, element: context.identity(of: item.object), associatedWith: item.new?.row
        ))
    }
    for item in changes.inserts + changes.moves {
      guard let new = item.new else { continue }
      all.append(
        .insert(
          offset: new.row, element: context.identity(of: item.object), associatedWith: item.old?.row
        ))
    }
    return CollectionDifference(all)
  }
}

/// Snapshots for views of the results.
extension FetchedResultsController {
  /// The current results, followed by those after each change, for a task on any actor.
  ///
  ///     for await snapshot in controller.snapshots { await view.show(snapshot) }
  ///
  /// A slow reader only receives the latest snapshot. The sequence ends with the controller.
  public var snapshots: AsyncStream<FetchedResultsSnapshot> {
    let stream = waiting.makeStream(.bufferingNewest(1))
    followContext()
    if results != nil { waiting.yield(snapshot) }
    return stream
  }
}
