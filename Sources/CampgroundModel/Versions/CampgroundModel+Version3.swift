import ObjectGraph

extension ManagedObjectModel {
  /// Version 3, which differs from version 4 as follows: events did not keep the stored values of
  /// what their command changed, nor which events belong to one command.
  public static let campgroundVersion3: ManagedObjectModel = {
    let model = entitiesOfVersion3
    model.nameWaiversAsRenamed()
    model.versionIdentifiers = ["3"]
    return model
  }()

  /// A new model with the entities of version 3, without their classes, which declare the latest
  /// version.
  static var entitiesOfVersion3: ManagedObjectModel {
    let model = entitiesOfToday
    model.entitiesByName["Event"]?.without(
      "firstEvent", "commandEvents", "images", "undoneBy", "undoes")
    model.entities.removeAll { $0.name == "EventImage" }
    for entity in model.entities { entity.managedObjectClassName = "ManagedObject" }
    return model
  }
}

extension EntityDescription {
  /// Removes properties that a later version added.
  func without(_ names: String...) {
    properties.removeAll { names.contains($0.name) }
  }
}
