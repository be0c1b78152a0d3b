import ObjectGraph

extension EntityDescription {
  /// The properties, by name, that can follow a path of relationships and composite attributes;
  /// empty if the path ends in anything else.
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
