import Foundation
import ObjectGraph

/// The model that the workloads run on: the shape of a campground's bookings, kept apart from the
/// product's own model so that the figures stay comparable when that grows.
enum BenchmarkModel {
  static func make() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Camper", class: BenchmarkCamper.self) {
        AttributeDescription("fullName", .string)
        RelationshipDescription("reservations", toMany: "Reservation", inverse: "camper")
      }
      EntityDescription("CampSite", class: BenchmarkSite.self) {
        AttributeDescription("siteNumber", .integer16)
        RelationshipDescription("reservations", toMany: "Reservation", inverse: "campSite")
        RelationshipDescription("nights", toMany: "ReservationNight", inverse: "campSite")
      }
      EntityDescription(
        "Reservation", class: BenchmarkReservation.self,
        indexes: [
          FetchIndexDescription(
            name: "byStay",
            elements: [.init("campSite"), .init("arrival"), .init("departure")])
        ]
      ) {
        AttributeDescription("status", .integer16)
        AttributeDescription("partySize", .integer16)
        AttributeDescription("arrival", .date)
        AttributeDescription("departure", .date)
        AttributeDescription("totalPrice", .double)
        AttributeDescription("code", .string)
        AttributeDescription("notes", .string)
        RelationshipDescription("camper", toOne: "Camper", inverse: "reservations")
        RelationshipDescription("campSite", toOne: "CampSite", inverse: "reservations")
      }
      EntityDescription(
        "ReservationNight", class: BenchmarkNight.self, unique: [["campSite", "night"]]
      ) {
        AttributeDescription("night", .integer32, isOptional: false)
        RelationshipDescription("campSite", toOne: "CampSite", inverse: "nights")
      }
    }
  }
}

final class BenchmarkCamper: ManagedObject {
  @Managed("fullName") var fullName: String?
  @Managed("reservations") var reservations: Set<BenchmarkReservation>
}

final class BenchmarkSite: ManagedObject {
  @Managed("siteNumber") var siteNumber: Int16
  @Managed("reservations") var reservations: Set<BenchmarkReservation>
  @Managed("nights") var nights: Set<BenchmarkNight>
}

final class BenchmarkReservation: ManagedObject {
  @Managed("status") var status: Int16
  @Managed("partySize") var partySize: Int16
  @Managed("arrival") var arrival: Date
  @Managed("departure") var departure: Date
  @Managed("totalPrice") var totalPrice: Double
  @Managed("code") var code: String
  @Managed("notes") var notes: String
  @Managed("camper") var camper: BenchmarkCamper?
  @Managed("campSite") var campSite: BenchmarkSite?
}

final class BenchmarkNight: ManagedObject {
  @Managed("night") var night: Int32
  @Managed("campSite") var campSite: BenchmarkSite?
}
