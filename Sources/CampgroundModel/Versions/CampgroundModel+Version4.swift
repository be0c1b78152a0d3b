import ObjectGraph

extension ManagedObjectModel {
  /// Version 4, which differs from version 5 as follows: a stay had no confirmation number, and a
  /// price that was agreed elsewhere never had its taxes in it.
  public static let campgroundVersion4: ManagedObjectModel = {
    let model = entitiesOfVersion4
    model.nameWaiversAsRenamed()
    model.nameNightsOfRulesAsRenamed()
    model.versionIdentifiers = ["4"]
    return model
  }()

  /// A new model with the entities of version 4, without their classes, which declare the latest
  /// version.
  static var entitiesOfVersion4: ManagedObjectModel {
    let model = entitiesOfVersion5
    let entities = model.entitiesByName
    if let stays = entities["Reservation"] {
      stays.without("confirmationNumber")
      stays.indexes.removeAll { $0.name == "byConfirmationNumber" }
    }
    entities["StaySegment"]?.without("includesTax")
    entities["GivenUpNights"]?.without("includesTax")
    for entity in model.entities { entity.managedObjectClassName = "ManagedObject" }
    return model
  }
}
