import Foundation
import ObjectGraph

/// Charges by hand, sales and meters: facts of a stay, taxed by its bill.
extension StayBook {
  /// Charges something to a stay, and posts it with what it changes in the taxes of the bill.
  ///
  /// - Returns: The line of the charge; those of taxes follow it.
  func charge(_ charge: StayFacts.Charge, to reservation: Reservation) throws -> FolioEntry {
    let fact = Charge(context: context)
    let lines = try posting(reservation, on: charge.day, reason: nil) {
      fact.position = (reservation.charges.map(\.position).max() ?? -1) &+ 1
      fact.take(charge)
      fact.reservation = reservation
    }
    guard let line = lines.first(where: { $0.charge === fact }) else {
      throw CampgroundError.gone("the charge \(charge.text)")
    }
    for tax in lines where tax.kind == .tax { tax.taxes = line }
    return line
  }

  /// Charges something to a folio without a stay, with its taxes.
  ///
  /// - Returns: The line of the charge; those of its taxes follow it.
  func charge(_ charge: StayFacts.Charge, on page: LedgerPage) throws -> FolioEntry {
    let line = page.write(
      ChargeKind(charge.kind), charge.text, charge.amountMinor, group: charge.group)
    guard let campground = page.folio.campground else { return line }
    var facts = StayFacts(nights: [])
    facts.charges = [charge]
    for part in try Bill.priced(facts, by: card(at: campground)).lines {
      guard part.kind == .tax else {
        // Without the taxes that the price includes.
        line.amountMinor = part.amountMinor
        continue
      }
      let tax = page.write(.tax, part.text, part.amountMinor, group: part.taxGroup)
      tax.name = part.name
      tax.taxes = line
    }
    return line
  }

  /// The bill of a stay without what was charged to it by hand or sold, and what that adds, in minor
  /// units.
  func billOfNights(of reservation: Reservation) throws -> (bill: Bill, chargesMinor: Int64) {
    let whole = try bill(of: reservation)
    let isOfNights = { (line: Bill.Line) in line.kind != .sale && line.kind != .meter }
    let nights: Bill
    if reservation.isSettled {
      nights = try rethrowing(Bill(whole.lines.filter(isOfNights), in: whole.currency)) {
        CampgroundError($0)
      }
    } else {
      var facts = try facts(of: reservation)
      facts.charges = []
      nights = try priced(facts, at: reservation)
    }
    let charges = try Balance.sum(
      [whole.totalMinor, Balance.negated(nights.totalMinor, whole.currency)], whole.currency)
    return (nights, charges)
  }
}
