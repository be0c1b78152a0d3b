import ObjectGraph

/// What stays cost.
extension StayBook {
  /// Agrees on the price of a stay as it is now.
  ///
  /// - Parameter kept: what was agreed before and is kept; nil for a new stay.
  func agree(on reservation: Reservation, keeping kept: AgreedStay? = nil) throws {
    guard let site = reservation.campSite, let dates = reservation.dates else { return }
    let list = try prices(of: site)
    let stay = priced(reservation, on: site, dates: dates, keeping: kept)
    let quote = try list?.quote(stay)
    let terms = quote == nil ? nil : list?.terms(of: stay)
    try Agreement.write(quote, to: reservation, under: terms, in: context)
    try reservation.agree(on: terms)
  }

  /// What was agreed for a stay and is kept whatever becomes of it; nil for nothing.
  func agreed(on reservation: Reservation) throws -> AgreedStay? {
    guard let terms = try reservation.agreedTerms() else { return nil }
    return AgreedStay(
      lines: Agreement.lines(of: reservation), terms: terms,
      firstOpenNight: firstOpenNight(of: reservation))
  }

  /// What was agreed for a stay and is kept when it gets other dates or another campsite.
  ///
  /// On another site a night keeps its price where that site has the same one, so that a rate that
  /// was raised meanwhile changes nothing; nights that a guest has had keep it anyway.
  func agreed(
    on reservation: Reservation, changingTo site: CampSite, _ dates: StayDates
  ) throws -> AgreedStay? {
    guard var kept = try agreed(on: reservation) else { return nil }
    guard let former = reservation.campSite, former !== site else { return kept }
    let before = try nightPrices(priced(reservation, on: former, dates: dates), at: former)
    let after = try nightPrices(priced(reservation, on: site, dates: dates), at: site)
    kept.lines = kept.lines.filter { line in
      line.kind != .lodging || line.day < kept.firstOpenNight
        || before[line.day] == after[line.day]
    }
    return kept
  }

  private func priced(
    _ reservation: Reservation, on site: CampSite, dates: StayDates,
    keeping kept: AgreedStay? = nil
  ) -> PricedStay {
    PricedStay(
      site: site, dates: dates, party: reservation.party, discount: reservation.discount,
      keeping: kept)
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
