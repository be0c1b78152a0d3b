import ObjectGraph

extension ManagedObjectModel {
  /// Version 1: the model of the sample application in the classic book, whose stores may also have
  /// been written by Core Data.
  ///
  /// A camper has one reservation, and so does a campsite: reserving a campsite again takes it, and
  /// perhaps the camper, away from the earlier reservation. Only the status is required.
  public static let campgroundVersion1: ManagedObjectModel = {
    let model = ManagedObjectModel {
      EntityDescription("Camper") {
        AttributeDescription("fullName", .string)
        AttributeDescription("phoneNumber", .string)
        RelationshipDescription("reservations", toOne: "Reservation", inverse: "camper")
      }
      EntityDescription("CampSite") {
        AttributeDescription("electricity", .boolean)
        AttributeDescription("siteNumber", .integer16, default: 0)
        AttributeDescription("water", .boolean)
        RelationshipDescription("reservations", toOne: "Reservation", inverse: "campSite")
      }
      EntityDescription("Reservation") {
        AttributeDescription("dateFrom", .date)
        AttributeDescription("dateTo", .date)
        AttributeDescription("status", .string, isOptional: false)
        RelationshipDescription("camper", toOne: "Camper", inverse: "reservations")
        RelationshipDescription("campSite", toOne: "CampSite", inverse: "reservations")
      }
    }
    model.versionIdentifiers = ["1"]
    return model
  }()
}
