import ObjectModel
import ObjectStore

/// A to-many relationship of a mapping that is set from its to-one side, where the store keeps it.
///
/// Setting the owner of each member changes one row, together with the member's other
/// relationships; setting the members of each owner would read and change a member once for each of
/// its owners.
struct MappedInverse {
  /// The to-many relationship, and the source relationship that it is created from.
  let relationship: PropertyLayout
  let counterpart: PropertyLayout

  /// The inverses of the two; both are to-one.
  let inverse: PropertyLayout
  let inverseCounterpart: PropertyLayout

  /// The mapping that creates the owners.
  let owner: Int
}

extension MigrationStep {
  /// Decides on which side and in which pass each relationship is set.
  ///
  /// Unordered to-many relationships that the standard policy would set are left to their to-one
  /// side, unless that side is mapped differently. A to-one relationship is set as its object is
  /// created if all the objects that it may lead to already exist.
  static func arrangeRelationships(
    of steps: [MigrationStep], from source: ModelLayout, to destination: ModelLayout
  ) {
    for step in steps where step.isStandard {
      step.removeRelationships { step.leave($0, to: steps, from: source, to: destination) }
    }
    for step in steps {
      step.earlyRelationships = step.removeRelationships {
        step.isKnownEarly($0, among: steps, from: source)
      }
    }
  }

  private func leave(
    _ mapped: MappedProperty, to steps: [MigrationStep], from sourceModel: ModelLayout,
    to destinationModel: ModelLayout
  ) -> Bool {
    guard let property = mapped.property, property.isToMany,
      property.relationship?.isOrdered != true,
      let inverse = destinationModel.inverse(of: property), inverse.kind == .toOne,
      let (counterpart, mapping) = mapped.counterpart(in: source), counterpart.isToMany,
      let inverseCounterpart = sourceModel.inverse(of: counterpart),
      inverseCounterpart.kind == .toOne
    else { return false }
    let members = steps.filter {
      (mapping == nil || mapping == $0.number)
        && $0.mayAssociate(sourceModel[counterpart.destinationNumber])
    }
    let known = MappedInverse(
      relationship: property, counterpart: counterpart, inverse: inverse,
      inverseCounterpart: inverseCounterpart, owner: number)
    guard members.allSatisfy({ $0.agrees(with: known) != false }) else { return false }
    // The standard policy sets it anyway.
    for member in members where !member.isStandard || member.agrees(with: known) == nil {
      member.inverses.append(known)
    }
    return true
  }

  /// Whether the mapping sets the to-one side to match; nil if it does not set it.
  private func agrees(with known: MappedInverse) -> Bool? {
    guard
      let own = (relationships + earlyRelationships).first(where: { $0.name == known.inverse.name })
    else { return nil }
    guard let (relationship, mapping) = own.counterpart(in: source) else { return false }
    return relationship.isSame(as: known.inverseCounterpart)
      && (mapping == nil || mapping == known.owner)
  }

  private func isKnownEarly(
    _ mapped: MappedProperty, among steps: [MigrationStep], from model: ModelLayout
  ) -> Bool {
    guard let property = mapped.property, property.kind == .toOne,
      let (counterpart, mapping) = mapped.counterpart(in: source), !counterpart.isToMany
    else { return false }
    return steps.allSatisfy { step in
      let isMaker =
        mapping.map { $0 == step.number }
        ?? step.mayAssociate(model[counterpart.destinationNumber])
      return !isMaker || step.number < number
    }
  }

  /// Whether the mapping may create objects from those of an entity; a policy may associate any
  /// object with a mapping that adds an entity.
  private func mayAssociate(_ entity: EntityLayout) -> Bool {
    guard let source else { return true }
    return source.includes(entity.number) || entity.includes(source.number)
  }
}

extension PropertyLayout {
  fileprivate func isSame(as other: PropertyLayout) -> Bool {
    (declaringNumber, index) == (other.declaringNumber, other.index)
  }
}
