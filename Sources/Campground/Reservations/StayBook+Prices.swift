import ObjectGraph

/// What stays cost.
extension StayBook {
  /// Agrees on the price of a stay as it is now.
  ///
  /// - Parameter kept: what was agreed before and is kept; nil for a new stay.
  func agree(on reservation: Reservation, keeping kept: AgreedStay? = nil) throws {
    guard let site = reservation.campSite, reservation.dates != nil else { return }
    let list = try prices(of: site)
    let stays = try priced(reservation, keeping: kept)
    let quote = try list?.quote(stays)
    let terms = quote.flatMap { _ in list?.terms(of: stays) }
    try Agreement.write(quote, to: reservation, in: context)
    try reservation.agree(on: reservation.totalMinor == nil ? nil : terms)
    reservation.agreeOnDeposit(quote?.depositMinor, on: today(reservation))
    try Ledger.adjustAllowances(of: reservation, reason: "cheaper now", in: context, now: now)
  }

  /// A stay as it is priced, campsite by campsite.
  func priced(
    _ reservation: Reservation, on spans: [SiteSpan]? = nil, keeping kept: AgreedStay? = nil
  ) throws -> [PricedStay] {
    (spans ?? reservation.siteSpans).map { span in
      // Of a site that was deleted no rule is left; the nights on it were agreed.
      var stay = PricedStay(
        siteID: span.site?.objectID ?? reservation.objectID, siteType: span.site?.type,
        ownRateMinor: span.site?.rateMinor, dates: span.dates, party: reservation.party,
        discount: reservation.discount, keeping: kept)
      stay.nightPriceMinor = reservation.nightPriceMinor
      return stay
    }
  }

  /// Agrees on all nights that are not posted yet by the prices and rules of now, for which the
  /// whole stay is cut into weeks and months; a price that was agreed at the desk is given up.
  ///
  /// - Throws: `CampgroundError.stayIsOver`, `.holdExpired`.
  func reprice(_ reservation: Reservation) throws {
    try requireChangeable(reservation)
    reservation.nightPriceMinor = nil
    try agree(on: reservation, keeping: agreedForGood(on: reservation))
  }

  /// What a stay would cost if all nights that are not posted yet had the prices and rules of now;
  /// nil where that is what was agreed, where one of them has no price, or where the price of a
  /// night was agreed at the desk.
  func totalAtCurrentPrices(of reservation: Reservation) throws -> Money? {
    guard reservation.nightPriceMinor == nil, let total = reservation.totalMinor,
      let site = reservation.campSite,
      let quote = try prices(of: site)?.quote(
        priced(reservation, keeping: agreedForGood(on: reservation)))
    else { return nil }
    return quote.totalMinor == total ? nil : quote.total
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

  /// What was agreed for a stay and is kept when it gets other dates or other campsites.
  ///
  /// On another site a night keeps its price where that site has the same one, so that a rate that
  /// was raised meanwhile changes nothing; nights that a guest has had keep it anyway.
  func agreed(
    on reservation: Reservation, changingTo spans: [SiteSpan]
  ) throws -> AgreedStay? {
    guard var kept = try agreed(on: reservation) else { return nil }
    let former = reservation.siteSpans
    let old = spans.flatMap { span in
      span.dates.nights.compactMap { night in
        (try? StayDates(arrival: night, nights: 1)).map { dates in
          let site = former.span(on: night)?.site
          return SiteSpan(site: site, name: site?.name, dates: dates)
        }
      }
    }.joined
    let isElsewhere = { (night: CalendarDate) in
      old.span(on: night)?.site !== spans.span(on: night)?.site
    }
    guard spans.flatMap(\.dates.nights).contains(where: isElsewhere),
      let list = try reservation.campSite.flatMap({ try prices(of: $0) })
    else { return kept }
    let before = try nightPrices(priced(reservation, on: old), by: list)
    let after = try nightPrices(priced(reservation, on: spans), by: list)
    kept.lines = kept.lines.filter { line in
      line.kind != .lodging || line.day < kept.firstOpenNight
        || before[line.day] == after[line.day]
    }
    for span in spans {
      kept.terms = kept.terms.moved(toType: span.site?.type, from: kept.firstOpenNight, span.dates)
    }
    return kept
  }

  private func nightPrices(
    _ stays: [PricedStay], by list: PriceList
  ) throws -> [CalendarDate: Int64] {
    let lines = try list.quote(stays)?.lines ?? []
    return Dictionary(
      lines.filter { $0.kind == .lodging }.map { ($0.day, $0.amountMinor) },
      uniquingKeysWith: +)
  }
}
