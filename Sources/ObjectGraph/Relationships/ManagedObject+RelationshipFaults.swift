import ObjectModel
import ObjectStore

/// Inspecting relationships without firing faults.
extension ManagedObject {
  /// Whether a relationship has not been read; reads nothing.
  ///
  /// A to-many relationship is a fault until its members are accessed. A to-one relationship is one
  /// while this object is a fault, and while its destination is a fault or not in memory; if it is
  /// nil, it is not a fault.
  ///
  /// - Throws: code 134061 if the key is not a relationship of the entity.
  public func hasFault(forRelationshipNamed key: String) throws -> Bool {
    let property = try relationship(forKey: key)
    guard let context = contextReference else { return true }
    if property.isToMany {
      return toManys?[property.toManyIndex]?.isFault ?? (!isNew && !property.isTransient)
    }
    guard !state.isFault, let row else { return true }
    guard !row.isNull(property.index) else { return false }
    let root = context.model[property.destinationNumber].rootNumber
    let reference = row.integer(slot: property.slot)
    return context.registered(key: reference, root: root)?.isFault ?? true
  }

  /// The IDs of a relationship's destinations, including unsaved changes, sorted by key.
  ///
  /// Fires no fault and creates no object. The members of a to-many relationship that has not been
  /// read take one query, and so does the to-one relationship of an object whose row has not been
  /// read.
  ///
  /// - Throws: code 134061 if the key is not a relationship of the entity, 133000 if the object's
  ///   row is gone or it has no context, and errors of the store.
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
