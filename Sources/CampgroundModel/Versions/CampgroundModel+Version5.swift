import ObjectGraph

extension ManagedObjectModel {
  /// Version 5, which differs from version 6 as follows: there were neither accounts for
  /// journals nor iCalendar files, and closures came from no calendar.
  public static let campgroundVersion5: ManagedObjectModel = {
    let model = entitiesOfVersion5
    model.nameWaiversAsRenamed()
    model.nameNightsOfRulesAsRenamed()
    model.versionIdentifiers = ["5"]
    return model
  }()

  /// A new model with the entities of version 5, without their classes, which declare the latest
  /// version.
  static var entitiesOfVersion5: ManagedObjectModel {
    let model = entitiesOfVersion6
    model.entities.removeAll { $0.name == "LedgerAccount" || $0.name == "CalendarFeed" }
    let entities = model.entitiesByName
    entities["Campground"]?.without("accounts", "feeds")
    entities["CampSite"]?.without("feeds")
    entities["SiteClass"]?.without("feeds")
    entities["SiteBlock"]?.without("feed", "feedIdentifier")
    return model
  }
}
