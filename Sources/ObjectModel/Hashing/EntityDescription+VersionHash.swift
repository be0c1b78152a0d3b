import Foundation

extension EntityDescription {
  /// A hash of everything about the entity that affects stored data: its name, its superentity,
  /// whether it is abstract, its own attributes and relationships, its uniqueness constraints and
  /// its modifier.
  ///
  /// Default values, bounds, delete rules, classes, user info and indexes are not included. A
  /// change to an entity changes its hash and those of its subentities only. 32 bytes; computed on
  /// each call until the model is in use, and once from then on.
  public var versionHash: Data {
    // Superentities and properties are frozen before the entity, so its hash can no longer change.
    guard isFrozen else { return computedHash }
    if let hash = frozenHash.withLock({ $0 }) { return hash }
    let hash = computedHash
    frozenHash.withLock { $0 = hash }
    return hash
  }

  private var computedHash: Data {
    var chain = [self]
    // A cyclic hierarchy is rejected later, when the model is checked.
    while let above = chain[chain.count - 1].superentity, !chain.contains(where: { $0 === above }) {
      chain.append(above)
    }
    let root = VersionHashText(entity: chain.removeLast(), superentityHash: nil).hash
    return chain.reversed().reduce(root) { VersionHashText(entity: $1, superentityHash: $0).hash }
  }
}

extension PropertyDescription {
  /// A hash of everything about the property that affects stored data: its name, whether it is
  /// optional or transient, and its modifier; the type of an attribute; the destination, inverse,
  /// counts and order of a relationship.
  ///
  /// 32 bytes; computed on each call.
  public var versionHash: Data { VersionHashText(property: self).hash }
}
