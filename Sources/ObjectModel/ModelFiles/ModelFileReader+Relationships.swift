extension ModelFileReader {
  private static let deleteRules: [String: DeleteRule] = [
    "No Action": .noActionDeleteRule, "Nullify": .nullifyDeleteRule,
    "Cascade": .cascadeDeleteRule, "Deny": .denyDeleteRule,
  ]

  /// The rule's name in model files.
  static func name(of rule: DeleteRule) -> String? { deleteRules.first { $0.value == rule }?.key }

  func relationship(_ element: ModelFileElement) throws -> RelationshipDescription {
    guard let destination = element.text("destinationEntity") else {
      throw element.wrong("has no destination entity", repair: "name one as destinationEntity")
    }
    let relationship = RelationshipDescription(
      name: try element.ownName(), destination: destination, inverse: element.text("inverseName"),
      maxCount: try maxCount(of: element), minCount: try element.count("minCount") ?? 0,
      isOrdered: try element.flag("ordered"),
      deleteRule: try element.choice("deletionRule", among: Self.deleteRules, else: "No Action"))
    try fill(relationship, from: element)
    return relationship
  }

  /// The maximum count. 1 makes a relationship to-one, so a to-many relationship cannot have it.
  private func maxCount(of element: ModelFileElement) throws -> Int {
    let isToMany = try element.flag("toMany")
    let given = try element.count("maxCount")
    let count = given ?? (isToMany ? 0 : 1)
    guard isToMany == (count != 1) else {
      throw element.wrong(
        "has maxCount=\"\(given ?? 0)\" and is to-\(isToMany ? "many" : "one")",
        repair: "make it to-one with maxCount 1, or to-many with another")
    }
    return count
  }

  /// Checks that the relationships of a linked entity have destinations and inverses.
  func checkLinks(of entity: EntityDescription, _ element: ModelFileElement) throws {
    let relationships = entity.properties.compactMap { $0 as? RelationshipDescription }
    for (relationship, child) in zip(relationships, element.children(named: "relationship")) {
      let destination = relationship.destinationName ?? ""
      guard relationship.destinationEntity != nil else {
        throw child.wrong(
          "leads to the unknown entity \(destination)",
          repair: "name an entity of the model as destinationEntity", entity: entity.name)
      }
      guard let inverse = child.text("inverseName") else { continue }
      guard relationship.inverseRelationship != nil else {
        throw child.wrong(
          "has the inverse \(inverse), which is not a relationship of \(destination)",
          repair: "name one of its relationships as inverseName", entity: entity.name)
      }
    }
  }
}
