import Foundation
import ObjectModel
import ObjectStore

/// Validating an object before it is saved; see `ObjectValidator`.
extension ManagedObject {
  /// Validates all values by the model's rules and the validators of the class.
  func validateValues() throws { try ObjectValidator(object: self).validateValues() }

  /// Validates that nothing denies the deletion.
  func validateDeletion() throws { try ObjectValidator(object: self).validateDeletion() }
}

/// Validating single values on request; setters do not validate.
extension ManagedObject {
  /// Validates a value for a property without setting it: by the model's rules, then by the
  /// validators of the object's class.
  ///
  /// The value may be replaced with one of the attribute's own type, or one returned by a validator
  /// of the class.
  ///
  /// - Throws: code 134061 if the entity lacks the key or the value has the wrong type, 1690 if a
  ///   string is not a URI, codes 1550 to 1680 if the value breaks a rule, and errors of the
  ///   class's validators.
  public func validateValue(_ value: inout Any?, forKey key: String) throws {
    let property = try property(forKey: key)
    let validator = ObjectValidator(object: self)
    if property.isRelationship {
      try validateDestination(value, property, validator)
    } else {
      value = try validAttribute(value, property, validator)
    }
    for bound in binding.validators where bound.property === property {
      try bound.validator.check(self, &value)
    }
  }

  private func validAttribute(
    _ value: Any?, _ property: PropertyLayout, _ validator: ObjectValidator
  ) throws -> Any? {
    var given = value
    if property.kind == .uri, let text = value as? String {
      guard let url = URL(string: text) else {
        throw makeError(
          about: property.name, "is not a URI: \"\(text)\"", code: .validationInvalidURI,
          value: .string(text))
      }
      given = url
    }
    if property.isUntyped {
      if Self.isNil(value) { try validator.checkNil(in: property) }
      return value
    }
    let converted = try attribute(given, for: property)
    try validator.check(converted, of: property)
    return converted.anyValue
  }

  private func validateDestination(
    _ value: Any?, _ property: PropertyLayout, _ validator: ObjectValidator
  ) throws {
    if property.isToMany {
      guard let objects = Self.objects(in: value) else { throw wrongType(value, for: property) }
      for object in objects { try check(object, for: property) }
      return try validator.checkCount(Set(objects).count, of: property)
    }
    if Self.isNil(value) { return try validator.checkNil(in: property) }
    guard let object = value as? ManagedObject else { throw wrongType(value, for: property) }
    try check(object, for: property)
  }
}
