import ObjectGraph

extension EntityDescription {
  /// The properties that may follow a path over relationships and composite attributes, by name;
  /// none where the path leads to neither.
  func properties(at path: some Sequence<String>) -> [String: PropertyDescription] {
    path.reduce(propertiesByName) { properties, key in
      switch properties[key] {
      case let relationship as RelationshipDescription:
        relationship.destinationEntity?.propertiesByName ?? [:]
      case let composite as CompositeAttributeDescription:
        Dictionary(composite.elements.map { ($0.name, $0) }) { first, _ in first }
      default: [:]
      }
    }
  }
}
