import ObjectGraph

extension ManagedObjectModel {
  /// Version 1: the model of the classic book's sample application, whose stores Core Data made too.
  ///
  /// A camper has one reservation, and a campsite has one: who reserves a campsite again takes it, and
  /// perhaps the camper, away from the reservation before. Nothing but the status has to be there.
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
