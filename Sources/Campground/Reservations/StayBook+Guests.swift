import ObjectGraph

extension StayBook {
  /// Changes the guest of a stay, along with the bill if it is the former guest's alone.
  ///
  /// A former guest who has paid keeps the bill, because any refund is theirs.
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
