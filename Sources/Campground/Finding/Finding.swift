import ObjectGraph

/// A search result and where the text was found.
public struct Finding {
  /// The kind of thing, in everyday words: `camper`, `campsite`, `reservation`, `group`, `payment`.
  public let kind: String

  /// The name of a camper, site or group, the code of a reservation, a sale or a voucher, the code
  /// of the reservation that a payment is for; for anything else, the value in which the text was found.
  public let name: String

  /// The attributes in which the text was found, each with its everyday name and its value; for a
  /// payment, followed by the amount.
  public let places: [(attribute: String, text: String)]

  public let object: ManagedObject

  /// The guest of a stay, or who waits for a site; nil for anything else.
  public var guest: String? {
    switch object {
    case let reservation as Reservation: reservation.camper?.fullName
    case let entry as WaitlistEntry: entry.camper?.fullName
    default: nil
    }
  }

  init(_ hit: SearchHit) {
    self.init(
      hit.object, foundIn: hit.matches.map { (Self.words[$0.keyPath] ?? $0.keyPath, $0.text) })
  }

  /// Something found by the values of some attributes, with their everyday names.
  init(_ object: ManagedObject, foundIn found: [(attribute: String, text: String)]) {
    let line = object as? FolioEntry
    kind =
      line.map { $0.isPayment ? "payment" : "line" }
      ?? (object is ReservationGroup
        ? "group" : ObjectLabel.noun(ofEntity: object.entity.name ?? ""))
    name =
      switch object {
      case let camper as Camper: camper.fullName
      case let site as CampSite: site.name
      case let reservation as Reservation: reservation.code
      case let line as FolioEntry:
        line.reservation?.code ?? line.sale?.code ?? line.folio?.label ?? ""
      case let voucher as Voucher: voucher.code
      case let employee as Employee: employee.name
      case let group as ReservationGroup: group.name
      case let sale as Sale: sale.code
      case let entry as WaitlistEntry: entry.code
      case let folio as Folio: folio.code
      default: found.first?.text ?? ""
      }
    self.object = object
    places = found + (line.map { [Self.sum(of: $0)] } ?? [])
  }

  /// `paid` `$50.00 on 2026-07-01`
  private static func sum(of line: FolioEntry) -> (String, String) {
    let isPaid = line.amountMinor < 0
    let amount = isPaid ? -line.amount : line.amount
    let verb = !line.isPayment ? "amount" : isPaid ? "paid" : "refunded"
    return (verb, "\(amount) on \(line.date)")
  }

  private static let words = [
    "fullName": "name", "phoneNumber": "phone", "typeName": "type", "number": "code",
    "confirmationNumber": "confirmation number", "formerSiteName": "site",
    "camper.fullName": "guest", "campSite.name": "site",
  ]
}
