import ObjectGraph

/// What stays cost.
extension StayBook {
  /// Agrees on the price of a stay as it is now.
  ///
  /// - Parameter lines: what was agreed before and is kept for nights that the stay still has.
  func agree(on reservation: Reservation, keeping lines: [QuoteLine] = []) throws {
    try agree(on: StayChain(of: reservation).parts) {
      $0 === reservation ? lines : Agreement.lines(of: $0)
    }
  }

  /// Agrees on the price of a whole stay as it is now.
  ///
  /// - Parameters:
  ///   - parts: its parts in their order.
  ///   - lines: what was agreed for a part before and is kept for nights that it has.
  func agree(
    on parts: [Reservation], keeping lines: (Reservation) -> [QuoteLine]
  ) throws {
    guard let site = parts.lazy.compactMap(\.campSite).first else { return }
    let stays = parts.compactMap { part in
      part.dates.map { priced(part, on: part.campSite, dates: $0, keeping: lines(part)) }
    }
    guard stays.count == parts.count else { return }
    try Agreement.write(try prices(of: site)?.quote(stays), to: parts, in: context)
  }

  /// What was agreed for nights of a reservation and stays so when it gets other dates or another
  /// campsite.
  ///
  /// On another site a night keeps its price where that site has the same one, so that a rate that
  /// was raised meanwhile changes nothing; nights that a guest has had keep it anyway.
  func linesToKeep(
    of reservation: Reservation, on site: CampSite, dates: StayDates
  ) throws -> [QuoteLine] {
    let agreed = Agreement.lines(of: reservation)
    guard let former = reservation.campSite, former !== site, !agreed.isEmpty else { return agreed }
    let before = try nightPrices(priced(reservation, on: former, dates: dates), at: former)
    let after = try nightPrices(priced(reservation, on: site, dates: dates), at: site)
    let firstOpen = firstOpenNight(of: reservation)
    return agreed.filter { line in
      line.kind != .lodging || line.day < firstOpen || before[line.day] == after[line.day]
    }
  }

  private func priced(
    _ reservation: Reservation, on site: CampSite?, dates: StayDates,
    keeping lines: [QuoteLine] = []
  ) -> PricedStay {
    let party = reservation.party
    return PricedStay(
      // Of a site that was deleted no rule is left; the nights on it were agreed.
      siteID: site?.objectID ?? reservation.objectID, siteType: site?.type,
      ownRateMinor: site?.rateMinor, dates: dates, partySize: party.people,
      vehicleCount: party.vehicles, petCount: party.pets, discount: reservation.discount,
      keeping: lines)
  }

  private func nightPrices(
    _ stay: PricedStay, at site: CampSite
  ) throws -> [CalendarDate: Int64] {
    let lines = try prices(of: site)?.quote(stay)?.lines ?? []
    return Dictionary(
      lines.filter { $0.kind == .lodging }.map { ($0.day, $0.amountMinor) },
      uniquingKeysWith: +)
  }
}
