import ObjectGraph

/// Something that was found, and where.
public struct Finding {
  /// What was found.
  public enum Kind: String, Sendable, CaseIterable {
    case camper
    case campsite
    case reservation
  }

  public let kind: Kind

  /// What it is called: a camper's or a site's name, the code of a reservation.
  public let name: String

  /// What is known of it that the text was found in: each attribute's name in everyday words, and its
  /// value.
  public let places: [(attribute: String, text: String)]

  public let object: ManagedObject

  /// Nothing for an object of a kind that no clerk asks for.
  init?(_ hit: SearchHit) {
    switch hit.object {
    case let camper as Camper: (kind, name) = (.camper, camper.fullName)
    case let site as CampSite: (kind, name) = (.campsite, site.name)
    case let reservation as Reservation: (kind, name) = (.reservation, reservation.code)
    default: return nil
    }
    object = hit.object
    places = hit.matches.map { (Self.words[$0.keyPath] ?? $0.keyPath, $0.text) }
  }

  private static let words = [
    "fullName": "name", "phoneNumber": "phone", "typeName": "type", "number": "code",
    "formerSiteName": "site", "camper.fullName": "camper", "campSite.name": "site",
  ]
}
