import ObjectGraph

extension ManagedObjectModel {
  /// Version 3, which differs from version 4 as follows: events did not keep the stored values of
  /// what their command changed, nor which events belong to one command; each kind of rule had some
  /// of the conditions of `ScopedRule` only, and stay rules had no versions.
  public static let campgroundVersion3: ManagedObjectModel = {
    let model = entitiesOfVersion3
    model.nameWaiversAsRenamed()
    model.versionIdentifiers = ["3"]
    return model
  }()

  /// A new model with the entities of version 3, without their classes, which declare the latest
  /// version.
  static var entitiesOfVersion3: ManagedObjectModel {
    let model = entitiesOfVersion4
    model.entitiesByName["Event"]?.without(
      "firstEvent", "commandEvents", "images", "undoneBy", "undoes")
    model.entities.removeAll { $0.name == "EventImage" }
    model.withoutLaterConditions()
    for entity in model.entities { entity.managedObjectClassName = "ManagedObject" }
    return model
  }
}

extension ManagedObjectModel {
  /// The rules that had dates in version 3, with the name of the last night.
  static var formerLastNights: [String: String] {
    ["Fee": "dateUntil", "Tax": "dateUntil", "StayRule": "dateTo"]
  }

  /// Removes the conditions of rules that version 4 added.
  fileprivate func withoutLaterConditions() {
    let entities = entitiesByName
    for (entity, last) in Self.formerLastNights {
      let nights = entities[entity]?.attributesByName
      nights?["firstNight"]?.name = "dateFrom"
      nights?["lastNight"]?.name = last
    }
    entities["Rate"]?.without("firstNight", "lastNight")
    entities["Discount"]?.without("firstNight", "lastNight", "campSite")
    entities["Fee"]?.without("campSite")
    entities["Tax"]?.without("season", "weekdays", "campSite")
    entities["DepositRule"]?.without("season", "weekdays", "firstNight", "lastNight", "campSite")
    entities["StayRule"]?.without("revision", "endRevision")
    entities["StayRule"]?.uniquenessConstraints = [["campground", "name"]]
    entities["Season"]?.without("taxes", "depositRules")
    entities["CampSite"]?.without("discounts", "fees", "taxes", "depositRules")
  }
}

extension EntityDescription {
  /// Removes properties that a later version added.
  func without(_ names: String...) {
    properties.removeAll { names.contains($0.name) }
  }
}
