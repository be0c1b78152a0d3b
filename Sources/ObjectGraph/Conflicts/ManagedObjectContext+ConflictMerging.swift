import ObjectModel
import ObjectStore

/// Bringing an object in line with a row that someone else changed or deleted.
extension ManagedObjectContext {
  /// Gives an object the values, or the deletion, that a merge policy has decided on.
  func settle(_ object: ManagedObject, as resolution: MergeResolution) {
    switch resolution {
    case .update(let saved, let kept): merge(object, onto: saved, keeping: kept)
    case .refresh: refresh(object, mergeChanges: false)
    case .insert:
      tracker.recordFormer(of: object)
      object.becomeNewAgain()
    case .delete(let saved): deleteAgain(object, onto: saved)
    case .revive(let saved): revive(object, onto: saved)
    case .skip: acceptDeletion(of: object)
    }
  }

  /// Gives an object the values of a row, and reapplies those of its changes that are kept.
  private func merge(
    _ object: ManagedObject, onto fresh: Row, keeping kept: MergeResolution.PlannedValues
  ) {
    tracker.recordFormer(of: object)
    if let known = object.snapshot ?? object.row {
      relationships.refaultDestinations(of: object.layout, row: known)
    }
    relationships.refaultDestinations(of: object.layout, row: fresh)
    defer {
      relationships.forgetPlaces(of: object)
      object.refaultToManys()
    }
    guard object.state.ownsRow, object.snapshot != nil else {
      object.row = object.withOwnTransients(fresh)
      return
    }
    object.dropDestinations(except: kept, for: fresh, in: self)
    guard let mine = object.row else { return }
    object.row = fresh.copy(extraBytes: 48).replacing(
      kept.indexes + object.layout.transients.map(\.index), from: mine, layout: object.layout)
    object.snapshot = fresh
    object.forgetUntracked(changed: kept.mask)
  }

  /// Records that the row of an object is gone: the object is deleted here too, and the save has
  /// nothing to delete.
  private func acceptDeletion(of object: ManagedObject) {
    tracker.conditions.watched.removeAll { $0 === object }
    guard object.hasChanges else { return turnIntoFault(object) }
    if !object.isDeleted { delete(object) }
    tracker.recordFormer(of: object)
    tracker.recordDeletionInStore(of: object)
  }

  /// Refaults clean objects that refer to removed rows, because the store nullified their
  /// references.
  func refaultReferrers(to places: Set<RowPlace>) {
    let roots = Set(places.map(\.root))
    func leadsThere(_ property: PropertyLayout) -> Bool {
      roots.contains(model[property.destinationNumber].rootNumber)
    }
    let entities = model.entities.filter { $0.toOnes.contains(where: leadsThere) }
    var referrers: [ManagedObject] = []
    for root in Set(entities.map(\.rootNumber)).sorted() {
      registry.visit(root: root) { object in
        guard !object.state.isChanged, let row = object.row else { return }
        let refers = object.layout.toOnes.contains { property in
          !row.isNull(property.index)
            && places.contains(
              RowPlace(model[property.destinationNumber], row.integer(slot: property.slot)))
        }
        if refers { referrers.append(object) }
      }
    }
    for object in referrers {
      coordinator.forgetRow(key: object.key, root: object.layout.rootNumber)
      turnIntoFault(object)
    }
  }

  /// Deletes the object again, based on its current row and its current referrers.
  private func deleteAgain(_ object: ManagedObject, onto fresh: Row) {
    tracker.recordFormer(of: object)
    object.dropChanges(for: fresh)
    // Objects related to it in the meantime have not been reached by the deletion.
    object.refaultToManys()
    for property in object.layout.toManys { refaultNewMembers(of: object, property) }
    tracker.repeatDeletion(of: object)
  }

  /// Refaults clean members that someone else related to an object, which do not show it yet.
  private func refaultNewMembers(of object: ManagedObject, _ property: PropertyLayout) {
    guard let inverse = model.inverse(of: property), inverse.kind == .toOne else { return }
    for member in object.destinations(of: property)
    where !member.state.isChanged
      && member.destination(at: PropertySlot(inverse)) !== object
    {
      coordinator.forgetRow(key: member.key, root: member.layout.rootNumber)
      turnIntoFault(member)
    }
  }
}

extension ManagedObject {
  /// Resets to-one relationships that do not keep their changes to a row's values, and updates
  /// their inverses.
  fileprivate final func dropDestinations(
    except kept: MergeResolution.PlannedValues, for fresh: Row, in context: ManagedObjectContext
  ) {
    for property in layout.toOnes where property.isStored {
      guard let row, !row.hasSameValue(as: fresh, of: property), let known = snapshot,
        !row.hasSameValue(as: known, of: property), !kept.indexes.contains(property.index)
      else { continue }
      setDestination(context.destination(of: property, in: fresh), at: PropertySlot(property))
    }
  }
}
