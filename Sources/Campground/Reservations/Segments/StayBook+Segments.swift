import Foundation
import ObjectGraph

/// The campsites of a stay's nights.
extension StayBook {
  // MARK: Reading

  /// The nights of a stay with their campsites in this context.
  ///
  /// - Throws: `CampgroundError.gone` for a deleted campsite; `.refused` for a stay that never had
  ///   one; `.invalidValue` for a stay without nights.
  func spans(of reservation: Reservation) throws -> [SiteSpan] {
    let spans = reservation.siteSpans
    try refuse(
      unless: reservation.siteName != nil,
      with: .noSiteYet(
        reservation,
        fix: reservation.state?.isFinal == true
          ? .advice("book another stay") : .chooseSite(reservation.code)))
    guard !spans.isEmpty else {
      _ = try reservation.checkedDates()
      throw CampgroundError.gone("site \(reservation.siteName ?? "")")
    }
    return try current(spans)
  }

  /// Nights with their campsites in this context.
  ///
  /// - Throws: `CampgroundError.gone` for a deleted campsite.
  func current(_ spans: [SiteSpan]) throws -> [SiteSpan] {
    try spans.map { SiteSpan($0.dates, on: try context.current($0.checkedSite())) }
  }

  /// The nights of a stay before a move; one that occupies no nights may lack a campsite.
  ///
  /// - Throws: as `spans(of:)`, for a stay that occupies nights.
  func formerSpans(of reservation: Reservation) throws -> [SiteSpan] {
    reservation.state?.occupiesNights == false
      ? reservation.siteSpans : try spans(of: reservation)
  }

  /// The campsite that a guest is on, or will be on at arrival.
  func siteNow(of reservation: Reservation) throws -> CampSite {
    let day = max(today(reservation), reservation.arrival)
    let span =
      try spans(of: reservation).span(on: day)
      ?? refused(with: .gone("site \(reservation.siteName ?? "")"))
    return try span.checkedSite()
  }

  // MARK: Writing

  /// Takes the nights that a stay does not occupy yet.
  func occupy(_ spans: [SiteSpan], by reservation: Reservation) throws {
    for span in spans { try occupy(span.dates, by: reservation, on: span.checkedSite()) }
  }

  // MARK: Changing the campsite

  /// Moves all remaining nights of a stay to one campsite.
  ///
  /// - Throws: `CampgroundError.refused` for the present campsite, and as `change(_:to:making:)`.
  func move(_ reservation: Reservation, to site: CampSite) throws {
    try requireChangeable(reservation)
    let former = try formerSpans(of: reservation)
    let open = try former.clipped(from: firstOpenNight(of: reservation))
    try refuse(
      unless: open.isEmpty || open.contains(where: { $0.site !== site }),
      with: .sameSite(code: reservation.code, site: site.name))
    try requireNightLeft(of: reservation)
    choosePlace(of: reservation)
    try change(
      reservation, to: former.moved(to: site, from: firstOpenNight(of: reservation)))
  }

  /// Moves a stay to another campsite from a date until its next change of sites.
  ///
  /// - Throws: `CampgroundError.refused` for a date without a night of the stay before and after
  ///   it, for the present campsite or one at another campground, and for past nights; and as
  ///   `change(_:to:making:)`.
  func split(_ reservation: Reservation, on date: CalendarDate, to site: CampSite) throws {
    try requireChangeable(reservation)
    let former = try spans(of: reservation)
    let dates = try reservation.checkedDates()
    try refuse(
      unless: dates.arrival < date && date < dates.departure,
      with: .changeOutside(reservation.code, date, dates))
    try refuse(
      unless: date >= firstOpenNight(of: reservation),
      with: .nightsStayed(
        code: reservation.code, arrival: reservation.arrival, through: today(reservation)))
    try refuse(unless: site.campground === reservation.campground, with: .siteElsewhere(site.name))
    try refuse(
      unless: former.span(on: date)?.site !== site, with: .sameSite(site.name, around: date))
    let end = former.span(on: date)?.dates.departure
    choosePlace(of: reservation)
    try change(reservation, to: former.moved(to: site, from: date, until: end))
  }

  /// Swaps the campsites of two reservations; each keeps its dates.
  ///
  /// Stay rules are checked for each on its new site, as on a move.
  ///
  /// - Throws: as `move(_:to:)`, and `CampgroundError.refused` for a stay with itself, with another
  ///   on the same campsite, or on several.
  func swap(_ first: Reservation, _ second: Reservation) throws {
    try refuse(
      unless: first !== second, about: [.property("otherStay"), .user(first.code)],
      "\(first.code) cannot swap with itself", fix: .advice("choose two reservations"))
    for reservation in [first, second] { try requireChangeable(reservation) }
    try first.requireAtHome(second)
    for reservation in [first, second] { try requireNightLeft(of: reservation) }
    let sites = (try onlySite(of: first), try onlySite(of: second))
    try refuse(
      unless: sites.0 !== sites.1,
      about: [.property("otherStay"), .user(first.code), .user(second.code)],
      "\(first.code) and \(second.code) are both on site \(sites.0.name)", fix: .moveEither)
    let moves = try [(first, sites.1), (second, sites.0)].map { stay, site in
      (stay, site, try spans(of: stay).moved(to: site, from: firstOpenNight(of: stay)))
    }
    for (reservation, site, _) in moves {
      try reservation.party.requireFit(site)
      if reservation.state == .checkedIn { try requireNobody(on: site, but: [first, second]) }
    }
    // Both leave their sites before either moves in.
    for (reservation, _, spans) in moves {
      choosePlace(of: reservation)
      try letGo(reservation, keeping: spans)
    }
    for (reservation, _, spans) in moves {
      try askRules(about: reservation, spans)
    }
    for (reservation, _, spans) in moves { try settle(reservation, on: spans) }
  }

  /// The campsite of all remaining nights of a stay.
  private func onlySite(of reservation: Reservation) throws -> CampSite {
    let open = try spans(of: reservation).clipped(from: firstOpenNight(of: reservation))
    guard let site = open.first?.site, open.count == 1 else {
      throw CampgroundError(
        about: [.stay(reservation.code)], "\(reservation.code) is on several sites",
        fix: .moveToOneSite(reservation.code))
    }
    return site
  }
}
