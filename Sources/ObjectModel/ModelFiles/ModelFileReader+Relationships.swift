extension ModelFileReader {
  /// Attributes of `<relationship>` that speak to CloudKit, to Spotlight and to Xcode; the entity
  /// of the inverse is the destination.
  private static let relationshipAttributesWithoutMeaning: Set<String> = [
    "syncable", "indexed", "inverseEntity", "spotlightIndexingEnabled", "storedInTruthFile",
  ]

  private static let deleteRules: [String: DeleteRule] = [
    "No Action": .noActionDeleteRule, "Nullify": .nullifyDeleteRule,
    "Cascade": .cascadeDeleteRule, "Deny": .denyDeleteRule,
  ]

  /// The rule as the files name it.
  static func name(of rule: DeleteRule) -> String? { deleteRules.first { $0.value == rule }?.key }

  func relationship(_ element: ModelFileElement) throws -> RelationshipDescription {
    try check(
      element,
      attributes: Self.relationshipAttributesWithoutMeaning.union([
        "name", "optional", "transient", "elementID", "versionHashModifier", "toMany", "minCount",
        "maxCount", "ordered", "deletionRule", "destinationEntity", "inverseName",
      ]),
      children: ["userInfo"])
    guard let destination = Self.text(element["destinationEntity"]) else {
      throw errors.wrong(
        "leads to no entity", at: element, repair: "name one as destinationEntity")
    }
    let rule = element["deletionRule"] ?? "No Action"
    guard let deleteRule = Self.deleteRules[rule] else {
      throw errors.wrong(
        "has the unknown deletionRule \(rule)", at: element,
        repair: "write one of \(Self.deleteRules.keys.sorted().joined(separator: ", "))")
    }
    let relationship = RelationshipDescription(
      name: try name(of: element), destination: destination,
      inverse: Self.text(element["inverseName"]), maxCount: try maxCount(of: element),
      minCount: try count("minCount", of: element) ?? 0,
      isOrdered: try flag("ordered", of: element), deleteRule: deleteRule)
    try fill(relationship, from: element)
    return relationship
  }

  /// The greatest count: 1 makes a relationship to-one, so that it cannot bound one to many.
  private func maxCount(of element: ModelFileElement) throws -> Int {
    let isToMany = try flag("toMany", of: element)
    let count = try count("maxCount", of: element)
    guard (count ?? (isToMany ? 0 : 1)) == 1 ? !isToMany : isToMany else {
      throw errors.wrong(
        "has maxCount=\"\(count ?? 0)\" and is to-\(isToMany ? "many" : "one")", at: element,
        repair: "make it to-one with maxCount 1, or to-many with another")
    }
    return count ?? (isToMany ? 0 : 1)
  }

  /// Whether the relationships of a linked entity lead somewhere.
  func checkLinks(of entity: EntityDescription, _ element: ModelFileElement) throws {
    for child in element.children(named: "relationship") {
      guard
        let relationship = entity.properties.first(where: { $0.name == child["name"] })
          as? RelationshipDescription
      else { continue }
      let destination = relationship.destinationName ?? ""
      guard relationship.destinationEntity != nil else {
        throw errors.wrong(
          "leads to the unknown entity \(destination)", at: child,
          repair: "name an entity of the model as destinationEntity", entity: entity.name)
      }
      guard let inverse = Self.text(child["inverseName"]) else { continue }
      guard relationship.inverseRelationship != nil else {
        throw errors.wrong(
          "has the inverse \(inverse), which is no relationship of \(destination)", at: child,
          repair: "name one of its relationships as inverseName", entity: entity.name)
      }
    }
  }
}
