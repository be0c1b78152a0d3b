import ObjectGraph

extension ManagedObjectModel {
  /// The model of a campground's store, version 7, shared by all stores: what its classes declare,
  /// and what a declaration cannot say.
  ///
  /// Stores with this version are in use, so it must never change. To make a change, add a version:
  /// change the classes and this model, and give it the next number; add the former version as
  /// `campgroundVersion6` does, which says what it lacked; list it in `CampgroundVersions.all`; and
  /// add a mapping model for the step between them if it cannot be inferred. A test has the
  /// checksum of each version.
  public static let campground: ManagedObjectModel = {
    let model = entitiesOfToday
    model.nameWaiversAsRenamed()
    model.nameNightsOfRulesAsRenamed()
    model.versionIdentifiers = ["7"]
    return model
  }()

  /// Says how version 2 called the waivers.
  func nameWaiversAsRenamed() {
    entitiesByName["Waiver"]?.renamingIdentifier = "TaxWaiver"
    entitiesByName["Reservation"]?.relationshipsByName["waivers"]?.renamingIdentifier =
      "taxWaivers"
  }

  /// Says how version 3 called the first and the last night of rules.
  func nameNightsOfRulesAsRenamed() {
    for (entity, last) in Self.formerLastNights {
      let nights = entitiesByName[entity]?.attributesByName
      nights?["firstNight"]?.renamingIdentifier = "dateFrom"
      nights?["lastNight"]?.renamingIdentifier = last
    }
  }

  /// A new model with the entities of the latest version.
  static var entitiesOfToday: ManagedObjectModel {
    ManagedObjectModel {
      placeEntities
      campsiteEntities
      reservationEntities
      waitlistEntities
      pricingEntities
      ruleEntities
      folioEntities
      staffEntities
      eventEntities
    }
  }

  /// Campgrounds, their campers and their classes of campsites.
  @ModelBuilder private static var placeEntities: [EntityDescription] {
    EntityDescription(
      Campground.self, unique: [["name"]],
      cascade: [
        "siteClasses", "groups", "seasons", "rates", "discounts", "taxes", "fees", "depositRules",
        "meterRates", "stayRules", "cancellationPolicies", "vouchers", "closedDays", "waitlist",
        "employees", "items", "accounts", "feeds", "logo", "messages",
      ], deny: ["sites", "reservations", "folios", "sales"]
    ) {
      AttributeDescription(
        "localeIdentifier", .string, isOptional: false, default: .string("en_US"))
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
      AttributeDescription("reminderDays", .integer16, minimum: 1, maximum: 60)
    }
    // A separate entity, so that reading a campground never reads its logo.
    EntityDescription(CampgroundLogo.self, required: ["campground"]) {
      AttributeDescription(
        "picture", .binaryData, isOptional: false, allowsExternalBinaryDataStorage: true)
    }
    EntityDescription(
      Message.self, unique: [["number"]],
      indexes: [
        index("bySending", "campground", "sentAt"), index("byKind", "kind", "reservation"),
      ], required: ["campground"]
    ) {
      number
    }
    EntityDescription(
      Camper.self, cascade: ["waitlistEntries"], deny: ["reservations", "folios"],
      indexed: ["fullName"],
      search: [
        "fullName": .words, "phoneNumber": .digits, "email": .words, "plates": .words,
      ])
    // A class in use cannot be deleted; see `SiteClassService.delete(_:)`. Its former rules are
    // deleted with it.
    EntityDescription(
      SiteClass.self, unique: [["campground", "name"]], required: ["campground"],
      cascade: [
        "rates", "discounts", "taxes", "fees", "depositRules", "cancellationPolicies",
        "stayRules", "feeds",
      ], deny: ["sites"], search: ["name": .words])
  }

  package static func index(_ name: String, _ properties: String...) -> FetchIndexDescription {
    FetchIndexDescription(
      name: name, elements: properties.map { FetchIndexElementDescription($0) })
  }

  /// A number that the store gives to new objects, one after the other.
  package static var number: AttributeDescription {
    AttributeDescription("number", .integer64, isOptional: false, isSequence: true)
  }

  /// Names are unique among the rules in force, and among those that ended with the same revision.
  package static var versionedName: [[String]] { [["campground", "name", "endRevision"]] }

  /// The revision that ended a version; the largest integer while it is in force.
  package static var endRevision: AttributeDescription {
    AttributeDescription("endRevision", .integer64, isOptional: false, default: .integer(.max))
  }

  /// What a declaration of `ScopedRule` cannot say.
  @PropertiesBuilder package static var scopedRule: [PropertyDescription] {
    endRevision
    AttributeDescription(
      "weekdays", .integer16, isOptional: false, default: 0, minimum: 0, maximum: 127)
    isActive
  }

  /// Whether a rule is in use; one that is not is kept because past stays refer to it.
  package static var isActive: AttributeDescription {
    AttributeDescription("isActive", .boolean, isOptional: false, default: true)
  }
}
