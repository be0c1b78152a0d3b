import Foundation
import ObjectModel
import ObjectStore

/// Validates one object by its model, and by the validators of its class, before a save.
struct ObjectValidator {
  let object: ManagedObject

  /// Validates every property of a new or changed object.
  ///
  /// - Throws: a single error, or code 1560 with all errors if there are several.
  func validateValues() throws {
    let properties = object.layout.validatedProperties
    let validators = object.binding.validators
    let composites = object.layout.composites
    guard !properties.isEmpty || !validators.isEmpty || !composites.isEmpty else { return }
    var errors = ValidationErrors()
    var failed: Set<Int> = []
    for index in properties.indices {
      do {
        try withUncounted(properties[index], check)
      } catch {
        errors.add(error)
        failed.insert(properties[index].index)
      }
    }
    for composite in composites where hasValues {
      for error in missingElements(of: composite) { errors.add(error) }
    }
    for bound in validators where !failed.contains(bound.property.index) {
      errors.collect { try run(bound) }
    }
    try errors.throwAll()
  }

  /// Whether there are values to validate. A fault that was only changed by an inverse was valid
  /// when it was saved, and is not fired for its validation.
  private var hasValues: Bool { object.row != nil && !object.state.isFault }

  /// Runs a validator of the object's class, and applies the value that it returns.
  private func run(_ bound: (property: PropertyLayout, validator: ValueValidator)) throws {
    let before = try object.value(of: bound.property)
    var value = before
    try bound.validator.check(object, &value)
    guard !isSame(before, value, bound.property) else { return }
    if bound.property.isUntyped, let value, object.replace(untyped: value, of: bound.property) {
      return
    }
    try object.setValue(value, forKey: bound.property.name)
  }

  /// Whether a validator left a value unchanged.
  private func isSame(_ left: Any?, _ right: Any?, _ property: PropertyLayout) -> Bool {
    if let left = left as? Set<ManagedObject> { return left == right as? Set<ManagedObject> }
    if let left = AttributeValue(left), let right = AttributeValue(right) { return left == right }
    guard let left, let right else { return left == nil && right == nil }
    if let left = left as? any Equatable { return left.isEqual(to: right) }
    // Values that are not equatable are equal if their stored bytes are.
    if property.transformer != nil, let before = try? object.data(of: left, for: property),
      let after = try? object.data(of: right, for: property)
    {
      return before == after
    }
    return type(of: left) is AnyClass && left as AnyObject === right as AnyObject
  }

  /// Validates that relationships with the deny rule are empty, and that no objects were paired
  /// with the object after it was deleted.
  func validateDeletion() throws {
    var errors = ValidationErrors()
    for error in latePairs { errors.add(error) }
    for property in object.layout.relationships where property.deleteRule == .denyDeleteRule {
      var isInUse = false
      object.visitRelated(by: property) { isInUse = isInUse || !$0.isGone }
      guard isInUse else { continue }
      errors.add(
        object.makeError(
          "\(object.layout.name) cannot be deleted while it has \(property.name)",
          code: .validationRelationshipDeniedDelete,
          repair: "delete or move its \(property.name) first", key: property.name))
    }
    try errors.throwAll()
  }

  /// The errors for objects that were added to a many-to-many relationship after the deletion had
  /// emptied it.
  private var latePairs: [ObjectGraphError] {
    guard let toManys = object.toManys, let model = object.contextReference?.model else {
      return []
    }
    return object.layout.toManys.flatMap { property -> [ObjectGraphError] in
      guard property.relationship?.deleteRule == .nullifyDeleteRule,
        let state = toManys[property.toManyIndex], !state.log.isEmpty,
        let inverse = model.inverse(of: property), inverse.isToMany
      else { return [] }
      return state.changes().filter { $0.isMember && !$0.object.isGone }.map { change in
        .vanishedDestination(
          of: inverse, owner: change.object.layout, objectID: change.object.objectID,
          isDeletedHere: true)
      }
    }
  }

  private func check(_ property: PropertyLayout) throws {
    if property.isToMany {
      // A relationship that has not been read or changed was valid when it was saved.
      let state = object.toManyState(property)
      guard !state.isFault || !state.log.isEmpty else { return }
      return try checkCount(object.destinations(of: property).count, of: property)
    }
    // Most values of a new object that have rules are dates.
    if property.rules?.takesEveryFiniteDate == true, hasValues,
      Row.uncounted(object.row, { $0.isFiniteNumber(property) }) == true
    {
      return
    }
    guard hasValues, let row = object.row else { return }
    if row.isNull(property.index) { return try checkNil(in: property) }
    guard property.rules != nil else { return }
    try check(row.value(of: property), of: property)
  }

  // MARK: One value

  /// - Throws: code 1570 if the property is mandatory.
  func checkNil(in property: PropertyLayout) throws {
    if !property.isOptional, !property.isSequence { throw missing(property.name) }
  }

  /// Code 1570: a mandatory value is nil.
  func missing(_ key: String) -> ObjectGraphError {
    object.makeError(
      about: key, "is missing", code: .validationMissingMandatoryProperty,
      repair: "give it a value")
  }

  /// - Throws: the error for the first rule that an attribute's value breaks.
  func check(_ value: AttributeValue, of property: PropertyLayout) throws {
    if value.isNull { return try checkNil(in: property) }
    guard let problem = property.rules?.problem(with: value) else { return }
    var error = object.makeError(
      about: property.name, problem.message, code: problem.code, repair: problem.repair,
      value: value)
    error.details[.predicate] = problem.predicate
    throw error
  }

  /// Validates the number of destinations, of mandatory relationships and of optional ones that are
  /// not empty.
  func checkCount(_ count: Int, of property: PropertyLayout) throws {
    guard let relationship = property.relationship else { return }
    func error(
      _ code: ObjectGraphError.Code, _ message: String, repair: String? = nil
    ) -> ObjectGraphError {
      object.makeError(about: property.name, message, code: code, repair: repair)
    }
    if count == 0 {
      guard !property.isOptional else { return }
      throw error(
        .validationMissingMandatoryProperty, "is missing", repair: "add at least one object")
    }
    if count < relationship.minCount {
      throw error(
        .validationRelationshipLacksMinimumCount,
        "has \(count) objects, but at least \(relationship.minCount) are required")
    }
    if relationship.maxCount > 0, count > relationship.maxCount {
      throw error(
        .validationRelationshipExceedsMaximumCount,
        "has \(count) objects, but at most \(relationship.maxCount) are allowed")
    }
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { self == other as? Self }
}

extension Row {
  fileprivate func isFiniteNumber(_ property: PropertyLayout) -> Bool {
    !isNull(property.index) && double(slot: property.slot).isFinite
  }
}
