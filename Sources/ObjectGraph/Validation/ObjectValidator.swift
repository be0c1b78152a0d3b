import Foundation
import ObjectModel
import ObjectStore

/// Checks one object against its model before a save.
struct ObjectValidator {
  let object: ManagedObject

  /// Checks every property of a new or changed object.
  ///
  /// - Throws: the error itself when there is one, code 1560 with all of them when there are more.
  func validateValues() throws {
    let properties = object.layout.validatedProperties
    let composites = object.layout.composites
    guard !properties.isEmpty || !composites.isEmpty else { return }
    var errors: [ObjectGraphError] = []
    for property in properties {
      if let error = error(of: property) { errors.append(error) }
    }
    for composite in composites { errors += missingElements(of: composite) }
    try Self.throwAll(errors)
  }

  /// Checks that no relationship with the deny rule leads anywhere.
  func validateDeletion() throws {
    var errors: [ObjectGraphError] = []
    for property in object.layout.properties
    where property.relationship?.deleteRule == .denyDeleteRule {
      let remaining: Int
      if property.isToMany {
        remaining = object.destinations(of: property).count { !$0.isGone }
      } else {
        let destination = object.destination(at: PropertySlot(property))
        remaining = destination.map { $0.isGone ? 0 : 1 } ?? 0
      }
      guard remaining > 0 else { continue }
      errors.append(
        error(
          .validationRelationshipDeniedDelete, property,
          "\(object.layout.name) cannot be deleted while it has \(property.name)",
          repair: "delete or move its \(property.name) first"))
    }
    try Self.throwAll(errors)
  }

  static func throwAll(_ errors: [ObjectGraphError]) throws {
    guard let first = errors.first else { return }
    if errors.count == 1 { throw first }
    throw ObjectGraphError(
      .validationMultipleErrors, "\(errors.count) values are not valid", underlyingErrors: errors)
  }

  private func error(of property: PropertyLayout) -> ObjectGraphError? {
    if property.isToMany { return countError(of: property) }
    guard let row = object.row else { return nil }
    if row.isNull(property.index) {
      guard !property.isOptional, !property.isSequence else { return nil }
      return error(
        .validationMissingMandatoryProperty, property,
        "\(object.layout.name).\(property.name) is missing", repair: "give it a value")
    }
    guard let attribute = property.attribute else { return nil }
    let value = row.value(of: property)
    return AttributeValidator(attribute: attribute).problem(with: value).map { problem in
      error(
        problem.code, property, "\(object.layout.name).\(property.name) \(problem.message)",
        value: value)
    }
  }

  /// Counts are checked for mandatory relationships, and for optional ones that are not empty.
  private func countError(of property: PropertyLayout) -> ObjectGraphError? {
    guard let relationship = property.relationship else { return nil }
    // An unread relationship that did not change was valid when it was saved.
    let state = object.toManyState(property)
    guard !state.isFault || !state.log.isEmpty else { return nil }
    let count = object.destinations(of: property).count
    let path = "\(object.layout.name).\(property.name)"
    if count == 0 {
      guard !property.isOptional else { return nil }
      return error(
        .validationMissingMandatoryProperty, property, "\(path) is missing",
        repair: "add at least one object")
    }
    if count < relationship.minCount {
      return error(
        .validationRelationshipLacksMinimumCount, property,
        "\(path) has \(count) objects, at least \(relationship.minCount) are needed")
    }
    if relationship.maxCount > 0, count > relationship.maxCount {
      return error(
        .validationRelationshipExceedsMaximumCount, property,
        "\(path) has \(count) objects, at most \(relationship.maxCount) are allowed")
    }
    return nil
  }

  private func error(
    _ code: ObjectGraphError.Code, _ property: PropertyLayout, _ message: String,
    repair: String? = nil, value: AttributeValue? = nil
  ) -> ObjectGraphError {
    ObjectGraphError(
      code, message, repair: repair, entityName: object.layout.name, objectID: object.objectID,
      key: property.name, value: value)
  }
}
