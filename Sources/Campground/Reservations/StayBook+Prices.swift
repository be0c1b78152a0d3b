import ObjectGraph

/// What stays cost.
extension StayBook {
  /// Agrees on the price of a stay as it is now.
  ///
  /// - Parameter kept: what was agreed before and is kept; nil for a new stay.
  func agree(on reservation: Reservation, keeping kept: AgreedStay? = nil) throws {
    try agree(on: StayChain(of: reservation).parts) {
      try $0 === reservation ? kept : agreed(on: $0)
    }
  }

  /// Agrees on the price of a whole stay as it is now.
  ///
  /// - Parameters:
  ///   - parts: its parts in their order.
  ///   - kept: what was agreed for a part before and is kept; nil for a new one.
  func agree(
    on parts: [Reservation], keeping kept: (Reservation) throws -> AgreedStay?
  ) throws {
    guard let site = parts.lazy.compactMap(\.campSite).first,
      parts.allSatisfy({ $0.dates != nil })
    else { return }
    let list = try prices(of: site)
    let stays = try priced(parts, keeping: kept)
    let quote = try list?.quote(stays)
    let terms = stays.map { quote == nil ? nil : list?.terms(of: $0) }
    try Agreement.write(quote, to: parts, in: context)
    for (part, terms) in zip(parts, terms) {
      try part.agree(on: part.totalMinor == nil ? nil : terms)
      // What is asked for at once is asked for with the first part.
      part.agreeOnDeposit(part === parts.first ? quote?.depositMinor : nil, on: today(part))
    }
    if let first = parts.first {
      try Ledger.adjustAllowances(of: first, reason: "cheaper now", in: context, now: now)
    }
  }

  /// Parts of a stay as they are priced.
  func priced(
    _ parts: [Reservation], keeping kept: (Reservation) throws -> AgreedStay?
  ) throws -> [PricedStay] {
    try parts.compactMap { part in
      try part.dates.map {
        try priced(part, on: part.campSite, dates: $0, keeping: kept(part))
      }
    }
  }

  /// Agrees on all nights that are not posted yet by the prices and rules of now, for which the
  /// whole stay is cut into weeks and months; a price that was agreed at the desk is given up.
  ///
  /// - Throws: `CampgroundError.stayIsOver`, `.holdExpired`.
  func reprice(_ reservation: Reservation) throws {
    try requireChangeable(reservation)
    let stay = StayChain(of: reservation)
    for part in stay.open { part.nightPriceMinor = nil }
    try agree(on: stay.parts, keeping: agreedForGood)
  }

  /// What a stay would cost if all nights that are not posted yet had the prices and rules of now;
  /// nil where that is what was agreed, where one of them has no price, or where the price of a
  /// night was agreed at the desk.
  func totalAtCurrentPrices(of reservation: Reservation) throws -> Money? {
    let parts = StayChain(of: reservation).parts
    let totals = parts.compactMap(\.totalMinor)
    guard parts.allSatisfy({ $0.nightPriceMinor == nil }) else { return nil }
    guard totals.count == parts.count, let site = parts.lazy.compactMap(\.campSite).first,
      let quote = try prices(of: site)?.quote(priced(parts, keeping: agreedForGood))
    else { return nil }
    return try quote.totalMinor == Balance.sum(totals, quote.currency) ? nil : quote.total
  }

  /// What stands whatever the prices and rules are now: nights that were posted, those that a guest
  /// who is here has had, and what is charged once; what was waived stays free.
  func agreedForGood(on reservation: Reservation) throws -> AgreedStay? {
    guard var kept = try agreed(on: reservation) else { return nil }
    kept.lines = reservation.charges.filter { !$0.isDeleted && $0.isBinding }
      .sorted { $0.position < $1.position }
      .filter { row in
        // What is made up for of past nights is about those.
        row.entry != nil || CalendarDate(midnightUTC: row.day) < kept.firstOpenNight
          || row.source?.manner == .arrears
      }
      .map { QuoteLine($0) }
    kept.isCutAnew = true
    return kept.withoutUnpricedNights
  }

  /// What was agreed for a stay and is kept whatever becomes of it; nil for nothing.
  func agreed(on reservation: Reservation) throws -> AgreedStay? {
    guard let terms = try reservation.agreedTerms() else { return nil }
    var kept = AgreedStay(
      lines: Agreement.lines(of: reservation), terms: terms,
      firstOpenNight: firstOpenNight(of: reservation))
    kept.chargedDays = Set(
      reservation.charges.lazy.filter { charge in
        !charge.isDeleted && charge.isBinding && charge.entry != nil
          && [.lodging, .discount].contains(charge.kind)
      }.map { CalendarDate(midnightUTC: $0.day) })
    return kept
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
    kept.terms = kept.terms.moved(toType: site.type, from: kept.firstOpenNight)
    return kept
  }

  private func priced(
    _ reservation: Reservation, on site: CampSite?, dates: StayDates,
    keeping kept: AgreedStay? = nil
  ) -> PricedStay {
    // Of a site that was deleted no rule is left; the nights on it were agreed.
    var stay = PricedStay(
      siteID: site?.objectID ?? reservation.objectID, siteType: site?.type,
      ownRateMinor: site?.rateMinor, dates: dates, party: reservation.party,
      discount: reservation.discount, keeping: kept)
    stay.nightPriceMinor = reservation.nightPriceMinor
    return stay
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
