import ObjectModel

/// Handles transformable attributes without the application's transformers, by using their stored
/// bytes as they are.
enum CopiedValues {
  /// Changes a model so that its objects can be read without the application's classes and
  /// transformers. The values of transformable attributes are then the stored bytes.
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

  /// Registers placeholders for the transformers that the models name and this process lacks.
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
