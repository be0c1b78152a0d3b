import ObjectGraph

/// Something that was found, and where.
public struct Finding {
  /// What was found, in everyday words: `camper`, `campsite`, `reservation`.
  public let kind: String

  /// What it is called: a camper's or a site's name, the code of a reservation; of anything else
  /// the value that the text was found in.
  public let name: String

  /// What is known of it that the text was found in: each attribute's name in
  /// everyday words, and its value.
  public let places: [(attribute: String, text: String)]

  public let object: ManagedObject

  init(_ hit: SearchHit) {
    kind = (hit.object.entity.name ?? "").lowercased()
    name =
      switch hit.object {
      case let camper as Camper: camper.fullName
      case let site as CampSite: site.name
      case let reservation as Reservation: reservation.code
      default: hit.matches.first?.text ?? ""
      }
    object = hit.object
    places = hit.matches.map { (Self.words[$0.keyPath] ?? $0.keyPath, $0.text) }
  }

  private static let words = [
    "fullName": "name", "phoneNumber": "phone", "typeName": "type", "number": "code",
    "formerSiteName": "site", "camper.fullName": "camper", "campSite.name": "site",
  ]
}
