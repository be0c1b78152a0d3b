import ObjectModel

/// The relationships whose references a store keeps valid.
///
/// They are those whose inverse has a delete rule that affects the owner. Without an inverse, or
/// with the no-action rule, this is left to the application, as in Core Data.
extension ModelLayout {
  /// Whether the destinations of a relationship must exist.
  ///
  /// Deleting an object removes its pairs in a many-to-many relationship, so in a relationship kept
  /// in pairs, only new pairs need to be checked.
  func isGuarded(_ property: PropertyLayout) -> Bool {
    guard !property.isTransient, let inverse = inverse(of: property) else { return false }
    return inverse.deleteRule != .noActionDeleteRule
  }

  /// The guarded to-one relationships, of any entity, that can refer to objects of an entity.
  func guardedToOnes(leadingTo layout: EntityLayout) -> [PropertyLayout] {
    entities.flatMap(\.ownProperties).filter { property in
      property.kind == .toOne && self[property.destinationNumber].includes(layout.number)
        && isGuarded(property)
    }
  }
}
