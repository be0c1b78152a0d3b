import ObjectGraph

/// A search result and where the text was found.
public struct Finding {
  /// The kind of thing, in everyday words: `camper`, `campsite`, `reservation`, `payment`.
  public let kind: String

  /// The name of a camper or site, the code of a reservation or voucher, the code of the
  /// reservation that a payment is for; for anything else, the value in which the text was found.
  public let name: String

  /// The attributes in which the text was found, each with its everyday name and its value; for a
  /// payment, followed by the amount.
  public let places: [(attribute: String, text: String)]

  public let object: ManagedObject

  init(_ hit: SearchHit) {
    let line = hit.object as? FolioEntry
    kind =
      line.map { $0.isPayment ? "payment" : "line" } ?? (hit.object.entity.name ?? "").lowercased()
    name =
      switch hit.object {
      case let camper as Camper: camper.fullName
      case let site as CampSite: site.name
      case let reservation as Reservation: reservation.code
      case let line as FolioEntry:
        line.reservation?.code ?? line.sale?.code ?? line.folio?.label ?? ""
      case let voucher as Voucher: voucher.code
      case let employee as Employee: employee.name
      default: hit.matches.first?.text ?? ""
      }
    object = hit.object
    let found = hit.matches.map { (Self.words[$0.keyPath] ?? $0.keyPath, $0.text) }
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
    "formerSiteName": "site", "camper.fullName": "guest", "campSite.name": "site",
  ]
}
