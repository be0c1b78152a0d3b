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
}

/// The derived attributes of a model whose values depend on other objects.
final class DerivationPlan: Sendable {
  let derived: [DerivedProperty]

  /// The to-one relationships that values are derived over.
  let toOnes: Set<ObjectIdentifier>

  /// Nothing for a model without such attributes.
  init?(model: ModelLayout) {
    var derived: [DerivedProperty] = []
    for owner in model.entities {
      for property in owner.ownProperties {
        guard let derivation = property.derivation, !derivation.isOwn,
          let steps = Self.steps(derivation, in: model)
        else { continue }
        let source = derivation.source.flatMap { steps.last?.destination.property($0.name) }
        derived.append(
          DerivedProperty(
            property: property, owner: owner, derivation: derivation, steps: steps, source: source))
      }
    }
    guard !derived.isEmpty else { return nil }
    self.derived = derived
    toOnes = Set(
      derived.flatMap(\.steps).filter { !$0.relationship.isToMany }
        .map { ObjectIdentifier($0.relationship) })
  }

  private static func steps(_ derivation: Derivation, in model: ModelLayout) -> [DerivedProperty
    .Step]?
  {
    var steps: [DerivedProperty.Step] = []
    for description in derivation.steps {
      guard let relationship = model.layout(of: description) else { return nil }
      let inverse = model.inverse(of: relationship)
      let isKept = relationship.isToMany && inverse?.kind == .toOne
      steps.append(
        .init(
          relationship: relationship, destination: model[relationship.destinationNumber],
          keeper: isKept ? inverse : nil,
          joinInverse: relationship.isToMany && !isKept ? inverse : nil))
    }
    return steps
  }
}
