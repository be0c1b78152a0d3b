import ObjectGraph

extension StayBook {
  /// Gives a stay to another guest, with the bill that is the former one's alone.
  ///
  /// Who has paid on it keeps it: what comes back goes to them.
  func change(guestOf reservation: Reservation, to camper: Camper?) throws {
    if let folio = reservation.folio, folio.payer === reservation.camper,
      folio.reservations.count == 1,
      try Ledger.balance(of: reservation, in: context, at: now).paid.amount == 0
    {
      folio.payer = camper
    }
    reservation.camper = camper
  }
}
