import ObjectGraph

/// What stays cost.
extension StayBook {
  /// Agrees on the price of a stay as it is now.
  ///
  /// - Parameter lines: what was agreed before and is kept for nights that the stay still has.
  func agree(on reservation: Reservation, keeping lines: [QuoteLine] = []) throws {
    guard let site = reservation.campSite, let dates = reservation.dates else { return }
    let quote = try prices(of: site)?.quote(
      priced(reservation, on: site, dates: dates, keeping: lines))
    try Agreement.write(quote, to: reservation, in: context)
    reservation.agreeOnDeposit(quote?.depositMinor, on: today(reservation))
  }

  /// Gives a discount to a stay, or takes the one that was asked for away.
  ///
  /// - Throws: `LedgerRule.discountAfterPosting`, since it would reach back to nights that were
  ///   charged.
  func give(_ discount: TermChoice<Discount>, to reservation: Reservation) throws {
    let discount = try discount.current(in: context)
    guard discount !== reservation.discount else { return }
    guard !reservation.charges.contains(where: { $0.entry != nil }) else {
      throw CampgroundError.ledger(.discountAfterPosting(reservation.code))
    }
    reservation.discount = discount
  }

  /// Gives all nights that are not posted yet the prices of now.
  ///
  /// - Throws: `CampgroundError.stayIsOver`, `.holdExpired`.
  func reprice(_ reservation: Reservation) throws {
    try requireChangeable(reservation)
    try agree(on: reservation, keeping: linesThatStay(of: reservation))
  }

  /// What a stay would cost if all nights that are not posted yet had the prices of now; nil where
  /// that is what was agreed, or where one of them has no price.
  func totalAtCurrentPrices(of reservation: Reservation) throws -> Money? {
    guard let agreed = reservation.totalMinor, let site = reservation.campSite,
      let dates = reservation.dates
    else { return nil }
    let quote = try prices(of: site)?.quote(
      priced(reservation, on: site, dates: dates, keeping: linesThatStay(of: reservation)))
    return quote?.totalMinor == agreed ? nil : quote?.total
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
    _ reservation: Reservation, on site: CampSite, dates: StayDates, keeping lines: [QuoteLine] = []
  ) -> PricedStay {
    let party = reservation.party
    return PricedStay(
      site: site, dates: dates, partySize: party.people, vehicleCount: party.vehicles,
      petCount: party.pets, discount: reservation.discount, keeping: lines)
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
