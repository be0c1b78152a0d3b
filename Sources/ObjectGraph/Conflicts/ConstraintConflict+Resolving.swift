import ObjectModel
import ObjectStore

/// Resolving a violation of a uniqueness constraint on the objects.
extension ConstraintConflict {
  /// - Parameter type: not that of errors.
  /// - Throws: code 133021 if a saved object would have to be replaced by another saved one.
  func resolve(by type: MergePolicyType) throws {
    // Another conflict, or the policy itself, may have resolved this one.
    let objects = presentObjects
    guard databaseObject != nil || objects.count > 1, let keeper = keeper(of: objects),
      let context = keeper.contextReference
    else { return }
    for object in objects where object !== keeper {
      guard newObjects.contains(object) else {
        try giveBack(object, type, in: context)
        continue
      }
      if type == .rollbackMergePolicyType {
        context.delete(object)
      } else {
        guard keeper.layout === object.layout else { throw Self.error(for: [self]) }
        context.move(object, into: keeper, by: type)
      }
    }
    if type == .rollbackMergePolicyType, keeper !== databaseObject, !newObjects.contains(keeper),
      !isOwner(keeper)
    {
      context.refresh(keeper, mergeChanges: false)
    }
  }

  /// The conflicting objects that still exist and still have the values.
  var presentObjects: [ManagedObject] {
    conflictingObjects.filter { object in
      !object.isGone && object.row.flatMap { UniqueValues($0, properties) } == values
    }
  }

  /// The object that keeps the values: the one whose row has them, a saved one, or the first new
  /// one.
  private func keeper(of objects: [ManagedObject]) -> ManagedObject? {
    databaseObject ?? objects.first(where: isOwner)
      ?? objects.first { !newObjects.contains($0) } ?? objects.first
  }

  /// Whether an object already had the values when it was read.
  private func isOwner(_ object: ManagedObject) -> Bool {
    guard !newObjects.contains(object), let known = object.snapshot ?? object.row else {
      return false
    }
    return UniqueValues(known, properties) == values
  }

  /// Restores a saved object's previous values, so that it no longer violates the constraint.
  private func giveBack(
    _ object: ManagedObject, _ type: MergePolicyType, in context: ManagedObjectContext
  ) throws {
    switch type {
    case .mergeByPropertyStoreTrumpMergePolicyType:
      guard let known = object.snapshot else { throw Self.error(for: [self]) }
      object.setValues(of: properties.map(\.index), from: known)
    case .rollbackMergePolicyType: context.refresh(object, mergeChanges: false)
    default: throw Self.error(for: [self])
    }
  }
}

extension ManagedObjectContext {
  /// Merges a new object into another one of its entity, which replaces it.
  fileprivate func move(
    _ object: ManagedObject, into keeper: ManagedObject, by type: MergePolicyType
  ) {
    guard keeper.fulfillFault(), object.fulfillFault() else { return }
    if type != .mergeByPropertyStoreTrumpMergePolicyType {
      moveValues(of: object, into: keeper, isWhole: type == .overwriteMergePolicyType)
    }
    for property in object.layout.toOnes { object.setDestination(nil, at: PropertySlot(property)) }
    for property in object.layout.toManys {
      let members =
        property.isOrdered
        ? object.orderedDestinations(of: property)
        : object.destinations(of: property).sorted { abs($0.key) < abs($1.key) }
      for member in members {
        object.set(member, isMember: false, of: property)
        keeper.set(member, isMember: true, of: property)
      }
    }
    moveReferencesWithoutInverse(to: object, into: keeper)
    delete(object)
  }

  private func moveValues(of object: ManagedObject, into keeper: ManagedObject, isWhole: Bool) {
    guard let row = object.row else { return }
    let attributes = object.layout.properties.filter { property in
      guard property.attribute != nil, property.derivation == nil,
        !property.isSequence || !row.isNull(property.index)
      else { return false }
      return isWhole || object.wasGiven(property)
    }
    keeper.setValues(of: attributes.map(\.index), from: row)
    for property in object.layout.toOnes {
      guard let destination = object.destination(at: PropertySlot(property)) else { continue }
      object.setDestination(nil, at: PropertySlot(property))
      keeper.setDestination(destination, at: PropertySlot(property))
    }
  }

  /// Redirects relationships without an inverse from one object to another.
  private func moveReferencesWithoutInverse(to object: ManagedObject, into keeper: ManagedObject) {
    for other in tracker.changes.filter({ !$0.isDeleted && $0 !== object }) {
      for property in other.layout.properties
      where property.isRelationship && model.inverse(of: property) == nil {
        if property.isToMany {
          let entered = other.toManys?[property.toManyIndex]?.changes() ?? []
          guard entered.contains(where: { $0.isMember && $0.object === object }) else { continue }
          other.set(object, isMember: false, of: property)
          other.set(keeper, isMember: true, of: property)
        } else if other.row != nil, other.destination(at: PropertySlot(property)) === object {
          other.setDestination(keeper, at: PropertySlot(property))
        }
      }
    }
  }
}
