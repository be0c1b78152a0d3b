import ObjectGraph

extension ManagedObjectModel {
  /// Reservations and the nights that they occupy.
  @ModelBuilder package static var reservationEntities: [EntityDescription] {
    EntityDescription(
      Reservation.self, unique: [["number"]],
      indexes: [
        index("byStatus", "status", "dateFrom"), index("byDeparture", "dateTo", "status"),
        index("byConfirmationNumber", "confirmationNumber"),
      ], required: ["campground"],
      cascade: [
        "segments", "nights", "givenUp", "changeFees", "charges", "allowances", "waivers",
        "overriddenRules", "offer",
      ], indexed: ["dateFrom", "holdExpiresAt"],
      search: [
        "number": .prefixed("R-"), "confirmationNumber": .words, "formerSiteName": .words,
        "note": .words,
      ],
      searchKeyPaths: ["camper.fullName", "campSite.name"]
    ) {
      number
      party
      AttributeDescription("heldNights", .integer16, isOptional: false, default: 0, minimum: 0)
      AttributeDescription("totalMinor", .integer64, isOptional: false, default: 0)
      AttributeDescription("unpricedNights", .integer16, isOptional: false, default: 0, minimum: 0)
    }
    EntityDescription(StaySegment.self, required: ["reservation"]) {
      CompositeAttributeDescription("formerParty") {
        AttributeDescription("adults", .integer16)
        AttributeDescription("children", .integer16)
        AttributeDescription("vehicles", .integer16)
        AttributeDescription("pets", .integer16)
      }
    }
    EntityDescription(GivenUpNights.self, required: ["reservation"]) {
      AttributeDescription("keptPercent", .decimal, minimum: 0, maximum: 100)
    }
    EntityDescription(ChangeFee.self, required: ["reservation"])
    EntityDescription(Charge.self, required: ["reservation"])
    EntityDescription(Allowance.self, required: ["reservation"])
    EntityDescription(Waiver.self, required: ["reservation"]) {
      AttributeDescription(
        "kind", .string, isOptional: false, default: .string(ChargeKind.tax.rawValue))
    }
    EntityDescription(OverriddenRule.self, required: ["reservation"])
    // This constraint makes a double booking impossible, whoever races.
    EntityDescription(
      ReservationNight.self, unique: [["campSite", "night"]],
      indexes: [index("byNight", "night", "campSite", "reservation", "heldUntil")],
      required: ["campSite"], indexed: ["heldUntil"]
    ) { AttributeDescription("night", .integer32, isOptional: false, isDayNumber: true) }
    EntityDescription(StaySeries.self) {
      AttributeDescription("count", .integer16, isOptional: false, minimum: 1, maximum: 600)
    }
    EntityDescription(
      ReservationGroup.self, unique: [["campground", "name"]], required: ["campground", "folio"],
      cascade: ["folio"], deny: ["reservations"])
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
}
