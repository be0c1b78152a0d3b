import ObjectModel

/// What a store in memory derives from its model once: which values it keeps indexes of.
struct InMemorySchema: Sendable {
  let model: ModelLayout
  let guards: GuardedReferences
  let constraints: [UniquenessConstraint]

  /// The places in `constraints` of those that hold for an entity, at its number - 1.
  private let constraintsByEntity: [[Int]]
  /// The to-one relationships of an entity that an inverse or a derived attribute looks
  /// along, at its number - 1.
  private let indexedToOnes: [[PropertyLayout]]
  /// The sequence attributes of an entity, at its number - 1.
  private let sequences: [[PropertyLayout]]
  /// The ends of join tables at which an entity's keys may be, at its number - 1.
  private let joinEnds: [[JoinEnd]]

  /// One end of a join table.
  struct JoinEnd: Sendable {
    let key: JoinKey
    let isReversed: Bool
  }

  init(model: ModelLayout) {
    self.model = model
    guards = GuardedReferences(model: model)
    let constraints = UniquenessConstraint.all(in: model)
    self.constraints = constraints
    constraintsByEntity = model.entities.map { layout in
      constraints.indices.filter { constraints[$0].layout.includes(layout.number) }
    }
    indexedToOnes = model.entities.map { layout in
      layout.toOnes.filter { property in
        property.isStored
          && (model.inverse(of: property) != nil
            || model.derivations?.toOnes.contains(ObjectIdentifier(property)) == true)
      }
    }
    sequences = model.entities.map { $0.properties.filter(\.isSequence) }
    let joined = model.entities.flatMap(\.ownProperties).filter {
      $0.isToMany && model.inverse(of: $0)?.kind != .toOne
    }
    joinEnds = model.entities.map { layout in
      joined.flatMap { relationship in
        let side = JoinKey.canonical(relationship, in: model)
        var ends: [JoinEnd] = []
        if model[relationship.declaringNumber].includes(layout.number) {
          ends.append(JoinEnd(key: side.key, isReversed: side.isReversed))
        }
        if model[relationship.destinationNumber].includes(layout.number) {
          ends.append(JoinEnd(key: side.key, isReversed: !side.isReversed))
        }
        return ends
      }
    }
  }

  /// Whether a relationship that is kept in pairs is ordered, and whether its inverse is, where
  /// that is another relationship.
  func ordering(of property: PropertyLayout) -> (forward: Bool, backward: Bool) {
    let inverse = model.inverse(of: property)
    return (
      property.relationship?.isOrdered == true,
      inverse !== property && inverse?.relationship?.isOrdered == true
    )
  }

  func constraints(of row: Row) -> [Int] { constraintsByEntity[row.entityNumber - 1] }
  func indexedToOnes(of row: Row) -> [PropertyLayout] { indexedToOnes[row.entityNumber - 1] }
  func sequences(of row: Row) -> [PropertyLayout] { sequences[row.entityNumber - 1] }
  func joinEnds(of row: Row) -> [JoinEnd] { joinEnds[row.entityNumber - 1] }
}
