import Foundation
import ObjectGraph

/// Other dates, another campsite, another party.
extension StayBook {
  /// Checks that a stay can still be changed.
  ///
  /// - Throws: `CampgroundError.stayIsOver` in a state after which nothing is to come, and
  ///   `.holdExpired`.
  func requireChangeable(_ reservation: Reservation) throws(CampgroundError) {
    guard let state = reservation.state, !state.isFinal else {
      throw .stayIsOver(code: reservation.code, status: reservation.status)
    }
    try requireLasting(reservation)
  }

  /// Gives a reservation other dates on a campsite, or another campsite, or both.
  ///
  /// Nights of a guest who is here that are past stay as they were, also on the site that is left.
  ///
  /// - Throws: `CampgroundError.stayIsOver`, `.stayTooLong`, `.nightsStayed`, `.stayRuleBroken`,
  ///   `.siteTaken`, and where the party does not fit the site; for another campsite `.elsewhere`
  ///   and `.noNightLeft`.
  ///
  /// - Parameter whole: the dates that the whole stay gets; by default those
  ///   of the other parts stay.
  func change(
    _ reservation: Reservation, dates: StayDates, on site: CampSite,
    within whole: StayDates? = nil, overridingRules isOverridden: Bool = false,
    repricing isRepriced: Bool = false
  ) throws {
    try requireChangeable(reservation)
    try ReservationService.check(dates, partySize: Int(reservation.partySize))
    if site !== reservation.campSite {
      try reservation.requireAtHome(site)
      try requireNightLeft(of: reservation)
      try reservation.party.requireFit(site)
      try requireApart(reservation, on: site)
    }
    try requireStayedNights(of: reservation, in: dates)
    if reservation.state == .checkedIn, site !== reservation.campSite {
      try requireNobody(on: site, but: [reservation])
    }
    try askRules(
      about: reservation, dates, on: site, within: whole, isOverridden: isOverridden)
    let former = reservation.dates
    letGo(reservation, keeping: dates, on: site)
    try settle(reservation, dates: dates, on: site, repricing: isRepriced)
    totalAtCurrentPrices = try totalAtCurrentPrices(of: reservation)
    if let policy = reservation.cancellationPolicy, let former,
      reservation.state == .reserved || reservation.state == .checkedIn
    {
      try charge(
        CancellationTerms(policy).changeFee(from: former, to: dates), "Change fee", to: reservation)
    }
  }

  /// Asks the rules about stays for what a reservation is changed to, where it keeps nights; of
  /// what does not they are asked when it does.
  private func askRules(
    about reservation: Reservation, _ dates: StayDates, on site: CampSite,
    within whole: StayDates? = nil, isOverridden: Bool
  ) throws {
    guard reservation.state?.occupiesNights == true else { return }
    let whole = try whole ?? wholeDates(of: reservation, with: dates)
    reservation.overriddenRules = try brokenRules(
      site, dates, changing: reservation, within: whole, isOverridden: isOverridden)
    for other in StayChain(of: reservation).open where other !== reservation {
      other.overriddenRules = try brokenRules(
        self.site(of: other), other.checkedDates(), changing: other, within: whole,
        isOverridden: isOverridden)
    }
  }

  /// Checks that new dates leave alone the nights that a guest has had.
  private func requireStayedNights(
    of reservation: Reservation, in dates: StayDates
  ) throws(CampgroundError) {
    guard reservation.state == .checkedIn else { return }
    // By the day, today is had by who is here.
    let end =
      reservation.isByDay
      ? min(today(reservation).advanced(by: 1), reservation.departure)
      : firstOpenNight(of: reservation)
    guard dates.arrival == reservation.arrival, dates.departure >= end else {
      throw .nightsStayed(code: reservation.code, arrival: reservation.arrival, through: end)
    }
  }

  /// Checks that a night is left that could be spent on another campsite: those that are past were
  /// spent where they were, or by nobody.
  ///
  /// - Throws: `CampgroundError.noNightLeft`.
  private func requireNightLeft(of reservation: Reservation) throws(CampgroundError) {
    guard today(reservation) < reservation.departure else {
      throw .noNightLeft(code: reservation.code, departure: reservation.leavingDay)
    }
  }

  /// The first night that may still be moved, given up or added: tonight for a guest who is here,
  /// or the one after the last of a guest who should have left.
  func firstOpenNight(of reservation: Reservation) -> CalendarDate {
    reservation.state == .checkedIn
      ? min(today(reservation), reservation.departure) : CalendarDate(dayNumber: .min)
  }

  /// Frees the nights that a reservation does not need for what it is changed to.
  func letGo(_ reservation: Reservation, keeping dates: StayDates, on site: CampSite) {
    let firstOpen = firstOpenNight(of: reservation)
    NightLedger.release(
      reservation,
      keeping: { night in
        night.date < firstOpen || (night.campSite === site && dates.contains(night: night.date))
      }, in: context)
  }

  /// Gives a reservation its new dates and site, and takes the nights that it lacks.
  func settle(
    _ reservation: Reservation, dates: StayDates, on site: CampSite,
    repricing isRepriced: Bool = false
  ) throws {
    try takeNights(dates, by: reservation, on: site)
    if isRepriced { reservation.nightPriceMinor = nil }
    let kept =
      try isRepriced
      ? agreedForGood(on: reservation) : agreed(on: reservation, changingTo: site, dates)
    reservation.take(dates)
    // Notice is counted from the earliest arrival that was agreed.
    reservation.noticeDate = min(
      reservation.noticeDate ?? reservation.dateFrom, reservation.dateFrom)
    reservation.move(to: site)
    try agree(on: reservation, keeping: kept)
  }

  /// Takes the nights that a reservation lacks for what it is changed to.
  func takeNights(_ dates: StayDates, by reservation: Reservation, on site: CampSite) throws {
    let firstOpen = firstOpenNight(of: reservation)
    guard reservation.state?.occupiesNights == true,
      let open = try? StayDates(
        arrival: max(dates.arrival, firstOpen), departure: dates.departure)
    else { return }
    try occupy(open, by: reservation, on: site)
  }

  /// Lets two reservations change places, each with its own dates.
  ///
  /// The rules about stays are asked for each on its new site, as on a move.
  ///
  /// - Throws: as `change(_:dates:on:)`, and `CampgroundError.sameReservation`, `.nothingToSwap`;
  ///   `SplitRule.besideItself`.
  func swap(
    _ first: Reservation, _ second: Reservation, overridingRules isOverridden: Bool = false
  ) throws {
    guard first !== second else { throw CampgroundError.sameReservation(first.code) }
    for reservation in [first, second] { try requireChangeable(reservation) }
    try first.requireAtHome(second)
    for reservation in [first, second] { try requireNightLeft(of: reservation) }
    let sites = (try site(of: first), try site(of: second))
    guard sites.0 !== sites.1 else {
      throw CampgroundError.nothingToSwap(first.code, second.code, site: sites.0.name)
    }
    let moves = [
      (first, sites.1, try first.checkedDates()), (second, sites.0, try second.checkedDates()),
    ]
    for (reservation, site, _) in moves {
      try reservation.party.requireFit(site)
      if reservation.state == .checkedIn { try requireNobody(on: site, but: [first, second]) }
    }
    // Both leave before either comes.
    for (reservation, site, dates) in moves { letGo(reservation, keeping: dates, on: site) }
    for (reservation, site, dates) in moves {
      try askRules(about: reservation, dates, on: site, isOverridden: isOverridden)
    }
    for (reservation, site, dates) in moves { try settle(reservation, dates: dates, on: site) }
    for (reservation, site, _) in moves { try requireApart(reservation, on: site) }
  }
}
