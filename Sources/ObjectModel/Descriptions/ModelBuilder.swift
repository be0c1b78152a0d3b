/// Builds a model in code, an entity a line.
///
///     let model = ManagedObjectModel {
///       EntityDescription("Camper", class: "Camper") {
///         AttributeDescription("fullName", .string, isOptional: false, minimum: 2)
///         RelationshipDescription("reservations", toMany: "Reservation", inverse: "camper")
///         if keepsNotes { AttributeDescription("notes", .string) }
///         for language in ["en", "de"] { AttributeDescription("greeting_\(language)", .string) }
///         auditAttributes()
///       }
///     }
///
/// `if`, `switch` and `for` may stand anywhere in the list, and so may arrays.
@resultBuilder
public enum ModelBuilder {
  public static func buildExpression(_ entity: EntityDescription) -> [EntityDescription] {
    [entity]
  }

  public static func buildExpression(_ entities: [EntityDescription]) -> [EntityDescription] {
    entities
  }

  public static func buildBlock(_ parts: [EntityDescription]...) -> [EntityDescription] {
    parts.flatMap { $0 }
  }

  public static func buildOptional(_ part: [EntityDescription]?) -> [EntityDescription] {
    part ?? []
  }

  public static func buildEither(first part: [EntityDescription]) -> [EntityDescription] { part }

  public static func buildEither(second part: [EntityDescription]) -> [EntityDescription] { part }

  public static func buildArray(_ parts: [[EntityDescription]]) -> [EntityDescription] {
    parts.flatMap { $0 }
  }
}

/// Collects the properties of an entity that is built in code, as `ModelBuilder` does entities.
@resultBuilder
public enum PropertiesBuilder {
  public static func buildExpression(_ property: PropertyDescription) -> [PropertyDescription] {
    [property]
  }

  public static func buildExpression(_ properties: [PropertyDescription]) -> [PropertyDescription] {
    properties
  }

  public static func buildBlock(_ parts: [PropertyDescription]...) -> [PropertyDescription] {
    parts.flatMap { $0 }
  }

  public static func buildOptional(_ part: [PropertyDescription]?) -> [PropertyDescription] {
    part ?? []
  }

  public static func buildEither(first part: [PropertyDescription]) -> [PropertyDescription] {
    part
  }

  public static func buildEither(second part: [PropertyDescription]) -> [PropertyDescription] {
    part
  }

  public static func buildArray(_ parts: [[PropertyDescription]]) -> [PropertyDescription] {
    parts.flatMap { $0 }
  }
}

/// Collects the elements of a composite attribute that is built in code, as `ModelBuilder` does
/// entities.
@resultBuilder
public enum CompositeBuilder {
  public static func buildExpression(_ element: AttributeDescription) -> [AttributeDescription] {
    [element]
  }

  public static func buildExpression(_ elements: [AttributeDescription]) -> [AttributeDescription] {
    elements
  }

  public static func buildBlock(_ parts: [AttributeDescription]...) -> [AttributeDescription] {
    parts.flatMap { $0 }
  }

  public static func buildOptional(_ part: [AttributeDescription]?) -> [AttributeDescription] {
    part ?? []
  }

  public static func buildEither(first part: [AttributeDescription]) -> [AttributeDescription] {
    part
  }

  public static func buildEither(second part: [AttributeDescription]) -> [AttributeDescription] {
    part
  }

  public static func buildArray(_ parts: [[AttributeDescription]]) -> [AttributeDescription] {
    parts.flatMap { $0 }
  }
}

extension ManagedObjectModel {
  /// Makes a model of the entities that the closure lists.
  public convenience init(@ModelBuilder _ entities: () -> [EntityDescription]) {
    self.init(entities: entities())
  }
}
