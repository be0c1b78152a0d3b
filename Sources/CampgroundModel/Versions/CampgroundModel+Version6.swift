import ObjectGraph

extension ManagedObjectModel {
  /// Version 6, which differs from version 7 as follows: a campground had neither an e-mail address
  /// nor a logo, and sent no mail.
  public static let campgroundVersion6: ManagedObjectModel = {
    let model = entitiesOfVersion6
    model.nameWaiversAsRenamed()
    model.nameNightsOfRulesAsRenamed()
    model.versionIdentifiers = ["6"]
    return model
  }()

  /// A new model with the entities of version 6, without their classes, which declare the latest
  /// version.
  static var entitiesOfVersion6: ManagedObjectModel {
    let model = entitiesOfToday
    model.entities.removeAll { $0.name == "CampgroundLogo" || $0.name == "Message" }
    let entities = model.entitiesByName
    entities["Campground"]?.without(
      "email", "logo", "mailProgram", "mailFolder", "reminderDays", "mailsReceipts", "messages")
    entities["Camper"]?.without("messages")
    entities["Reservation"]?.without("messages")
    for entity in model.entities { entity.managedObjectClassName = "ManagedObject" }
    return model
  }
}
