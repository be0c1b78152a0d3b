/// Checks that expressions refer only to properties of the models and to existing mappings.
extension EntityMappingCompletion {
  mutating func check(_ property: PropertyMapping) {
    guard let expression = property.valueExpression else { return }
    if let defect = expression.defect {
      report(
        "has an invalid expression for \(property.name): \(defect.message)",
        repair: defect.repair, entity: destination?.name, key: property.name)
    }
    for name in expression.node.variables.sorted() {
      let keys = name.split(separator: ".").map(String.init)
      switch keys.first {
      case "source": check(keys.dropFirst(), of: source, written: name, for: property)
      case "destination": check(keys.dropFirst(), of: destination, written: name, for: property)
      case "manager", "entityMapping", "entityPolicy": break
      default:
        report(
          "uses the unknown variable $\(name) for \(property.name)",
          repair: NearestName.advice(for: keys.first ?? "", among: Self.variables),
          entity: destination?.name, key: property.name)
      }
    }
    for name in SyntaxNode.expression(expression.node).mappingNames where !names.contains(name) {
      report(
        "uses objects of the mapping \(name) for \(property.name), but there is no such mapping",
        repair: NearestName.advice(for: name, among: names), entity: destination?.name,
        key: property.name)
    }
  }

  private static let variables = [
    "source", "destination", "manager", "entityMapping", "entityPolicy",
  ]

  private mutating func check(
    _ keys: ArraySlice<String>, of entity: EntityDescription?, written: String,
    for property: PropertyMapping
  ) {
    guard var current = entity else {
      return report(
        "uses $\(written) for \(property.name), but has no such entity",
        repair: "name the entity of the mapping, or write a constant", key: property.name)
    }
    for key in keys {
      if key.hasPrefix("@") || key == "objectID" { return }
      guard let found = current.propertiesByName[key] else {
        return report(
          "uses $\(written) for \(property.name), but \(current.name ?? "") has no \(key)",
          repair: NearestName.advice(for: key, among: current.propertiesByName.keys.sorted()),
          entity: current.name, key: key)
      }
      guard let next = (found as? RelationshipDescription)?.destinationEntity else { return }
      current = next
    }
  }
}

extension SyntaxNode {
  /// The names of the mappings whose objects the tree requests from the manager.
  fileprivate var mappingNames: [String] {
    let others = children.flatMap(\.mappingNames)
    guard case .expression(let node) = self,
      case .message(_, MappingMessage.destinationInstancesOfMapping, let arguments) = node.kind,
      case .constant(.string(let name))? = arguments.first?.kind
    else { return others }
    return [name] + others
  }
}
