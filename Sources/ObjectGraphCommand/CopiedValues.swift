import ObjectModel

/// Values of transformable attributes, which a migration copies as they are kept: the transformers of an
/// application, which a tool does not have, would change nothing.
enum CopiedValues {
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
