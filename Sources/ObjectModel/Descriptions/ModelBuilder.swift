/// Builds a model in code, one entity on a line.
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
/// `if`, `switch` and `for` can be used anywhere in the list, and so can arrays.
public typealias ModelBuilder = ListBuilder<EntityDescription>

/// Builds the properties of an entity in code, like `ModelBuilder`.
public typealias PropertiesBuilder = ListBuilder<PropertyDescription>

/// Builds the elements of a composite attribute in code, like `ModelBuilder`.
public typealias CompositeBuilder = ListBuilder<AttributeDescription>

/// Builds the parts of a model in code.
@resultBuilder
public enum ListBuilder<Element> {
  public static func buildExpression(_ element: Element) -> [Element] { [element] }

  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }

  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }

  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }

  public static func buildEither(first part: [Element]) -> [Element] { part }

  public static func buildEither(second part: [Element]) -> [Element] { part }

  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
}
