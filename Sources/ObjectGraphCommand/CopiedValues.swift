import ObjectModel

/// Values of transformable attributes, which a migration copies as they are kept: the transformers of an
/// application, which a tool does not have, would change nothing.
enum CopiedValues {
  /// Lets objects of a model be read without the classes and transformers of an application: their
  /// values are the bytes that the store keeps.
  static func readAsKept(_ model: ManagedObjectModel) {
    let name = "objectgraph data"
    ValueTransformer.setValueTransformer(ValueTransformer(), forName: ValueTransformerName(name))
    for entity in model.entities {
      entity.managedObjectClassName = "ManagedObject"
      for attribute in entity.attributesByName.values
      where attribute.attributeType == .transformable && attribute.entity === entity {
        attribute.valueTransformerName = name
      }
    }
  }

  /// Makes transformers known under the names that models give and nobody has.
  static func registerTransformers(for models: [ManagedObjectModel]) {
    for entity in models.flatMap(\.entities) {
      for attribute in entity.attributesByName.values
      where attribute.attributeType == .transformable {
        guard let name = attribute.valueTransformerName.map({ ValueTransformerName($0) }),
          ValueTransformer.valueTransformer(forName: name) == nil
        else { continue }
        ValueTransformer.setValueTransformer(ValueTransformer(), forName: name)
      }
    }
  }
}
