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
    guard parts.contains(where: { $0.campSite != nil }),
      parts.allSatisfy({ $0.dates != nil })
    else { return }
    let quote = try quote(of: parts, keeping: lines)
    try Agreement.write(quote, to: parts, in: context)
    for part in parts {
      // What is asked for at once is asked for with the first part.
      part.agreeOnDeposit(part === parts.first ? quote?.depositMinor : nil, on: today(part))
    }
  }

  /// What a stay costs; nil where it has no price.
  private func quote(
    of parts: [Reservation], keeping lines: (Reservation) -> [QuoteLine]
  ) throws -> Quote? {
    guard let site = parts.lazy.compactMap(\.campSite).first else { return nil }
    let stays = parts.compactMap { part in
      part.dates.map { priced(part, on: part.campSite, dates: $0, keeping: lines(part)) }
    }
    return stays.count == parts.count ? try prices(of: site)?.quote(stays) : nil
  }

  /// Gives all nights that are not posted yet the prices of now.
  ///
  /// - Throws: `CampgroundError.stayIsOver`, `.holdExpired`.
  func reprice(_ reservation: Reservation) throws {
    try requireChangeable(reservation)
    try agree(on: StayChain(of: reservation).parts, keeping: linesThatStay)
  }

  /// What a stay would cost if all nights that are not posted yet had the prices of now; nil where
  /// that is what was agreed, or where one of them has no price.
  func totalAtCurrentPrices(of reservation: Reservation) throws -> Money? {
    let parts = StayChain(of: reservation).parts
    let totals = parts.compactMap(\.totalMinor)
    guard totals.count == parts.count,
      let quote = try quote(of: parts, keeping: linesThatStay)
    else { return nil }
    return try quote.totalMinor == Balance.sum(totals, quote.currency) ? nil : quote.total
  }

  /// The nights whose price stands whatever the prices are now: those that were posted, and those that
  /// a guest who is here has had.
  func linesThatStay(of reservation: Reservation) -> [QuoteLine] {
    let firstOpen = firstOpenNight(of: reservation)
    return reservation.charges.filter { !$0.isDeleted && $0.isAgreed }
      .sorted { $0.position < $1.position }
      .filter { $0.entry != nil || CalendarDate(midnightUTC: $0.day) < firstOpen }
      .map { QuoteLine($0) }
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
