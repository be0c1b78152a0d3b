/// Checks attributes and their values, so that invalid expressions are found when a coordinator is
/// created with the model rather than at the first save.
extension ModelChecker {
  /// Why no store can hold the values of an attribute, or nil.
  static func reason(against attribute: AttributeDescription) -> String? {
    switch attribute.attributeType {
    case .undefined: attribute.isTransient ? nil : "has no type"
    case .objectID: "is an object ID, which cannot be stored"
    case .composite where !(attribute is CompositeAttributeDescription):
      "is composite and needs to be a CompositeAttributeDescription"
    case .binaryData, .transformable, .composite: nil
    default:
      attribute.allowsExternalBinaryDataStorage
        ? "allows external storage, which only binary and transformable attributes can" : nil
    }
  }

  mutating func checkRules(of attribute: AttributeDescription, in entity: EntityDescription) {
    check(attribute, in: entity) {
      if let derived = attribute as? DerivedAttributeDescription { _ = try derived.derivation() }
    }
    check(attribute, in: entity) {
      if attribute is DerivedAttributeDescription, attribute.isTransient {
        throw ObjectGraphError(.invalidArgument, "a derived attribute cannot be transient")
      }
    }
    check(attribute, in: entity) { try Self.checkValues(of: attribute) }
    check(attribute, in: entity) {
      if let pattern = attribute.regularExpression { _ = try MatchesPattern(pattern) }
    }
    guard let sample = AttributeValue.sample(of: attribute.attributeType) else { return }
    for predicate in attribute.validationPredicates {
      check(attribute, in: entity) { _ = try predicate.holds(for: sample) }
    }
  }

  private mutating func check(
    _ attribute: AttributeDescription, in entity: EntityDescription, _ body: () throws -> Void
  ) {
    do {
      try body()
    } catch var error as ObjectGraphError {
      if error.code != .persistentStoreIncompatibleSchema {
        error.code = .persistentStoreIncompatibleSchema
        error.message = "\(entity.name ?? "").\(attribute.name): \(error.message)"
        (error.entityName, error.key) = (entity.name, attribute.name)
      }
      problems.append(error)
    } catch {}
  }

  private static func checkValues(of attribute: AttributeDescription) throws {
    let type = attribute.attributeType
    func misfit(_ name: String, _ value: AttributeValue, repair: String) -> ObjectGraphError {
      let text = FormatPrinter.text(of: .constant(value))
      return ObjectGraphError(
        .invalidArgument, "its \(name) \(text) does not fit its type \(type)", repair: repair)
    }
    if attribute.defaultValue.kept(as: type) == nil {
      throw misfit("default", attribute.defaultValue, repair: "give it a default of its type")
    }
    let bounds = [("minimum", attribute.minimumValue), ("maximum", attribute.maximumValue)]
    for case (let name, let bound?) in bounds where bound.bound(of: type) == nil {
      throw misfit(
        name, bound, repair: "use numbers for numbers, dates for dates, and lengths for strings")
    }
  }

  /// Checks a composite attribute and its elements.
  mutating func check(_ composite: CompositeAttributeDescription, in entity: String) {
    let path = composite.keyPath
    if composite.attributeType != .composite {
      note("\(entity).\(path) must be of composite type", in: entity, path)
    }
    if composite.elements.isEmpty { note("\(entity).\(path) has no elements", in: entity, path) }
    var seen: Set<String> = []
    for element in composite.elements.sorted(by: { $0.name < $1.name }) {
      let path = "\(path).\(element.name)"
      func refuse(_ reason: String) { note("\(entity).\(path) \(reason)", in: entity, path) }
      if !Self.isName(element.name) { refuse("has an invalid name") }
      if !seen.insert(element.name.uppercased()).inserted {
        refuse("has the same name as another element")
      }
      if element.composite !== composite {
        refuse("is also an element of another composite")
      } else if let nested = element as? CompositeAttributeDescription {
        check(nested, in: entity)
      } else if let reason = Self.reason(againstElement: element) {
        refuse(reason)
      }
    }
  }

  private static func reason(againstElement element: AttributeDescription) -> String? {
    if element is DerivedAttributeDescription { return "is derived, but an element cannot be" }
    if element.allowsExternalBinaryDataStorage {
      return "allows external storage, but an element cannot"
    }
    return element.attributeType == .undefined
      ? "has no type, but an element needs one" : reason(against: element)
  }
}
