import ObjectGraph

extension StayBook {
  /// The nights that a guest who leaves today has stayed beyond the departure date; nil for none.
  ///
  /// It costs no query for a guest who leaves on time.
  func overstay(of reservation: Reservation) throws -> Overstay? {
    // On a campsite booked by the day, today is one of the days.
    let end = today(reservation).advanced(by: reservation.isByDay ? 1 : 0)
    guard reservation.departure < end else { return nil }
    let dates = try StayDates(arrival: reservation.departure, departure: end)
    return Overstay(
      dates: dates, price: try price(ofStaying: reservation, until: end),
      isFree: try isFree(dates, for: reservation))
  }

  private func isFree(_ dates: StayDates, for reservation: Reservation) throws -> Bool {
    do {
      guard let site = try spans(of: reservation).last?.site else { return false }
      try NightLedger.requireFree(
        site, dates, leavingOut: [reservation], now: now, in: context)
      return true
    } catch is CampgroundError {
      return false
    }
  }

  /// The additional price at current rates if a stay ended later.
  private func price(
    ofStaying reservation: Reservation, until end: CalendarDate
  ) throws -> StayPrice {
    let card = try card(of: reservation)
    let facts = reservation.facts(by: card)
    let spans = try spans(of: reservation)
    let now = try priced(facts, at: reservation)
    let arrival = spans.dates?.arrival ?? reservation.arrival
    var longer = facts
    try longer.changed(
      to: nights(
        of: reservation,
        on: spans.moved(to: StayDates(arrival: arrival, departure: end)), like: facts,
        under: revision(at: reservation.campground)),
      because: .changed, at: moment(of: reservation), by: card)
    let then = try priced(longer, at: reservation)
    let difference = try Balance.sum(
      [then.totalMinor, try Balance.negated(now.totalMinor, now.currency)], now.currency)
    return StayPrice(
      Money(minorUnits: difference, now.currency),
      unpricedNights: then.unpricedNights.count - now.unpricedNights.count,
      of: longer.nights.count - facts.nights.count, byDay: reservation.isByDay)
  }
}
