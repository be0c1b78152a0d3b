import ObjectModel
import ObjectStore

/// Looking at relationships without firing them.
extension ManagedObject {
  /// Whether a relationship has not been read; nothing is read for the answer.
  ///
  /// A to-many relationship is a fault until its members are asked for. A to-one relationship is
  /// one while this object is a fault, and while the object that it leads to is one or is not in
  /// memory; one that leads nowhere is none.
  ///
  /// - Throws: code 134061 for a key that is not one of the entity's relationships.
  public func hasFault(forRelationshipNamed key: String) throws -> Bool {
    let property = try relationship(forKey: key)
    guard let context = contextReference else { return true }
    if property.isToMany {
      return toManys?[property.toManyIndex]?.isFault ?? (!isNew && !property.isTransient)
    }
    guard !state.contains(.fault), let row else { return true }
    guard !row.isNull(property.index) else { return false }
    let root = context.model[property.destinationNumber].rootNumber
    let reference = row.integer(slot: property.slot)
    return context.registered(key: reference, root: root)?.isFault ?? true
  }

  /// The IDs of the objects that a relationship leads to, unsaved changes included, by their keys.
  ///
  /// Fires no fault and makes no object. The members of a to-many relationship that was not read
  /// cost one look at the store, and so does the to-one reference of an object whose row was not.
  ///
  /// - Throws: code 134061 for a key that is not one of the entity's relationships, 133000 when the
  ///   object's row is gone or it has no context any more, and what the store reports.
  public func objectIDs(forRelationshipNamed key: String) throws -> [ManagedObjectID] {
    let property = try relationship(forKey: key)
    guard let context = contextReference else { throw inaccessible(key) }
    guard property.isToMany else {
      if row == nil { try context.readRow(of: self) }
      guard let row, !row.isNull(property.index) else { return [] }
      return [context.destinationID(of: property, in: row)]
    }
    let state = toManyState(property)
    if !state.isFault {
      return state.members().filter { !$0.isGone }.sorted { $0.key < $1.key }.map(\.objectID)
    }
    context.catchUpWithParent()
    var ids: [Int64: ManagedObjectID] = [:]
    let root = context.model[property.destinationNumber].rootNumber
    for row in try context.contextParent.destinations(
      of: property, source: self.key, entityNumber: layout.number)
    where context.registered(key: row.key, root: root)?.isDeleted != true {
      ids[row.key] = context.id(key: row.key, entityNumber: row.entityNumber)
    }
    for change in state.log {
      ids[change.object.key] =
        change.isMember && !change.object.isGone ? change.object.objectID : nil
    }
    return ids.sorted { $0.key < $1.key }.map(\.value)
  }

  private func relationship(forKey key: String) throws -> PropertyLayout {
    if let property = layout.property(key), property.relationship != nil { return property }
    let names = layout.properties.filter { $0.relationship != nil }.map(\.name)
    throw makeError(
      "the entity \(layout.name) has no relationship \(key)",
      repair: NearestName.suggestion(for: key, among: names), key: key)
  }
}

extension ManagedObjectContext {
  func id(key: Int64, entityNumber: Int) -> ManagedObjectID {
    guard key < 0 else { return permanentID(key: key, model[entityNumber]) }
    let shared = identities.identity(of: key)
    return shared.permanentID
      ?? ManagedObjectID(
        entity: model[entityNumber].identity.entity, reference: key, identity: shared)
  }

  func permanentID(key: Int64, _ layout: EntityLayout) -> ManagedObjectID {
    ManagedObjectID(
      store: storeIdentity(ofKey: key), entity: layout.identity,
      reference: StoreIdentity.reference(ofKey: key))
  }

  /// The ID of what a to-one relationship of a row leads to.
  fileprivate func destinationID(of property: PropertyLayout, in row: Row) -> ManagedObjectID {
    let key = row.integer(slot: property.slot)
    let declared = model[property.destinationNumber]
    if let object = registered(key: key, root: declared.rootNumber) { return object.objectID }
    let number =
      property.hasEntitySlot ? Int(row.integer(slot: property.slot + 1)) : declared.number
    return id(key: key, entityNumber: declared.includes(number) ? number : declared.number)
  }
}
