import ObjectGraph

extension ManagedObjectModel {
  /// Waitlist entries, their wishes, and the offers made.
  @ModelBuilder package static var waitlistEntities: [EntityDescription] {
    EntityDescription(
      WaitlistEntry.self, required: ["campground", "camper"], cascade: ["wishes"]
    ) { number }
    EntityDescription(
      Wish.self, unique: [["entry", "number"]],
      indexes: [index("byArrival", "dateFrom", "dateTo")], required: ["entry"],
      cascade: ["offers"]
    ) {
      AttributeDescription("number", .integer16, isOptional: false, minimum: 1)
      party
    }
    EntityDescription(Offer.self, required: ["wish", "reservation"])
  }
}
