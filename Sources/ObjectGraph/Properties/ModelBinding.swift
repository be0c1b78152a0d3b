import ObjectModel
import ObjectStore

/// A model combined with the classes of its entities' objects.
final class ModelBinding: Sendable {
  /// Not retained, since the layout retains its binding.
  private unowned let layout: ModelLayout

  /// The bindings; that of entity number n is at index n - 1.
  let entities: [EntityBinding]

  private let byClass: [ObjectIdentifier: Int]

  /// Mismatches between the classes and the model.
  let problems: [ObjectGraphError]

  /// - Parameter usesClasses: whether objects have the classes that the model names; otherwise, they
  ///   are plain managed objects.
  private init(_ layout: ModelLayout, usesClasses: Bool) {
    self.layout = layout
    entities = layout.entities.map { entity in
      guard usesClasses else { return EntityBinding(layout: entity, objectClass: nil) }
      let name = entity.entity.managedObjectClassName
      let objectClass = ManagedObjectClasses.named(name)
      if objectClass == nil, name != "ManagedObject", name != "NSManagedObject", !name.isEmpty {
        ModelReport.warn(
          "the class \(name) of the entity \(entity.name) is not registered; its objects are plain ManagedObjects"
        )
      }
      return EntityBinding(layout: entity, objectClass: objectClass)
    }
    byClass = Dictionary(
      firstOf: entities.enumerated().compactMap { index, binding in
        binding.objectClass == ManagedObject.self
          ? nil : (ObjectIdentifier(binding.objectClass), index)
      })
    problems = entities.flatMap(\.problems)
  }

  /// Binds a model to plain managed objects, regardless of the classes that it names.
  convenience init(plainObjectsOf layout: ModelLayout) { self.init(layout, usesClasses: false) }

  /// The binding of the entity whose objects have the given class.
  func binding(of objectClass: ManagedObject.Type) -> EntityBinding? {
    binding(of: ObjectIdentifier(objectClass))
  }

  /// The binding of the entity whose objects have the class with the given identifier.
  func binding(of objectClass: ObjectIdentifier) -> EntityBinding? {
    byClass[objectClass].map { entities[$0] }
  }

  func binding(of entity: EntityDescription) -> EntityBinding? {
    layout.layout(of: entity).map { entities[$0.number - 1] }
  }

  /// The binding of a model, created once for all contexts.
  static func of(_ layout: ModelLayout) -> ModelBinding {
    layout.attachment.value { ModelBinding(layout, usesClasses: true) }
  }
}

extension ObjectGraphError {
  /// Code 134061: a model has no entity for a class.
  static func unknownClass(_ name: String, repair: String) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "no entity of the model has the class \(name)", repair: repair)
  }
}

extension EntityBinding {
  /// Code 134061: the entity's objects do not have the expected class.
  func wrongClass(_ expected: Any.Type, repair: String, entityName: String?) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument,
      "the entity \(layout.name) has objects of class \(objectClass), not \(expected)",
      repair: repair, entityName: entityName)
  }
}
