extension ModelFileReader {
  /// Attributes of `<configuration>` that speak to CloudKit.
  private static let configurationAttributesWithoutMeaning: Set<String> = ["usedWithCloudKit"]

  func addConfigurations(to model: ManagedObjectModel) throws {
    let elements = root.children(named: "configuration")
    let entities = model.entitiesByName
    for (name, element) in zip(try names(of: elements), elements) {
      try check(
        element, attributes: Self.configurationAttributesWithoutMeaning.union(["name"]),
        children: ["memberEntity"])
      let members = try element.children.map { member in
        try check(member, attributes: ["name"])
        guard let entity = entities[member["name"] ?? ""] else {
          throw errors.wrong(
            "is no entity of the model", at: member,
            repair: "name an entity of the model, or take it out")
        }
        return entity
      }
      model.setEntities(members, forConfigurationName: name)
    }
  }
}
