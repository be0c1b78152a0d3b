import ObjectGraph

extension ManagedObjectModel {
  /// The model of a campground's store, version 2: one for all stores.
  ///
  /// Stores of it are in use, so that it never changes. A change is a new version: copy what it changes
  /// to a model of its own, which becomes this constant, keep this one under the name
  /// `campgroundVersion2`, list both in `CampgroundVersions.all`, and give a mapping model for the step
  /// between them where it cannot be inferred.
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
    // What is in use keeps it; see `SiteClassService.delete(_:)`. Rules that ended go with it.
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

  /// Rules for a class of campsites.
  private static func rulesOfClass(_ name: String, _ rule: String) -> RelationshipDescription {
    RelationshipDescription(
      name, toMany: rule, inverse: "siteClass", deleteRule: .cascadeDeleteRule)
  }

  /// The class of campsites that a rule is for.
  package static func classOfRule(_ inverse: String) -> RelationshipDescription {
    RelationshipDescription("siteClass", toOne: "SiteClass", inverse: inverse)
  }

  package static func index(_ name: String, _ properties: String...) -> FetchIndexDescription {
    FetchIndexDescription(
      name: name, elements: properties.map { FetchIndexElementDescription($0) })
  }

  /// What belongs to a campground and goes with it.
  private static func owned(_ name: String, _ destination: String) -> RelationshipDescription {
    RelationshipDescription(
      name, toMany: destination, inverse: "campground", deleteRule: .cascadeDeleteRule)
  }

  /// The campground that something belongs to.
  package static func campgroundOfOwned(_ inverse: String) -> RelationshipDescription {
    RelationshipDescription(
      "campground", toOne: "Campground", inverse: inverse, isOptional: false)
  }

  /// What no two rules of an entity have in common that are in force, or ended together.
  package static var versionedName: [[String]] { [["campground", "name", "endRevision"]] }

  /// The revision of the campground's rules with which a version of one came into force.
  package static var revision: AttributeDescription {
    AttributeDescription("revision", .integer64, isOptional: false, default: 0)
  }

  /// The revision with which a version ended; the greatest number there is while it is in force.
  package static var endRevision: AttributeDescription {
    AttributeDescription("endRevision", .integer64, isOptional: false, default: .integer(.max))
  }

  /// Weekdays as a set of bits; see `Weekdays`.
  package static var weekdays: AttributeDescription {
    AttributeDescription(
      "weekdays", .integer16, isOptional: false, default: 0, minimum: 0, maximum: 127)
  }

  /// Whether a rule is applied; one that is not stays for the past that it explains.
  package static var isActive: AttributeDescription {
    AttributeDescription("isActive", .boolean, isOptional: false, default: true)
  }

  /// A whole amount of money in minor units of the campground's currency, where there may be none.
  package static func optionalAmount(_ name: String) -> AttributeDescription {
    AttributeDescription(name, .integer64)
  }

  /// A whole amount of money in minor units of the campground's currency.
  package static func amount(_ name: String) -> AttributeDescription {
    AttributeDescription(name, .integer64, isOptional: false, default: 0)
  }
}
