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
    var chain = [self]
    // A hierarchy that bites its own tail is refused later, by the check of the model.
    while let above = chain[chain.count - 1].superentity, !chain.contains(where: { $0 === above }) {
      chain.append(above)
    }
    let root = VersionHashText(entity: chain.removeLast(), superentityHash: nil).hash
    return chain.reversed().reduce(root) { VersionHashText(entity: $1, superentityHash: $0).hash }
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
