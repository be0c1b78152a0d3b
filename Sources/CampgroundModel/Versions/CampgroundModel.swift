import ObjectGraph

extension ManagedObjectModel {
  /// The model of a campground's store, version 2, shared by all stores.
  ///
  /// Stores with this version are in use, so it must never change. To make a change, add a version:
  /// copy what changes to a new model, which becomes this constant; keep this one as
  /// `campgroundVersion2`; list both in `CampgroundVersions.all`; and add a mapping model for the
  /// step between them if it cannot be inferred.
  public static let campground: ManagedObjectModel = {
    let model = ManagedObjectModel {
      campgroundEntity
      camperEntity
      siteClassEntity
      campsiteEntities
      reservationEntities
      waitlistEntities
      pricingEntities
      ruleEntities
      folioEntities
      staffEntities
      eventEntities
    }
    model.versionIdentifiers = ["2"]
    return model
  }()

  private static var campgroundEntity: EntityDescription {
    EntityDescription("Campground", class: Campground.self, unique: [["name"]]) {
      AttributeDescription("name", .string, isOptional: false)
      AttributeDescription("timeZoneIdentifier", .string, isOptional: false)
      AttributeDescription("currencyCode", .string, isOptional: false)
      AttributeDescription(
        "localeIdentifier", .string, isOptional: false, default: .string("en_US"))
      AttributeDescription("address", .string)
      AttributeDescription("phoneNumber", .string)
      AttributeDescription(
        "holdMinutes", .integer32, isOptional: false, default: 15, minimum: 1, maximum: 10_080)
      AttributeDescription(
        "offerHours", .integer16, isOptional: false, default: 24, minimum: 1, maximum: 168)
      AttributeDescription(
        "checkInMinute", .integer16, isOptional: false, default: 900, minimum: 0, maximum: 1_439)
      AttributeDescription(
        "checkOutMinute", .integer16, isOptional: false, default: 660, minimum: 0, maximum: 1_439)
      AttributeDescription(
        "noShowAfter", .string, isOptional: false, default: .string(NoShowNight.first.rawValue))
      AttributeDescription(
        "guaranteedNoShowAfter", .string, isOptional: false,
        default: .string(NoShowNight.last.rawValue))
      AttributeDescription("closedThrough", .date)
      AttributeDescription("rulesRevision", .integer64, isOptional: false, default: 0)
      AttributeDescription("pricesIncludeTax", .boolean, isOptional: false, default: false)
      RelationshipDescription(
        "sites", toMany: "CampSite", inverse: "campground", deleteRule: .denyDeleteRule)
      RelationshipDescription(
        "reservations", toMany: "Reservation", inverse: "campground", deleteRule: .denyDeleteRule)
      RelationshipDescription(
        "folios", toMany: "Folio", inverse: "campground", deleteRule: .denyDeleteRule)
      RelationshipDescription(
        "sales", toMany: "Sale", inverse: "campground", deleteRule: .denyDeleteRule)
      owned("siteClasses", "SiteClass")
      owned("groups", "ReservationGroup")
      owned("seasons", "Season")
      owned("rates", "Rate")
      owned("discounts", "Discount")
      owned("taxes", "Tax")
      owned("fees", "Fee")
      owned("depositRules", "DepositRule")
      owned("meterRates", "MeterRate")
      owned("stayRules", "StayRule")
      owned("cancellationPolicies", "CancellationPolicy")
      owned("vouchers", "Voucher")
      owned("closedDays", "ClosedDay")
      owned("waitlist", "WaitlistEntry")
      owned("employees", "Employee")
      owned("items", "Item")
      RelationshipDescription("events", toMany: "Event", inverse: "campground")
    }
  }

  private static var camperEntity: EntityDescription {
    EntityDescription("Camper", class: Camper.self) {
      AttributeDescription(
        "fullName", .string, isOptional: false, isIndexed: true, searchedBy: .words)
      AttributeDescription("phoneNumber", .string, searchedBy: .digits)
      AttributeDescription("email", .string, searchedBy: .words)
      AttributeDescription("address", .string)
      AttributeDescription("plates", .string, searchedBy: .words)
      AttributeDescription("rigLength", .integer16)
      AttributeDescription("note", .string)
      AttributeDescription("isFavorite", .boolean, isOptional: false, default: false)
      RelationshipDescription(
        "reservations", toMany: "Reservation", inverse: "camper", deleteRule: .denyDeleteRule)
      RelationshipDescription(
        "folios", toMany: "Folio", inverse: "payer", deleteRule: .denyDeleteRule)
      RelationshipDescription("vouchers", toMany: "Voucher", inverse: "camper")
      RelationshipDescription(
        "waitlistEntries", toMany: "WaitlistEntry", inverse: "camper",
        deleteRule: .cascadeDeleteRule)
    }
  }

  private static var siteClassEntity: EntityDescription {
    // A class in use cannot be deleted; see `SiteClassService.delete(_:)`. Its former rules are
    // deleted with it.
    EntityDescription("SiteClass", class: SiteClass.self, unique: [["campground", "name"]]) {
      AttributeDescription("name", .string, isOptional: false, searchedBy: .words)
      AttributeDescription("note", .string)
      campgroundOfOwned("siteClasses")
      RelationshipDescription(
        "sites", toMany: "CampSite", inverse: "siteClass", deleteRule: .denyDeleteRule)
      RelationshipDescription("reservations", toMany: "Reservation", inverse: "siteClass")
      RelationshipDescription("segments", toMany: "StaySegment", inverse: "siteClass")
      RelationshipDescription("wishes", toMany: "Wish", inverse: "siteClass")
      rulesOfClass("rates", "Rate")
      rulesOfClass("discounts", "Discount")
      rulesOfClass("taxes", "Tax")
      rulesOfClass("fees", "Fee")
      rulesOfClass("depositRules", "DepositRule")
      rulesOfClass("cancellationPolicies", "CancellationPolicy")
      rulesOfClass("stayRules", "StayRule")
    }
  }

  /// A relationship to the rules for a class of campsites.
  private static func rulesOfClass(_ name: String, _ rule: String) -> RelationshipDescription {
    RelationshipDescription(
      name, toMany: rule, inverse: "siteClass", deleteRule: .cascadeDeleteRule)
  }

  /// The relationship from a rule to its class of campsites.
  package static func classOfRule(_ inverse: String) -> RelationshipDescription {
    RelationshipDescription("siteClass", toOne: "SiteClass", inverse: inverse)
  }

  package static func index(_ name: String, _ properties: String...) -> FetchIndexDescription {
    FetchIndexDescription(
      name: name, elements: properties.map { FetchIndexElementDescription($0) })
  }

  /// A relationship to objects that belong to a campground and are deleted with it.
  private static func owned(_ name: String, _ destination: String) -> RelationshipDescription {
    RelationshipDescription(
      name, toMany: destination, inverse: "campground", deleteRule: .cascadeDeleteRule)
  }

  /// The relationship from an object to its campground.
  package static func campgroundOfOwned(_ inverse: String) -> RelationshipDescription {
    RelationshipDescription(
      "campground", toOne: "Campground", inverse: inverse, isOptional: false)
  }

  /// Names are unique among the rules in force, and among those that ended with the same revision.
  package static var versionedName: [[String]] { [["campground", "name", "endRevision"]] }

  /// The revision of the campground's rules that brought a version into force.
  package static var revision: AttributeDescription {
    AttributeDescription("revision", .integer64, isOptional: false, default: 0)
  }

  /// The revision that ended a version; the largest integer while it is in force.
  package static var endRevision: AttributeDescription {
    AttributeDescription("endRevision", .integer64, isOptional: false, default: .integer(.max))
  }

  /// Weekdays as a set of bits; see `Weekdays`.
  package static var weekdays: AttributeDescription {
    AttributeDescription(
      "weekdays", .integer16, isOptional: false, default: 0, minimum: 0, maximum: 127)
  }

  /// Whether a rule is in use; one that is not is kept because past stays refer to it.
  package static var isActive: AttributeDescription {
    AttributeDescription("isActive", .boolean, isOptional: false, default: true)
  }

  /// An optional whole amount of money, in minor units of the campground's currency.
  package static func optionalAmount(_ name: String) -> AttributeDescription {
    AttributeDescription(name, .integer64)
  }

  /// A whole amount of money, in minor units of the campground's currency.
  package static func amount(_ name: String) -> AttributeDescription {
    AttributeDescription(name, .integer64, isOptional: false, default: 0)
  }
}
