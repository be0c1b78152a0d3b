/// Finds what is wrong with a model before a coordinator relies on it.
struct ModelChecker {
  let model: ManagedObjectModel

  /// Every problem, in the order of the entities' and properties' names.
  func problems() -> [ObjectGraphError] {
    var found: [ObjectGraphError] = []
    var seen: Set<String> = []
    for entity in model.entities {
      let name = entity.name ?? ""
      if !Self.isName(name) {
        found.append(problem("\"\(name)\" cannot be the name of an entity", in: name))
      }
      // Table names are the upper-cased entity names.
      if !seen.insert(name.uppercased()).inserted {
        found.append(problem("the name \(name) is taken by another entity", in: name))
      }
      found += propertyProblems(of: entity)
      found += constraintProblems(of: entity)
    }
    return found + configurationProblems() + templateProblems()
  }

  private func templateProblems() -> [ObjectGraphError] {
    var found: [ObjectGraphError] = []
    for (name, template) in model.fetchRequestTemplatesByName.sorted(by: { $0.key < $1.key }) {
      do throws(ObjectGraphError) {
        try template.checkTemplate(name, in: model)
      } catch {
        found.append(
          .wrongModel(
            error.message, repair: error.repair, entity: error.entityName, key: error.key))
      }
    }
    return found
  }

  private func configurationProblems() -> [ObjectGraphError] {
    let known = Set(model.entities.map { ObjectIdentifier($0) })
    return model.configurations.flatMap { configuration in
      (model.entities(forConfigurationName: configuration) ?? [])
        .filter { !known.contains(ObjectIdentifier($0)) }
        .map { entity in
          let name = entity.name ?? ""
          return problem(
            "the configuration \(configuration) has the unknown entity \(name)", in: name)
        }
    }
  }

  private func propertyProblems(of entity: EntityDescription) -> [ObjectGraphError] {
    let name = entity.name ?? ""
    var found: [ObjectGraphError] = []
    var seen = Set(entity.superentity?.propertiesByName.keys.map { $0.uppercased() } ?? [])
    for property in entity.properties.sorted(by: { $0.name < $1.name }) {
      if !Self.isName(property.name) || Self.reserved.contains(property.name) {
        found.append(
          problem("\"\(property.name)\" cannot be the name of a property", in: name, property.name))
      }
      if !seen.insert(property.name.uppercased()).inserted {
        found.append(
          problem("the name \(property.name) is taken in \(name)", in: name, property.name))
      }
      switch property {
      case let composite as CompositeAttributeDescription:
        found += CompositeChecker(entity: name).problems(of: composite)
      case let attribute as AttributeDescription:
        if let reason = Self.reason(against: attribute) {
          found.append(problem("\(name).\(property.name) \(reason)", in: name, property.name))
        }
        found += ValueRuleChecker(attribute: attribute, entity: entity).problems()
      case let relationship as RelationshipDescription:
        found += relationshipProblems(of: relationship, in: name)
      case let fetched as FetchedPropertyDescription:
        found += FetchedPropertyChecker(property: fetched, entity: entity, model: model).problems()
      default:
        found.append(
          problem("\(name).\(property.name) cannot be stored", in: name, property.name))
      }
    }
    return found
  }

  /// Why no store can keep the values of an attribute, or nil.
  static func reason(against attribute: AttributeDescription) -> String? {
    switch attribute.attributeType {
    case .undefined: attribute.isTransient ? nil : "has no type"
    case .objectID: "is an object ID, which cannot be stored"
    case .composite where !(attribute is CompositeAttributeDescription):
      "is composite and needs to be a CompositeAttributeDescription"
    case .binaryData, .transformable, .composite: nil
    default:
      attribute.allowsExternalBinaryDataStorage
        ? "is kept outside the store, where only binary and transformable values can be" : nil
    }
  }

  private func relationshipProblems(
    of relationship: RelationshipDescription, in entity: String
  ) -> [ObjectGraphError] {
    let path = "\(entity).\(relationship.name)"
    if !relationship.validationPredicates.isEmpty {
      return [
        problem(
          "\(path) has validation predicates, which are about attributes", in: entity,
          relationship.name)
      ]
    }
    guard let destination = relationship.destinationEntity else {
      return [
        problem(
          "\(path) leads to the unknown entity \(relationship.destinationName ?? "nil")",
          in: entity, relationship.name)
      ]
    }
    if let inverseName = relationship.inverseName {
      guard let inverse = relationship.inverseRelationship else {
        return [
          problem(
            "the inverse \(inverseName) of \(path) does not exist in \(destination.name ?? "")",
            in: entity, relationship.name)
        ]
      }
      if inverse.inverseName != relationship.name {
        return [
          problem(
            "\(path) and its inverse \(inverseName) do not lead back to each other", in: entity,
            relationship.name)
        ]
      }
    }
    return []
  }

  private func constraintProblems(of entity: EntityDescription) -> [ObjectGraphError] {
    let name = entity.name ?? ""
    var found: [ObjectGraphError] = []
    for constraint in entity.uniquenessConstraints {
      for key in constraint where !Self.isColumn(entity.property(atPath: key)) {
        found.append(
          problem(
            "\(name) has no attribute or to-one relationship \(key) to keep unique", in: name, key))
      }
      for key in constraint where Self.isDerivedElsewhere(entity.property(atPath: key)) {
        found.append(
          problem(
            "\(name).\(key) is derived from other objects and cannot be kept unique", in: name, key)
        )
      }
    }
    for index in entity.indexes {
      for element in index.elements
      where !Self.isColumn(entity.property(atPath: element.propertyName)) {
        found.append(
          problem(
            "the index \(index.name) of \(name) is over the unknown property \(element.propertyName)",
            in: name, element.propertyName))
      }
    }
    return found
  }

  /// Whether a save works the attribute out only after it has written the objects.
  private static func isDerivedElsewhere(_ property: PropertyDescription?) -> Bool {
    guard let derived = property as? DerivedAttributeDescription else { return false }
    return (try? derived.derivation())?.isOwn == false
  }

  private static func isColumn(_ property: PropertyDescription?) -> Bool {
    switch property {
    case is CompositeAttributeDescription: false
    case let attribute as AttributeDescription: !attribute.isTransient
    case let relationship as RelationshipDescription: !relationship.isToMany
    default: false
    }
  }

  /// Letters, digits and underscores, not starting with a digit: what can stand unquoted in SQL.
  static func isName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return false }
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || (scalar.isASCII && scalar.properties.isAlphabetic)
    }
    return isLetter(first)
      && name.unicodeScalars.allSatisfy { isLetter($0) || ("0"..."9").contains($0) }
  }

  /// Names that key-value coding and predicates need for themselves.
  private static let reserved: Set<String> = ["self", "SELF", "objectID", "entity"]

  private func problem(
    _ message: String, in entity: String, _ key: String? = nil
  ) -> ObjectGraphError {
    .wrongModel(message, entity: entity, key: key)
  }
}
