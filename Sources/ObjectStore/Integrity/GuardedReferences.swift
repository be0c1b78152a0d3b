import ObjectModel

/// The to-one relationships that a store keeps from leading nowhere.
///
/// They are those whose inverse has a delete rule that says what becomes of the owner. Without an
/// inverse, or with the no-action rule, the model leaves that to the application, as in Core Data.
package struct GuardedReferences: Sendable {
  /// At the owner's entity number - 1, inherited ones included.
  private let byOwner: [[PropertyLayout]]
  /// At the destination's entity number - 1, those that lead to its superentities included.
  private let byDestination: [[PropertyLayout]]

  package init(model: ModelLayout) {
    func isGuarded(_ property: PropertyLayout) -> Bool {
      guard property.isStored, let inverse = model.inverse(of: property)?.relationship else {
        return false
      }
      return inverse.deleteRule != .noActionDeleteRule
    }
    byOwner = model.entities.map { $0.toOnes.filter(isGuarded) }
    let all = model.entities.flatMap(\.ownProperties).filter {
      $0.kind == .toOne && isGuarded($0)
    }
    byDestination = model.entities.map { layout in
      all.filter { model[$0.destinationNumber].includes(layout.number) }
    }
  }

  /// The guarded relationships that an object of an entity has.
  package func toOnes(of layout: EntityLayout) -> [PropertyLayout] { byOwner[layout.number - 1] }

  /// The guarded relationships, of any entity, that may lead to an object of an entity.
  package func toOnes(leadingTo layout: EntityLayout) -> [PropertyLayout] {
    byDestination[layout.number - 1]
  }
}
