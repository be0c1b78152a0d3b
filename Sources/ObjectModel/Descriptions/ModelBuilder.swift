/// Builds a model in code, an entity a line.
///
///     let model = ManagedObjectModel {
///       EntityDescription("Camper", class: "Camper") {
///         AttributeDescription("fullName", .string, isOptional: false)
///         RelationshipDescription("reservations", toMany: "Reservation", inverse: "camper")
///       }
///     }
@resultBuilder
public enum ModelBuilder {
  public static func buildBlock(_ entities: EntityDescription...) -> [EntityDescription] {
    entities
  }
}

/// Collects the properties of an entity that is built in code.
@resultBuilder
public enum PropertiesBuilder {
  public static func buildBlock(_ properties: PropertyDescription...) -> [PropertyDescription] {
    properties
  }
}

extension ManagedObjectModel {
  /// Makes a model of the entities that the closure lists.
  public convenience init(@ModelBuilder _ entities: () -> [EntityDescription]) {
    self.init(entities: entities())
  }
}

extension EntityDescription {
  /// Makes an entity of the properties that the closure lists.
  ///
  /// - Parameters:
  ///   - name: unique in its model.
  ///   - className: the name of its objects' class in the class registry.
  ///   - unique: groups of property names whose values are unique together.
  ///   - subentities: the entities right below it.
  public convenience init(
    _ name: String, class className: String = "ManagedObject", isAbstract: Bool = false,
    unique: [[String]] = [], indexes: [FetchIndexDescription] = [],
    subentities: [EntityDescription] = [],
    @PropertiesBuilder _ properties: () -> [PropertyDescription]
  ) {
    self.init(name: name, managedObjectClassName: className)
    self.isAbstract = isAbstract
    self.properties = properties()
    self.uniquenessConstraints = unique
    self.indexes = indexes
    self.subentities = subentities
  }
}

extension AttributeDescription {
  /// Makes an attribute, optional unless said otherwise.
  public convenience init(
    _ name: String, _ type: AttributeType, isOptional: Bool = true,
    default defaultValue: AttributeValue = .null, isIndexed: Bool = false
  ) {
    self.init(name: name, type: type, isOptional: isOptional, defaultValue: defaultValue)
    self.isIndexed = isIndexed
  }
}

extension RelationshipDescription {
  /// Makes a to-one relationship, optional unless said otherwise.
  public convenience init(
    _ name: String, toOne destination: String, inverse: String?, isOptional: Bool = true,
    deleteRule: DeleteRule = .nullifyDeleteRule
  ) {
    self.init(
      name: name, destination: destination, inverse: inverse, maxCount: 1, isOptional: isOptional,
      deleteRule: deleteRule)
  }

  /// Makes a to-many relationship without bounds.
  public convenience init(
    _ name: String, toMany destination: String, inverse: String?, isOrdered: Bool = false,
    deleteRule: DeleteRule = .nullifyDeleteRule
  ) {
    self.init(
      name: name, destination: destination, inverse: inverse, maxCount: 0, isOrdered: isOrdered,
      deleteRule: deleteRule)
  }
}
