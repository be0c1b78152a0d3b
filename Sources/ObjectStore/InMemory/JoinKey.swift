import ObjectModel

/// A many-to-many relationship, named by the side that the model lists first.
struct JoinKey: Hashable {
  let entity: Int
  let property: Int

  /// Finds the one name under which both sides keep their pairs.
  ///
  /// - Returns: the key, and whether the given relationship is the other side of it.
  static func canonical(
    _ relationship: PropertyLayout, in model: ModelLayout
  ) -> (key: JoinKey, isReversed: Bool) {
    func key(_ property: PropertyLayout) -> JoinKey {
      JoinKey(entity: property.declaringNumber, property: property.index)
    }
    let mine = key(relationship)
    guard let inverse = model.inverse(of: relationship) else { return (mine, false) }
    let other = key(inverse)
    let isReversed = (other.entity, other.property) < (mine.entity, mine.property)
    return isReversed ? (other, true) : (mine, false)
  }
}
