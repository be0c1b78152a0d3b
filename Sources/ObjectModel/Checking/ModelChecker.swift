/// Finds the problems of a model before a coordinator relies on it.
struct ModelChecker {
  let model: ManagedObjectModel
  var problems: [ObjectGraphError] = []

  /// All problems, in the order of the names of entities and properties.
  static func problems(of model: ManagedObjectModel) -> [ObjectGraphError] {
    var checker = ModelChecker(model: model)
    checker.checkEntities()
    checker.checkConfigurations()
    checker.checkTemplates()
    return checker.problems
  }

  /// Records a problem in an entity.
  mutating func note(
    _ message: String, in entity: String?, _ key: String? = nil, repair: String? = "fix the model"
  ) {
    problems.append(.wrongModel(message, repair: repair, entity: entity, key: key))
  }

  private mutating func checkEntities() {
    var seen: Set<String> = []
    for entity in model.entities {
      let name = entity.name ?? ""
      if !Self.isName(name) { note("\"\(name)\" is not a valid entity name", in: name) }
      // Table names are the upper-case entity names.
      if !seen.insert(name.uppercased()).inserted {
        note("the name \(name) is taken by another entity", in: name)
      }
      checkProperties(of: entity)
      checkConstraints(of: entity)
    }
  }

  private mutating func checkTemplates() {
    for (name, template) in model.fetchRequestTemplatesByName.sorted(by: { $0.key < $1.key }) {
      do throws(ObjectGraphError) {
        try template.checkTemplate(name, in: model)
      } catch {
        note(error.message, in: error.entityName, error.key, repair: error.repair)
      }
    }
  }

  private mutating func checkConfigurations() {
    let known = Set(model.entities.map { ObjectIdentifier($0) })
    for configuration in model.configurations {
      for entity in model.entities(forConfigurationName: configuration) ?? []
      where !known.contains(ObjectIdentifier(entity)) {
        let name = entity.name ?? ""
        note("the configuration \(configuration) has the unknown entity \(name)", in: name)
      }
    }
  }

  private mutating func checkProperties(of entity: EntityDescription) {
    let name = entity.name ?? ""
    var seen = Set(entity.superentity?.propertiesByName.keys.map { $0.uppercased() } ?? [])
    for property in entity.properties.sorted(by: { $0.name < $1.name }) {
      let key = property.name
      if !Self.isName(key) || Self.reserved.contains(key) {
        note("\"\(key)\" is not a valid property name", in: name, key)
      }
      if !seen.insert(key.uppercased()).inserted {
        note("the name \(key) is already used in \(name)", in: name, key)
      }
      switch property {
      case let composite as CompositeAttributeDescription: check(composite, in: name)
      case let attribute as AttributeDescription:
        if let reason = Self.reason(against: attribute) {
          note("\(name).\(key) \(reason)", in: name, key)
        }
        checkRules(of: attribute, in: entity)
      case let relationship as RelationshipDescription: check(relationship, in: name)
      case let fetched as FetchedPropertyDescription: check(fetched, in: name)
      default: note("\(name).\(key) cannot be stored", in: name, key)
      }
    }
  }

  private mutating func check(_ relationship: RelationshipDescription, in entity: String) {
    let key = relationship.name
    let path = "\(entity).\(key)"
    if !relationship.validationPredicates.isEmpty {
      return note(
        "\(path) has validation predicates, which only attributes can have", in: entity, key)
    }
    guard let destination = relationship.destinationEntity else {
      let name = relationship.destinationName ?? "nil"
      return note("\(path) leads to the unknown entity \(name)", in: entity, key)
    }
    guard let name = relationship.inverseName else { return }
    guard let inverse = relationship.inverseRelationship else {
      let owner = destination.name ?? ""
      return note("the inverse \(name) of \(path) does not exist in \(owner)", in: entity, key)
    }
    if inverse.inverseName != key {
      note("\(path) and its inverse \(name) are not inverses of each other", in: entity, key)
    }
  }

  private mutating func checkConstraints(of entity: EntityDescription) {
    let name = entity.name ?? ""
    for constraint in entity.uniquenessConstraints {
      for key in constraint where entity.property(atPath: key)?.hasColumn != true {
        note(
          "\(name) has no attribute or to-one relationship \(key) for a uniqueness constraint",
          in: name, key)
      }
      for key in constraint where Self.isDerivedElsewhere(entity.property(atPath: key)) {
        note(
          "\(name).\(key) is derived from other objects and cannot have a uniqueness constraint",
          in: name, key)
      }
    }
    for index in entity.indexes {
      for key in index.elements.map(\.propertyName)
      where entity.property(atPath: key)?.hasColumn != true {
        note(
          "the index \(index.name) of \(name) uses the unknown property \(key)", in: name, key)
      }
    }
  }

  /// Whether a save computes the attribute only after writing the objects.
  private static func isDerivedElsewhere(_ property: PropertyDescription?) -> Bool {
    guard let derived = property as? DerivedAttributeDescription else { return false }
    return (try? derived.derivation())?.isOwn == false
  }

  /// Letters, digits and underscores, not starting with a digit: what SQL allows without quotes.
  static func isName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return false }
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || (scalar.isASCII && scalar.properties.isAlphabetic)
    }
    return isLetter(first)
      && name.unicodeScalars.allSatisfy { isLetter($0) || ("0"..."9").contains($0) }
  }

  /// Names reserved for key-value coding and predicates.
  private static let reserved: Set<String> = ["self", "SELF", "objectID", "entity"]
}

extension ManagedObjectModel {
  /// Validates the model and makes it immutable; does nothing if it already is.
  ///
  /// - Throws: code 134020 listing every problem: missing, duplicate or invalid names, missing
  ///   destinations, missing or inconsistent inverses, types that cannot be stored, constraints and
  ///   indexes with unknown properties, and invalid fetch request templates.
  package func freeze() throws {
    guard !isFrozen else { return }
    link()
    let problems = ModelChecker.problems(of: self)
    guard problems.isEmpty else {
      throw ObjectGraphError(
        .persistentStoreIncompatibleSchema, "the model is not valid: \(problems[0].message)",
        repair: problems[0].repair, entityName: problems[0].entityName, key: problems[0].key,
        underlyingErrors: problems.count > 1 ? problems : [])
    }
    for entity in entities where entity.isFrozen && entity.managedObjectModel !== self {
      throw ObjectGraphError.wrongModel(
        "the entity \(entity.name ?? "") belongs to another model that is in use",
        repair: "use a copy() of the other model for this one", entity: entity.name)
    }
    freezeContents()
  }
}

extension PropertyDescription {
  /// Whether the property has a column of its own, for constraints and indexes.
  var hasColumn: Bool {
    switch self {
    case is CompositeAttributeDescription: false
    case let attribute as AttributeDescription: !attribute.isTransient
    case let relationship as RelationshipDescription: !relationship.isToMany
    default: false
    }
  }
}
