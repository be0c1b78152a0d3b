import ObjectGraph

extension ManagedObjectModel {
  /// Version 2, which differs from version 3 as follows: a stay with a night that no rate prices had
  /// no total.
  public static let campgroundVersion2: ManagedObjectModel = {
    let model = entitiesOfToday
    let entities = model.entitiesByName
    entities["Reservation"]?.without("unpricedNights")
    let total = entities["Reservation"]?.attributesByName["totalMinor"]
    total?.isOptional = true
    total?.defaultValue = .null
    // The classes declare the latest version.
    for entity in model.entities { entity.managedObjectClassName = "ManagedObject" }
    model.versionIdentifiers = ["2"]
    return model
  }()
}

extension EntityDescription {
  /// Removes properties that a later version added.
  fileprivate func without(_ names: String...) {
    properties.removeAll { names.contains($0.name) }
  }
}
