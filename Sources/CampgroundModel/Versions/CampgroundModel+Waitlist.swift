import ObjectGraph

extension ManagedObjectModel {
  /// Waitlist entries, their wishes, and the offers made.
  package static var waitlistEntities: [EntityDescription] {
    [waitlistEntryEntity, wishEntity, offerEntity]
  }

  private static var waitlistEntryEntity: EntityDescription {
    EntityDescription("WaitlistEntry", class: WaitlistEntry.self) {
      AttributeDescription("number", .integer64, isOptional: false, isSequence: true)
      AttributeDescription("createdAt", .date, isOptional: false)
      AttributeDescription("withdrawnAt", .date)
      campgroundOfOwned("waitlist")
      RelationshipDescription(
        "camper", toOne: "Camper", inverse: "waitlistEntries", isOptional: false)
      RelationshipDescription(
        "wishes", toMany: "Wish", inverse: "entry", deleteRule: .cascadeDeleteRule)
    }
  }

  private static var wishEntity: EntityDescription {
    EntityDescription(
      "Wish", class: Wish.self, unique: [["entry", "number"]],
      indexes: [index("byArrival", "dateFrom", "dateTo")]
    ) {
      AttributeDescription("number", .integer16, isOptional: false, minimum: 1)
      AttributeDescription("dateFrom", .date, isOptional: false)
      AttributeDescription("dateTo", .date, isOptional: false)
      party
      AttributeDescription("siteType", .string)
      AttributeDescription("loop", .string)
      AttributeDescription("withdrawnAt", .date)
      RelationshipDescription(
        "entry", toOne: "WaitlistEntry", inverse: "wishes", isOptional: false)
      RelationshipDescription("siteClass", toOne: "SiteClass", inverse: "wishes")
      RelationshipDescription(
        "offers", toMany: "Offer", inverse: "wish", deleteRule: .cascadeDeleteRule)
    }
  }

  private static var offerEntity: EntityDescription {
    EntityDescription("Offer", class: Offer.self) {
      AttributeDescription("calledAt", .date)
      AttributeDescription("askedAgainAt", .date)
      RelationshipDescription("wish", toOne: "Wish", inverse: "offers", isOptional: false)
      RelationshipDescription(
        "reservation", toOne: "Reservation", inverse: "offer", isOptional: false)
    }
  }
}
