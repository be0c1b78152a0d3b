import Campground
import ObjectGraph

/// What people call an object.
enum ObjectLabel {
  static func text(of object: ManagedObject) -> String {
    switch object {
    case let campground as Campground: campground.name
    case let camper as Camper: camper.fullName
    case let site as CampSite: site.name
    case let reservation as Reservation: reservation.code
    case let night as ReservationNight: "\(night.campSite?.name ?? "") \(night.date)"
    default: object.objectID.uriRepresentation().absoluteString
    }
  }
}
