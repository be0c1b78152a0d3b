import Foundation

extension EntityDescription {
  /// A hash of everything about the entity that makes a store differ: its name, its superentity,
  /// whether it is abstract, its own attributes and relationships, its uniqueness constraints and
  /// its modifier.
  ///
  /// Default values, bounds, delete rules, classes, user info and indexes do not go into it. A
  /// change of an entity changes the hashes of the entities below it, and of no other. 32 bytes;
  /// worked out anew at each call.
  public var versionHash: Data {
    var chain: [EntityDescription] = []
    var current: EntityDescription? = self
    // A hierarchy that bites its own tail is refused later, by the check of the model.
    while let entity = current, !chain.contains(where: { $0 === entity }) {
      chain.append(entity)
      current = entity.superentity
    }
    let top = chain.removeLast()
    let first = VersionHashText(entity: top, superentityHash: nil).hash
    return chain.reversed().reduce(first) { above, entity in
      VersionHashText(entity: entity, superentityHash: above).hash
    }
  }
}

extension PropertyDescription {
  /// A hash of everything about the property that makes a store differ: its name, whether it is
  /// optional or transient, its modifier; an attribute's type; a relationship's destination,
  /// inverse, counts and order.
  ///
  /// 32 bytes; worked out anew at each call.
  public var versionHash: Data { VersionHashText(property: self).hash }
}
