import ObjectGraph

extension ManagedObjectModel {
  /// The model of a campground's store, version 1; a new instance each time, since a coordinator
  /// takes its model for itself.
  public static var campground: ManagedObjectModel {
    let model = ManagedObjectModel {
      campgroundEntity
      camperEntity
      campSiteEntity
      reservationEntity
      reservationNightEntity
    }
    model.versionIdentifiers = ["1"]
    return model
  }

  private static var campgroundEntity: EntityDescription {
    EntityDescription("Campground", class: Campground.self, unique: [["name"]]) {
      AttributeDescription("name", .string, isOptional: false)
      AttributeDescription("timeZoneIdentifier", .string, isOptional: false)
      AttributeDescription("currencyCode", .string, isOptional: false)
      RelationshipDescription(
        "sites", toMany: "CampSite", inverse: "campground", deleteRule: .denyDeleteRule)
      RelationshipDescription(
        "reservations", toMany: "Reservation", inverse: "campground", deleteRule: .denyDeleteRule)
    }
  }

  private static var camperEntity: EntityDescription {
    EntityDescription("Camper", class: Camper.self) {
      AttributeDescription(
        "fullName", .string, isOptional: false, isIndexed: true, searchedBy: .words)
      AttributeDescription("phoneNumber", .string, searchedBy: .digits)
      AttributeDescription("email", .string, searchedBy: .words)
      RelationshipDescription(
        "reservations", toMany: "Reservation", inverse: "camper", deleteRule: .denyDeleteRule)
    }
  }

  private static var campSiteEntity: EntityDescription {
    // A site with nights that are taken cannot go; see `CampSiteService.delete(_:)` for the rest.
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
      AttributeDescription("externalIdentifier", .string)
      RelationshipDescription(
        "campground", toOne: "Campground", inverse: "sites", isOptional: false)
      RelationshipDescription("reservations", toMany: "Reservation", inverse: "campSite")
      RelationshipDescription(
        "nights", toMany: "ReservationNight", inverse: "campSite", deleteRule: .denyDeleteRule)
    }
  }

  private static var reservationEntity: EntityDescription {
    EntityDescription(
      "Reservation", class: Reservation.self, unique: [["number"]],
      indexes: [index("byStatus", "status", "dateFrom")],
      searchKeyPaths: ["camper.fullName", "campSite.name"]
    ) {
      AttributeDescription(
        "number", .integer64, isOptional: false, isSequence: true, searchedBy: .prefixed("R-"))
      AttributeDescription("dateFrom", .date, isOptional: false, isIndexed: true)
      AttributeDescription("dateTo", .date, isOptional: false)
      AttributeDescription("status", .string, isOptional: false)
      AttributeDescription("partySize", .integer16, isOptional: false, default: 1)
      AttributeDescription("totalMinor", .integer64)
      AttributeDescription("formerSiteName", .string, searchedBy: .words)
      AttributeDescription("note", .string, searchedBy: .words)
      RelationshipDescription(
        "campground", toOne: "Campground", inverse: "reservations", isOptional: false)
      RelationshipDescription("camper", toOne: "Camper", inverse: "reservations")
      RelationshipDescription("campSite", toOne: "CampSite", inverse: "reservations")
      RelationshipDescription(
        "nights", toMany: "ReservationNight", inverse: "reservation",
        deleteRule: .cascadeDeleteRule)
    }
  }

  private static var reservationNightEntity: EntityDescription {
    // The constraint is what makes a double booking impossible, whoever races.
    EntityDescription(
      "ReservationNight", class: ReservationNight.self, unique: [["campSite", "night"]]
    ) {
      AttributeDescription(
        "night", .integer32, isOptional: false, isIndexed: true, isDayNumber: true)
      RelationshipDescription(
        "campSite", toOne: "CampSite", inverse: "nights", isOptional: false)
      RelationshipDescription(
        "reservation", toOne: "Reservation", inverse: "nights", isOptional: false)
    }
  }

  private static func index(_ name: String, _ properties: String...) -> FetchIndexDescription {
    FetchIndexDescription(
      name: name, elements: properties.map { FetchIndexElementDescription($0) })
  }
}
