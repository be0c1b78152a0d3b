import Foundation
import ObjectGraph

/// Where lines are written: a folio, the reservation that they concern, and an open day.
struct LedgerPage {
  let folio: Folio
  let reservation: Reservation?
  let day: CalendarDate
  let pen: PostingPen

  var context: ManagedObjectContext { pen.context }

  /// The current instant.
  var now: Date { pen.now }

  var currency: Currency { folio.campground?.currency ?? .usd }

  /// The code of the reservation or folio that the lines concern.
  var code: String { reservation?.code ?? folio.code }

  /// Writes a line; a positive amount is a charge.
  @discardableResult
  func write(
    _ kind: ChargeKind, _ text: String, _ amountMinor: Int64, group: String? = nil,
    method: PaymentMethod? = nil, reference: String? = nil, reason: String? = nil
  ) -> FolioEntry {
    let line = FolioEntry(context: context)
    line.kind = kind
    line.text = text
    line.amountMinor = amountMinor
    line.date = day
    line.taxGroup = group
    line.method = method
    line.reference = reference
    line.reason = reason
    line.folio = folio
    line.reservation = reservation
    line.posting = pen.begun()
    return line
  }
}

extension LedgerPage {
  /// The page for a reservation, with the current values of the store.
  ///
  /// - Throws: `CampgroundError.refused` for a day that is closed or still to come; `.gone`.
  init(
    for reservation: Reservation, on day: CalendarDate?, by pen: PostingPen
  ) throws {
    let reservation = try pen.context.current(reservation)
    let known =
      try reservation.campground ?? refused(with: .gone("the campground of \(reservation.code)"))
    let campground = try Ledger.current(known, in: pen.context)
    self.init(
      of: reservation, on: try Ledger.openDay(day, at: campground, now: pen.now), by: pen)
  }

  /// The page for a reservation of the pen's context on an open day.
  init(of reservation: Reservation, on day: CalendarDate, by pen: PostingPen) {
    self.init(
      folio: Ledger.folio(of: reservation, in: pen.context, now: pen.now),
      reservation: reservation, day: day, pen: pen)
  }

  /// An amount in minor units, which must be above zero.
  ///
  /// - Throws: `CampgroundError.invalidValue` for an amount that is zero or less, too precise or
  ///   too large.
  func minorUnits(_ amount: Decimal) throws(CampgroundError) -> Int64 {
    try Ledger.minorUnits(try Ledger.money(amount, currency))
  }
}
