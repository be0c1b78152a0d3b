import ObjectGraph

extension ManagedObjectModel {
  /// Reservations and the nights that they keep.
  static var reservationEntities: [EntityDescription] {
    [reservationEntity, staySegmentEntity, reservationNightEntity, staySeriesEntity]
  }

  private static var reservationEntity: EntityDescription {
    EntityDescription(
      "Reservation", class: Reservation.self, unique: [["number"]],
      indexes: [
        index("byStatus", "status", "dateFrom"), index("byDeparture", "dateTo", "status"),
        index("byMaking", "madeAt", "status", "dateFrom"),
      ],
      searchKeyPaths: ["camper.fullName", "campSite.name"]
    ) {
      AttributeDescription(
        "number", .integer64, isOptional: false, isSequence: true, searchedBy: .prefixed("R-"))
      AttributeDescription("dateFrom", .date, isOptional: false, isIndexed: true)
      AttributeDescription("dateTo", .date, isOptional: false)
      AttributeDescription("status", .string, isOptional: false)
      AttributeDescription("partySize", .integer16, isOptional: false, default: 1)
      AttributeDescription("vehicleCount", .integer16)
      AttributeDescription("vehicleLength", .integer16)
      AttributeDescription("petCount", .integer16, isOptional: false, default: 0)
      AttributeDescription("neededAmperage", .integer16)
      AttributeDescription("needsWater", .boolean)
      AttributeDescription("needsSewer", .boolean)
      AttributeDescription("needsAccess", .boolean)
      AttributeDescription("madeAt", .date)
      AttributeDescription("bookedAt", .date)
      AttributeDescription("holdExpiresAt", .date, isIndexed: true)
      AttributeDescription("noticeDate", .date)
      AttributeDescription("checkedInAt", .date)
      AttributeDescription("checkedOutAt", .date)
      AttributeDescription("canceledAt", .date)
      AttributeDescription("reason", .string)
      AttributeDescription("totalMinor", .integer64)
      AttributeDescription("nightPriceMinor", .integer64)
      AttributeDescription("terms", .string)
      AttributeDescription("depositMinor", .integer64)
      AttributeDescription("depositDue", .date)
      AttributeDescription("formerSiteName", .string, searchedBy: .words)
      AttributeDescription("overriddenRules", .string)
      AttributeDescription("note", .string, searchedBy: .words)
      AttributeDescription("beforeCheckIn", .string)
      AttributeDescription("beforeCheckOut", .string)
      RelationshipDescription(
        "campground", toOne: "Campground", inverse: "reservations", isOptional: false)
      RelationshipDescription("camper", toOne: "Camper", inverse: "reservations")
      RelationshipDescription("campSite", toOne: "CampSite", inverse: "reservations")
      RelationshipDescription(
        "segments", toMany: "StaySegment", inverse: "reservation", deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "nights", toMany: "ReservationNight", inverse: "reservation",
        deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "charges", toMany: "StayCharge", inverse: "reservation", deleteRule: .cascadeDeleteRule)
      RelationshipDescription("folio", toOne: "Folio", inverse: "reservations")
      RelationshipDescription("entries", toMany: "FolioEntry", inverse: "reservation")
      RelationshipDescription("sales", toMany: "Sale", inverse: "reservation")
      RelationshipDescription("meterReadings", toMany: "MeterReading", inverse: "reservation")
      RelationshipDescription("discount", toOne: "Discount", inverse: "reservations")
      RelationshipDescription(
        "cancellationPolicy", toOne: "CancellationPolicy", inverse: "reservations")
      RelationshipDescription("series", toOne: "StaySeries", inverse: "reservations")
      RelationshipDescription(
        "offer", toOne: "Offer", inverse: "reservation", deleteRule: .cascadeDeleteRule)
    }
  }

  private static var staySegmentEntity: EntityDescription {
    EntityDescription("StaySegment", class: StaySegment.self) {
      AttributeDescription("dateFrom", .date, isOptional: false)
      AttributeDescription("dateTo", .date, isOptional: false)
      AttributeDescription("isGivenUp", .boolean, isOptional: false, default: false)
      AttributeDescription("formerSiteName", .string)
      RelationshipDescription(
        "reservation", toOne: "Reservation", inverse: "segments", isOptional: false)
      RelationshipDescription("campSite", toOne: "CampSite", inverse: "segments")
    }
  }

  private static var reservationNightEntity: EntityDescription {
    // The constraint is what makes a double booking impossible, whoever races.
    EntityDescription(
      "ReservationNight", class: ReservationNight.self, unique: [["campSite", "night"]],
      indexes: [index("byNight", "night", "campSite", "reservation", "heldUntil")]
    ) {
      AttributeDescription("night", .integer32, isOptional: false, isDayNumber: true)
      AttributeDescription("heldUntil", .date, isIndexed: true)
      RelationshipDescription(
        "campSite", toOne: "CampSite", inverse: "nights", isOptional: false)
      RelationshipDescription("reservation", toOne: "Reservation", inverse: "nights")
      RelationshipDescription("block", toOne: "SiteBlock", inverse: "nights")
    }
  }

  private static var staySeriesEntity: EntityDescription {
    EntityDescription("StaySeries", class: StaySeries.self) {
      AttributeDescription("anchor", .date, isOptional: false)
      AttributeDescription("step", .string, isOptional: false)
      AttributeDescription("count", .integer16, isOptional: false, minimum: 1, maximum: 600)
      RelationshipDescription("reservations", toMany: "Reservation", inverse: "series")
    }
  }
}
