import ObjectModel

/// What the Swift type of a `@Managed` property says about the property of the model.
public enum ManagedKind: Sendable {
  /// An attribute, whose values a Swift type or its `Optional` holds.
  case attribute(any ManagedAttribute.Type, isOptional: Bool)
  /// A to-one relationship with objects of a class.
  case toOne(ManagedObject.Type)
  /// A to-many relationship with objects of a class.
  case toMany(ManagedObject.Type, isOrdered: Bool)
  /// A property that the Swift type does not describe, such as a composite attribute.
  case other(any ManagedValue.Type, isOptional: Bool)
}

extension ManagedKind {
  /// Whether the Swift type can hold values of the model's property.
  func accepts(_ property: PropertyDescription) -> Bool {
    switch self {
    case .attribute(let type, let isOptional):
      isOptional ? type.acceptsOptional(property) : type.accepts(property)
    case .toOne(let destination): destination.acceptsOptional(property)
    case .toMany(_, let isOrdered):
      (property as? RelationshipDescription)
        .map { $0.isToMany && $0.isOrdered == isOrdered } ?? false
    case .other(let type, _): type.accepts(property)
    }
  }

  /// The class at the other end of a relationship; nil for any other property.
  var destination: ManagedObject.Type? {
    switch self {
    case .toOne(let destination), .toMany(let destination, _): destination
    case .attribute, .other: nil
    }
  }
}

extension ManagedKind: CustomStringConvertible {
  /// The Swift type, `Optional<String>`.
  public var description: String {
    switch self {
    case .attribute(let type, let isOptional): isOptional ? "Optional<\(type)>" : "\(type)"
    case .toOne(let destination): "Optional<\(destination)>"
    case .toMany(let destination, let isOrdered):
      "\(isOrdered ? "OrderedSet" : "Set")<\(destination)>"
    case .other(let type, _): "\(type)"
    }
  }
}
