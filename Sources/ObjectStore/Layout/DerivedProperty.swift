import ObjectModel

/// A derived attribute whose value depends on other objects, as used by a store.
struct DerivedProperty: Sendable {
  /// A relationship along the path from the owner to the values.
  struct Step: Sendable {
    let relationship: PropertyLayout
    let destination: EntityLayout
    /// For a to-many relationship, the to-one relationship of the destination that stores it;
    /// otherwise nil.
    let keeper: PropertyLayout?
    /// For a relationship stored in pairs, its inverse, if it has one.
    let joinInverse: PropertyLayout?

    var isJoin: Bool { relationship.isToMany && keeper == nil }
  }

  let property: PropertyLayout
  /// The entity that declares the attribute.
  let owner: EntityLayout
  let derivation: Derivation
  let steps: [Step]
  /// The attribute at the end; nil for `@count`.
  let source: PropertyLayout?

  /// An empty set of objects for each position in the path, starting with the owner.
  var noPlaces: [Set<Int64>] { Array(repeating: [], count: steps.count + 1) }

  /// Nil for an attribute that depends only on its own object, or is not derived.
  init?(_ property: PropertyLayout, of owner: EntityLayout, in model: ModelLayout) {
    guard let derivation = property.derivation, !derivation.isOwn else { return nil }
    var steps: [Step] = []
    for description in derivation.steps {
      guard let relationship = model.layout(of: description) else { return nil }
      let inverse = model.inverse(of: relationship)
      let isKept = relationship.isToMany && inverse?.kind == .toOne
      steps.append(
        Step(
          relationship: relationship, destination: model[relationship.destinationNumber],
          keeper: isKept ? inverse : nil,
          joinInverse: relationship.isToMany && !isKept ? inverse : nil))
    }
    self.property = property
    self.owner = owner
    self.derivation = derivation
    self.steps = steps
    source = derivation.source.flatMap { steps.last?.destination.property($0.name) }
  }
}
