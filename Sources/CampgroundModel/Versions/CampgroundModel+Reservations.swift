import ObjectGraph

extension ManagedObjectModel {
  /// Reservations and the nights that they occupy.
  package static var reservationEntities: [EntityDescription] {
    [
      reservationEntity, staySegmentEntity, givenUpNightsEntity, changeFeeEntity, allowanceEntity,
      taxWaiverEntity, overriddenRuleEntity, reservationNightEntity,
      staySeriesEntity, reservationGroupEntity,
    ]
  }

  private static var reservationEntity: EntityDescription {
    EntityDescription(
      "Reservation", class: Reservation.self, unique: [["number"]],
      indexes: [
        index("byStatus", "status", "dateFrom"), index("byDeparture", "dateTo", "status"),
      ],
      searchKeyPaths: ["camper.fullName", "campSite.name"]
    ) {
      AttributeDescription(
        "number", .integer64, isOptional: false, isSequence: true, searchedBy: .prefixed("R-"))
      AttributeDescription("dateFrom", .date, isOptional: false, isIndexed: true)
      AttributeDescription("dateTo", .date, isOptional: false)
      AttributeDescription("status", .string, isOptional: false)
      party
      AttributeDescription("reservedUnder", .integer64)
      AttributeDescription("holdExpiresAt", .date, isIndexed: true)
      AttributeDescription("noticeDate", .date)
      AttributeDescription("heldNights", .integer16, isOptional: false, default: 0, minimum: 0)
      AttributeDescription("isGuaranteed", .boolean, isOptional: false, default: false)
      AttributeDescription("expectedAt", .date)
      AttributeDescription("totalMinor", .integer64)
      AttributeDescription("policy", .string)
      AttributeDescription("policyRevision", .integer64, isOptional: false, default: 0)
      AttributeDescription("depositMinor", .integer64)
      AttributeDescription("formerSiteName", .string, searchedBy: .words)
      AttributeDescription("formerClassName", .string)
      AttributeDescription("isLocked", .boolean, isOptional: false, default: false)
      AttributeDescription("note", .string, searchedBy: .words)
      RelationshipDescription(
        "campground", toOne: "Campground", inverse: "reservations", isOptional: false)
      RelationshipDescription("camper", toOne: "Camper", inverse: "reservations")
      RelationshipDescription("campSite", toOne: "CampSite", inverse: "reservations")
      RelationshipDescription("siteClass", toOne: "SiteClass", inverse: "reservations")
      RelationshipDescription(
        "segments", toMany: "StaySegment", inverse: "reservation", deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "nights", toMany: "ReservationNight", inverse: "reservation",
        deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "givenUp", toMany: "GivenUpNights", inverse: "reservation", deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "changeFees", toMany: "ChangeFee", inverse: "reservation", deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "allowances", toMany: "Allowance", inverse: "reservation", deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "taxWaivers", toMany: "TaxWaiver", inverse: "reservation", deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "overriddenRules", toMany: "OverriddenRule", inverse: "reservation",
        deleteRule: .cascadeDeleteRule)
      RelationshipDescription("events", toMany: "Event", inverse: "reservation")
      RelationshipDescription("group", toOne: "ReservationGroup", inverse: "reservations")
      RelationshipDescription("folio", toOne: "Folio", inverse: "reservations")
      RelationshipDescription("entries", toMany: "FolioEntry", inverse: "reservation")
      RelationshipDescription("sales", toMany: "Sale", inverse: "reservation")
      RelationshipDescription("meterReadings", toMany: "MeterReading", inverse: "reservation")
      RelationshipDescription("series", toOne: "StaySeries", inverse: "reservations")
      RelationshipDescription(
        "offer", toOne: "Offer", inverse: "reservation", deleteRule: .cascadeDeleteRule)
    }
  }

  /// The guests, their vehicles and pets, and what they need; see `Party`.
  package static var party: CompositeAttributeDescription {
    CompositeAttributeDescription("party", isOptional: false) {
      AttributeDescription("adults", .integer16, isOptional: false, default: 1)
      AttributeDescription("children", .integer16, isOptional: false, default: 0)
      AttributeDescription("vehicles", .integer16)
      AttributeDescription("vehicleLength", .integer16)
      AttributeDescription("pets", .integer16, isOptional: false, default: 0)
      AttributeDescription("amperage", .integer16)
      AttributeDescription("needsWater", .boolean, isOptional: false, default: false)
      AttributeDescription("needsSewer", .boolean, isOptional: false, default: false)
      AttributeDescription("needsAccess", .boolean, isOptional: false, default: false)
    }
  }

  private static var staySegmentEntity: EntityDescription {
    EntityDescription("StaySegment", class: StaySegment.self) {
      AttributeDescription("dateFrom", .date, isOptional: false)
      AttributeDescription("dateTo", .date, isOptional: false)
      AttributeDescription("isGivenUp", .boolean, isOptional: false, default: false)
      AttributeDescription("agreedUnder", .integer64, isOptional: false, default: 0)
      AttributeDescription("priceMinor", .integer64)
      AttributeDescription("discount", .string)
      AttributeDescription("discountUnder", .integer64)
      AttributeDescription("siteType", .string)
      AttributeDescription("isByClass", .boolean, isOptional: false, default: false)
      AttributeDescription("isAllIncluded", .boolean, isOptional: false, default: false)
      CompositeAttributeDescription("formerParty") {
        AttributeDescription("adults", .integer16)
        AttributeDescription("children", .integer16)
        AttributeDescription("vehicles", .integer16)
        AttributeDescription("pets", .integer16)
      }
      AttributeDescription("formerSiteName", .string)
      RelationshipDescription(
        "reservation", toOne: "Reservation", inverse: "segments", isOptional: false)
      RelationshipDescription("campSite", toOne: "CampSite", inverse: "segments")
      RelationshipDescription("siteClass", toOne: "SiteClass", inverse: "segments")
    }
  }

  private static var givenUpNightsEntity: EntityDescription {
    EntityDescription("GivenUpNights", class: GivenUpNights.self) {
      AttributeDescription("position", .integer32, isOptional: false, default: 0)
      AttributeDescription("day", .date, isOptional: false)
      AttributeDescription("occasion", .string, isOptional: false)
      amount("amountMinor")
      AttributeDescription("keptPercent", .decimal, minimum: 0, maximum: 100)
      optionalAmount("keptAtMostMinor")
      amount("feeMinor")
      factOfStay("givenUp")
    }
  }

  private static var changeFeeEntity: EntityDescription {
    EntityDescription("ChangeFee", class: ChangeFee.self) {
      AttributeDescription("position", .integer32, isOptional: false, default: 0)
      AttributeDescription("day", .date, isOptional: false)
      amount("amountMinor")
      factOfStay("changeFees")
    }
  }

  private static var allowanceEntity: EntityDescription {
    EntityDescription("Allowance", class: Allowance.self) {
      AttributeDescription("position", .integer32, isOptional: false, default: 0)
      AttributeDescription("day", .date, isOptional: false)
      AttributeDescription("text", .string, isOptional: false)
      amount("amountMinor")
      AttributeDescription("taxGroup", .string)
      AttributeDescription("chargedOn", .date)
      AttributeDescription("reason", .string)
      factOfStay("allowances")
    }
  }

  private static var taxWaiverEntity: EntityDescription {
    EntityDescription("TaxWaiver", class: TaxWaiver.self) {
      AttributeDescription("day", .date, isOptional: false)
      AttributeDescription("name", .string, isOptional: false)
      AttributeDescription("taxGroup", .string, isOptional: false)
      AttributeDescription("reason", .string)
      factOfStay("taxWaivers")
    }
  }

  private static var overriddenRuleEntity: EntityDescription {
    EntityDescription("OverriddenRule", class: OverriddenRule.self) {
      AttributeDescription("position", .integer32, isOptional: false, default: 0)
      AttributeDescription("day", .date, isOptional: false)
      AttributeDescription("rule", .string, isOptional: false)
      AttributeDescription("text", .string, isOptional: false)
      factOfStay("overriddenRules")
      RelationshipDescription("event", toOne: "Event", inverse: "overriddenRules")
    }
  }

  private static func factOfStay(_ inverse: String) -> RelationshipDescription {
    RelationshipDescription(
      "reservation", toOne: "Reservation", inverse: inverse, isOptional: false)
  }

  private static var reservationNightEntity: EntityDescription {
    // This constraint makes a double booking impossible, whoever races.
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

  private static var reservationGroupEntity: EntityDescription {
    EntityDescription(
      "ReservationGroup", class: ReservationGroup.self, unique: [["campground", "name"]]
    ) {
      AttributeDescription("name", .string, isOptional: false)
      campgroundOfOwned("groups")
      RelationshipDescription(
        "folio", toOne: "Folio", inverse: "group", isOptional: false,
        deleteRule: .cascadeDeleteRule)
      RelationshipDescription(
        "reservations", toMany: "Reservation", inverse: "group", deleteRule: .denyDeleteRule)
    }
  }
}
