import ObjectModel
import ObjectStore

/// How a batch deletion applies the delete rules.
enum BatchDeletionRules {
  /// Whether the objects of an entity, and those that cascades reach, may be deleted in pieces: no
  /// rule depends on which other objects are deleted.
  static func areIndependent(_ layout: EntityLayout, in model: ModelLayout) -> Bool {
    var reached: Set<Int> = []
    var waiting = [layout]
    while let next = waiting.popLast() {
      for number in next.number...next.lastNumber where reached.insert(number).inserted {
        for property in model[number].relationships where !property.isTransient {
          let inverse = model.inverse(of: property)
          switch property.deleteRule {
          case .cascadeDeleteRule: waiting.append(model[property.destinationNumber])
          case .denyDeleteRule: return false
          case .nullifyDeleteRule:
            if inverse?.kind == .toOne, inverse?.isOptional == false { return false }
          case .noActionDeleteRule, nil: break
          }
        }
      }
    }
    return true
  }

  /// Checks an object that is deleted, or that a deletion has reached.
  ///
  /// - Throws: code 1600 if a deny rule forbids its deletion, 1570 if it lost a mandatory
  ///   relationship.
  static func check(_ object: ManagedObject) throws {
    if object.isDeleted {
      do {
        return try ObjectValidator(object: object).validateDeletion()
      } catch let error as ObjectGraphError {
        throw error.underlyingErrors.first ?? error
      }
    }
    let layout = object.layout
    for property in layout.toOnes where !property.isOptional {
      guard object.changedMask & property.maskBit != 0, let row = object.row,
        row.isNull(property.index), object.snapshot?.isNull(property.index) == false
      else { continue }
      throw ObjectGraphError(
        .validationMissingMandatoryProperty,
        "the batch deletion would leave a \(layout.name) without its mandatory \(property.name)",
        repair: "delete the \(layout.name) as well, or give the inverse the cascade rule",
        entityName: layout.name, objectID: object.objectID, key: property.name)
    }
  }
}
