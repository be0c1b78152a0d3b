import ObjectModel

/// The relationships that a store keeps from leading nowhere.
///
/// They are those whose inverse has a delete rule that says what becomes of the owner. Without an
/// inverse, or with the no-action rule, the model leaves that to the application, as in Core Data.
///
/// A deletion takes the pairs of a many-to-many relationship with it, so
/// only new pairs need a look.
package struct GuardedReferences: Sendable {
  /// At the owner's entity number - 1, inherited ones included.
  private let byOwner: [[PropertyLayout]]
  /// At the destination's entity number - 1, those that lead to its superentities included.
  private let byDestination: [[PropertyLayout]]
  private let joined: Set<ObjectIdentifier>

  package init(model: ModelLayout) {
    func isGuarded(_ property: PropertyLayout) -> Bool {
      guard !property.isTransient, let inverse = model.inverse(of: property)?.relationship else {
        return false
      }
      return inverse.deleteRule != .noActionDeleteRule
    }
    byOwner = model.entities.map { $0.toOnes.filter(isGuarded) }
    let own = model.entities.flatMap(\.ownProperties).filter { $0.isRelationship && isGuarded($0) }
    let all = own.filter { $0.kind == .toOne }
    joined = Set(
      own.filter { $0.isToMany && model.inverse(of: $0)?.isToMany == true }
        .map { ObjectIdentifier($0) })
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

  /// Whether the destinations of new pairs of a many-to-many relationship must be there.
  package func includes(_ join: ChangeSet.Join) -> Bool {
    joined.contains(ObjectIdentifier(join.relationship))
  }
}
