import ObjectGraph

extension ManagedObjectModel {
  /// Campsites, their details, and the periods during which they are closed.
  @ModelBuilder package static var campsiteEntities: [EntityDescription] {
    // A site with taken nights cannot be deleted; see `CampSiteService.delete(_:)` for the rest.
    EntityDescription(
      CampSite.self, unique: [["campground", "name"]],
      indexes: [index("byNumber", "campground", "siteNumber")], required: ["campground"],
      cascade: [
        "details", "blocks", "rates", "discounts", "fees", "taxes", "depositRules", "stayRules",
        "meterReadings", "feeds",
      ], deny: ["nights"],
      indexed: ["readiness"],
      search: ["name": .words, "loop": .words, "type": .words, "typeName": .words])
    EntityDescription(
      SiteDetail.self, unique: [["campSite", "name"]], indexes: [index("byName", "name", "value")],
      required: ["campSite"])
    EntityDescription(
      SiteBlock.self, required: ["campSite"], cascade: ["nights"], indexed: ["dateFrom"])
    EntityDescription(
      CalendarFeed.self, unique: [["campground", "name"]], required: ["campground"])
    // Of two readings at the same time, the constraint lets only one follow the previous reading.
    EntityDescription(
      MeterReading.self, unique: [["campSite", "kind", "position"]],
      indexes: [index("byDay", "campSite", "day")], required: ["campSite"])
  }
}
