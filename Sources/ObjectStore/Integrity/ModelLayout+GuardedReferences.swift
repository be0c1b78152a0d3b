import ObjectModel

/// The relationships that a store keeps from leading nowhere.
///
/// They are those whose inverse has a delete rule that says what becomes of the owner. Without an
/// inverse, or with the no-action rule, the model leaves that to the application, as in Core Data.
extension ModelLayout {
  /// Whether the destinations of a relationship must be there.
  ///
  /// A deletion takes the pairs of a many-to-many relationship with it, so that of one that is kept
  /// in pairs only new pairs need a look.
  func isGuarded(_ property: PropertyLayout) -> Bool {
    guard !property.isTransient, let inverse = inverse(of: property) else { return false }
    return inverse.deleteRule != .noActionDeleteRule
  }

  /// The guarded to-one relationships, of any entity, that may lead to an object of an entity.
  func guardedToOnes(leadingTo layout: EntityLayout) -> [PropertyLayout] {
    entities.flatMap(\.ownProperties).filter { property in
      property.kind == .toOne && self[property.destinationNumber].includes(layout.number)
        && isGuarded(property)
    }
  }
}
