import ObjectGraph

extension ManagedObjectModel {
  /// Campsites, their details, and the periods during which they are closed.
  package static var campsiteEntities: [EntityDescription] {
    [campSiteEntity, siteDetailEntity, siteBlockEntity, meterReadingEntity]
  }

  private static var campSiteEntity: EntityDescription {
    // A site with taken nights cannot be deleted; see `CampSiteService.delete(_:)` for the rest.
    EntityDescription(
      "CampSite", class: CampSite.self, unique: [["campground", "name"]],
      indexes: [index("byNumber", "campground", "siteNumber")]
    ) {
      AttributeDescription("siteNumber", .integer16)
      AttributeDescription("name", .string, isOptional: false, searchedBy: .words)
      AttributeDescription("loop", .string, searchedBy: .words)
      AttributeDescription("type", .string, searchedBy: .words)
      AttributeDescription("typeName", .string, searchedBy: .words)
      AttributeDescription("electricity", .boolean, isOptional: false, default: false)
      AttributeDescription("water", .boolean, isOptional: false, default: false)
      AttributeDescription("sewer", .boolean, isOptional: false, default: false)
      AttributeDescription("amperage", .integer16)
      AttributeDescription("maximumVehicleLength", .integer16)
      AttributeDescription("maximumPeople", .integer16)
      AttributeDescription("maximumVehicles", .integer16)
      AttributeDescription("petsAllowed", .boolean, isOptional: false, default: false)
      AttributeDescription("isAccessible", .boolean, isOptional: false, default: false)
      AttributeDescription("hasShade", .boolean, isOptional: false, default: false)
      AttributeDescription("hasTentPad", .boolean, isOptional: false, default: false)
      AttributeDescription("driveway", .string)
      AttributeDescription("latitude", .double)
      AttributeDescription("longitude", .double)
      AttributeDescription("rateMinor", .integer64)
      AttributeDescription("rateRevision", .integer64, isOptional: false, default: 0)
      AttributeDescription("externalIdentifier", .string)
      AttributeDescription("isFavorite", .boolean, isOptional: false, default: false)
      AttributeDescription("retiredFrom", .date)
      AttributeDescription("readiness", .string, isIndexed: true)
      AttributeDescription("note", .string)
      RelationshipDescription(
        "campground", toOne: "Campground", inverse: "sites", isOptional: false)
      RelationshipDescription("siteClass", toOne: "SiteClass", inverse: "sites")
      RelationshipDescription("reservations", toMany: "Reservation", inverse: "campSite")
      RelationshipDescription("segments", toMany: "StaySegment", inverse: "campSite")
      RelationshipDescription(
        "nights", toMany: "ReservationNight", inverse: "campSite", deleteRule: .denyDeleteRule)
      RelationshipDescription(
        "details", toMany: "SiteDetail", inverse: "campSite", deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "blocks", toMany: "SiteBlock", inverse: "campSite", deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "rates", toMany: "Rate", inverse: "campSite", deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "stayRules", toMany: "StayRule", inverse: "campSite", deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "meterReadings", toMany: "MeterReading", inverse: "campSite",
        deleteRule: .cascadeDeleteRule)
    }
  }

  private static var siteDetailEntity: EntityDescription {
    EntityDescription(
      "SiteDetail", class: SiteDetail.self, unique: [["campSite", "name"]],
      indexes: [index("byName", "name", "value")]
    ) {
      AttributeDescription("category", .string)
      AttributeDescription("name", .string, isOptional: false)
      AttributeDescription("value", .string, isOptional: false)
      RelationshipDescription("campSite", toOne: "CampSite", inverse: "details", isOptional: false)
    }
  }

  private static var siteBlockEntity: EntityDescription {
    EntityDescription("SiteBlock", class: SiteBlock.self) {
      AttributeDescription("dateFrom", .date, isOptional: false, isIndexed: true)
      AttributeDescription("dateTo", .date, isOptional: false)
      AttributeDescription("kind", .string, isOptional: false)
      AttributeDescription("reason", .string, isOptional: false)
      RelationshipDescription("campSite", toOne: "CampSite", inverse: "blocks", isOptional: false)
      RelationshipDescription(
        "nights", toMany: "ReservationNight", inverse: "block", deleteRule: .cascadeDeleteRule)
    }
  }

  private static var meterReadingEntity: EntityDescription {
    // Of two readings at the same time, the constraint lets only one follow the previous reading.
    EntityDescription(
      "MeterReading", class: MeterReading.self, unique: [["campSite", "kind", "position"]],
      indexes: [index("byDay", "campSite", "day")]
    ) {
      AttributeDescription("kind", .string, isOptional: false)
      AttributeDescription("position", .integer32, isOptional: false, default: 0)
      AttributeDescription("value", .decimal, isOptional: false)
      AttributeDescription("day", .date, isOptional: false)
      AttributeDescription("since", .date)
      AttributeDescription("readAt", .date, isOptional: false)
      RelationshipDescription(
        "campSite", toOne: "CampSite", inverse: "meterReadings", isOptional: false)
      RelationshipDescription("reservation", toOne: "Reservation", inverse: "meterReadings")
      RelationshipDescription("entry", toOne: "FolioEntry", inverse: "meterReading")
    }
  }
}
