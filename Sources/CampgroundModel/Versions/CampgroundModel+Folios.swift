import ObjectGraph

extension ManagedObjectModel {
  /// Charges and payments.
  package static var folioEntities: [EntityDescription] {
    [folioEntity, postingEntity, folioEntryEntity, voucherEntity, closedDayEntity]
  }

  private static var folioEntity: EntityDescription {
    EntityDescription("Folio", class: Folio.self, unique: [["number"]]) {
      AttributeDescription("number", .integer64, isOptional: false, isSequence: true)
      AttributeDescription("openedAt", .date, isOptional: false)
      amount("returnedMinor")
      RelationshipDescription(
        "campground", toOne: "Campground", inverse: "folios", isOptional: false)
      RelationshipDescription("payer", toOne: "Camper", inverse: "folios")
      RelationshipDescription("group", toOne: "ReservationGroup", inverse: "folio")
      RelationshipDescription(
        "reservations", toMany: "Reservation", inverse: "folio", deleteRule: .denyDeleteRule)
      RelationshipDescription(
        "entries", toMany: "FolioEntry", inverse: "folio", deleteRule: .denyDeleteRule)
    }
  }

  private static var postingEntity: EntityDescription {
    EntityDescription("Posting", class: Posting.self) {
      AttributeDescription("action", .string, isOptional: false)
      AttributeDescription("postedAt", .date, isOptional: false, isIndexed: true)
      AttributeDescription("who", .string)
      RelationshipDescription(
        "entries", toMany: "FolioEntry", inverse: "posting", deleteRule: .denyDeleteRule)
      RelationshipDescription("events", toMany: "Event", inverse: "posting")
    }
  }

  private static var folioEntryEntity: EntityDescription {
    // The index covers every column that reports add up.
    EntityDescription(
      "FolioEntry", class: FolioEntry.self, unique: [["number"]],
      indexes: [
        index("byKind", "kind", "day", "name", "folio", "amountMinor"),
        index("byNight", "night", "kind", "taxGroup", "reservation", "amountMinor"),
      ]
    ) {
      AttributeDescription("number", .integer64, isOptional: false, isSequence: true)
      AttributeDescription("kind", .string, isOptional: false)
      AttributeDescription("text", .string, isOptional: false)
      amount("amountMinor")
      AttributeDescription("day", .date, isOptional: false, isIndexed: true)
      AttributeDescription("night", .date)
      AttributeDescription("name", .string)
      AttributeDescription("periodStart", .date)
      AttributeDescription("taxGroup", .string)
      AttributeDescription("method", .string)
      AttributeDescription("reference", .string, searchedBy: .words)
      AttributeDescription("reason", .string)
      RelationshipDescription(
        "folio", toOne: "Folio", inverse: "entries", isOptional: false)
      RelationshipDescription("reservation", toOne: "Reservation", inverse: "entries")
      RelationshipDescription(
        "posting", toOne: "Posting", inverse: "entries", isOptional: false)
      RelationshipDescription("taxes", toOne: "FolioEntry", inverse: "taxedBy")
      RelationshipDescription(
        "taxedBy", toMany: "FolioEntry", inverse: "taxes", deleteRule: .denyDeleteRule)
      RelationshipDescription("meterReading", toOne: "MeterReading", inverse: "entry")
      RelationshipDescription("voucher", toOne: "Voucher", inverse: "entries")
      RelationshipDescription("sale", toOne: "Sale", inverse: "entries")
      RelationshipDescription("reverses", toOne: "FolioEntry", inverse: "reversedBy")
      RelationshipDescription("reversedBy", toOne: "FolioEntry", inverse: "reverses")
    }
  }

  private static var voucherEntity: EntityDescription {
    EntityDescription("Voucher", class: Voucher.self, unique: [["campground", "code"]]) {
      AttributeDescription("code", .string, isOptional: false, searchedBy: .words)
      amount("amountMinor")
      amount("redeemedMinor")
      AttributeDescription("expires", .date)
      AttributeDescription("note", .string)
      campgroundOfOwned("vouchers")
      RelationshipDescription("camper", toOne: "Camper", inverse: "vouchers")
      RelationshipDescription(
        "entries", toMany: "FolioEntry", inverse: "voucher", deleteRule: .denyDeleteRule)
    }
  }

  private static var closedDayEntity: EntityDescription {
    EntityDescription("ClosedDay", class: ClosedDay.self, unique: [["campground", "day"]]) {
      AttributeDescription("day", .date, isOptional: false)
      AttributeDescription("closedAt", .date, isOptional: false)
      amount("chargedMinor")
      amount("paidMinor")
      AttributeDescription("nightsSold", .integer32, isOptional: false, default: 0)
      campgroundOfOwned("closedDays")
    }
  }
}
