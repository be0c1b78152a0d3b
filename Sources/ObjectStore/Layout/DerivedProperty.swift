import ObjectModel

/// A derived attribute whose value depends on other objects, as a store sees it.
struct DerivedProperty: Sendable {
  /// A relationship on the way from the owner to the values.
  struct Step: Sendable {
    let relationship: PropertyLayout
    let destination: EntityLayout
    /// The to-one relationship of the destination that keeps a to-many one; nil for others.
    let keeper: PropertyLayout?
    /// The other end of a relationship that is kept in pairs, if it has one.
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

  /// No objects at any place of the path, the first of which is the owner's.
  var noPlaces: [Set<Int64>] { Array(repeating: [], count: steps.count + 1) }

  /// Nothing for an attribute that depends on its object alone, or is not derived.
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
