import Foundation
import ObjectGraph

/// Stays on several campsites, one after the other.
///
/// The parts of a stay are of one camper, are on one bill, and each begins when the one before
/// ends; whatever is done keeps that, or is refused.
extension StayBook {
  // MARK: Booking

  /// Reserves a stay that changes the campsite on its way.
  ///
  /// - Returns: the first part.
  /// - Throws: `SplitRule`, and as `book(_:as:holdMinutes:)` for each part.
  func bookParts(_ booking: Booking, as status: ReservationStatus) throws -> Reservation {
    guard status == .reserved else {
      throw CampgroundError.split(.notBooked(nil, status: status.rawValue))
    }
    let parts = try booking.parts().map { try book($0, as: status) }
    for (earlier, later) in zip(parts, parts.dropFirst()) {
      earlier.nextPart = later
      later.noticeDate = earlier.noticeDate
    }
    try agree(on: parts) { _ in nil }
    guard let first = parts.first else { throw CampgroundError.split(.inSeries) }
    return first
  }

  // MARK: Changing the campsite on the way

  /// Lets a stay go on upon another campsite from a date on.
  ///
  /// - Throws: `SplitRule`; `CampgroundError.stayIsOver`, `.nightsStayed`, `.siteTaken`,
  ///   `.stayRuleBroken`, and where the party does not fit the site.
  func split(
    _ reservation: Reservation, on date: CalendarDate, to site: CampSite,
    overridingRules isOverridden: Bool
  ) throws {
    let stay = StayChain(of: reservation)
    let part = try part(of: stay, named: reservation, toSplitOn: date)
    let former = try self.site(of: part)
    guard site !== former else { throw CampgroundError.split(.sameSite(site.name, date)) }
    guard site.campground === part.campground else {
      throw CampgroundError.split(.elsewhere(site.name))
    }
    try part.party.requireFit(site)
    try requireApart(part, on: site, from: [StayChain.part(after: part)])
    let before = try StayDates(arrival: part.arrival, departure: date)
    let after = try StayDates(arrival: date, departure: part.departure)
    let rules = part.overriddenRules
    part.overriddenRules = try brokenRules(
      former, before, changing: part, within: stay.dates, isOverridden: isOverridden)
    let broken = try brokenRules(
      site, after, within: stay.dates, isOverridden: isOverridden)
    // The total that a stay was imported with is for its nights, of which
    // some go to the other part.
    Agreement.itemizeImported(part, in: context)
    let kept = try agreed(on: part, changingTo: site, after)
    letGo(part, keeping: before, on: former)
    part.take(before)
    let other = add(after, on: site, behind: part)
    other.overriddenRules = broken ?? rules
    try occupy(after, by: other, on: site)
    try agree(on: StayChain(of: part).parts) { try $0 === other ? kept : agreed(on: $0) }
  }

  private func part(
    of stay: StayChain, named reservation: Reservation, toSplitOn date: CalendarDate
  ) throws(CampgroundError) -> Reservation {
    guard let part = stay.parts.first(where: { $0.arrival < date && date < $0.departure }) else {
      if let part = stay.later.first(where: { $0.arrival == date }) {
        throw .split(.changesAlready(stay.first.code, date, site: part.siteName ?? ""))
      }
      guard let dates = stay.dates else { throw .gone(reservation.code) }
      throw .split(.outside(reservation.code, date, dates))
    }
    try requireChangeable(part)
    guard part.state == .reserved || part.state == .checkedIn else {
      throw .split(.notBooked(part.code, status: part.status))
    }
    guard date >= firstOpenNight(of: part) else {
      throw .nightsStayed(code: part.code, arrival: part.arrival, through: today(part))
    }
    return part
  }

  /// A new part of a stay behind another one, with all that it has in common with it.
  private func add(
    _ dates: StayDates, on site: CampSite, behind part: Reservation
  ) -> Reservation {
    let other = Reservation(context: context)
    if let number = scope.provisionalNumber(of: Reservation.self, in: context) {
      other.number = number
    }
    other.take(dates)
    other.state = .reserved
    other.noticeDate = part.noticeDate
    other.bookedAt = part.bookedAt
    other.party = part.party
    other.camper = part.camper
    other.move(to: site)
    other.cancellationPolicy = part.cancellationPolicy
    other.discount = part.discount
    other.nightPriceMinor = part.nightPriceMinor
    other.folio = part.folio
    let next = part.nextPart
    part.nextPart = other
    other.nextPart = next
    return other
  }

  /// Puts all that is to come of a stay onto the campsite of one of its parts.
  ///
  /// The first part that is not over gets the nights of the others, which are canceled.
  ///
  /// - Throws: `SplitRule.onOneSite`, `.nothingToJoin`; `CampgroundError.stayIsOver`, `.siteTaken`,
  ///   `.stayRuleBroken`, and where the party does not fit the site; `.stillOnSite` for a guest who
  ///   is here while another is on that site.
  func join(_ reservation: Reservation, overridingRules isOverridden: Bool) throws {
    let stay = StayChain(of: reservation)
    guard stay.isSplit else { throw CampgroundError.split(.onOneSite(reservation.code)) }
    try requireChangeable(reservation)
    let open = stay.open
    guard let part = open.first, open.count > 1, let whole = stay.dates else {
      throw CampgroundError.split(.nothingToJoin(reservation.code))
    }
    let site = try self.site(of: reservation)
    try part.party.requireFit(site)
    if part.state == .checkedIn { try requireNobody(on: site, but: stay.parts) }
    let dates = try StayDates(arrival: part.arrival, departure: stay.departure)
    let kept = try open.compactMap { other in
      try other.dates.flatMap { try agreed(on: other, changingTo: site, $0) }
    }
    for other in open.dropFirst() { try giveUp(other, reason: "joined with \(part.code)") }
    part.overriddenRules = try brokenRules(
      site, dates, changing: part, within: whole, isOverridden: isOverridden)
    letGo(part, keeping: dates, on: site)
    try takeNights(dates, by: part, on: site)
    part.take(dates)
    part.move(to: site)
    try agree(on: part, keeping: AgreedStay(joining: kept))
  }

  /// Cancels a part that the stay goes on without, and which has not begun; it costs nothing.
  private func giveUp(_ part: Reservation, reason: String) throws {
    try bring(part, to: .canceled)
    part.canceledAt = now
    part.reason = reason
    try Ledger.settle(
      part, keeping: [], reason: reason, isLast: false, in: context, now: now)
  }

  // MARK: Dates

  /// Gives a whole stay other dates: the first part another arrival, the last one another
  /// departure. Parts that begin on the departure or behind it are canceled.
  ///
  /// - Throws: `SplitRule.withoutNight` where the first part would have no night, and as
  ///   `change(_:dates:on:overridingRules:)`.
  func changeDates(
    of reservation: Reservation, overridingRules isOverridden: Bool,
    repricing isRepriced: Bool, to make: (StayDates) throws -> StayDates
  ) throws {
    let stay = StayChain(of: reservation)
    guard stay.isSplit, let former = stay.dates else {
      return try change(
        reservation, dates: make(reservation.checkedDates()), on: site(of: reservation),
        overridingRules: isOverridden, repricing: isRepriced)
    }
    let dates = try make(former)
    try ReservationService.check(dates, partySize: Int(reservation.partySize))
    let kept = stay.parts.prefix { $0.arrival < dates.departure }
    guard dates.arrival < stay.first.departure, let last = kept.last else {
      throw CampgroundError.split(
        .withoutNight(stay.first.code, of: former, codes: stay.parts.map(\.code)))
    }
    for part in stay.parts.dropFirst(kept.count) {
      try requireChangeable(part)
      guard part.state != .checkedIn else {
        throw CampgroundError.nightsStayed(
          code: part.code, arrival: part.arrival, through: firstOpenNight(of: part))
      }
      try giveUp(part, reason: "the stay was shortened")
    }
    if stay.first !== last, dates.arrival != former.arrival {
      try change(
        stay.first, dates: StayDates(arrival: dates.arrival, departure: stay.first.departure),
        on: site(of: stay.first), within: dates, overridingRules: isOverridden)
    }
    if stay.first === last || dates.departure != former.departure
      || dates.arrival == former.arrival
    {
      let arrival = stay.first === last ? dates.arrival : last.arrival
      try change(
        last, dates: StayDates(arrival: arrival, departure: dates.departure), on: site(of: last),
        overridingRules: isOverridden)
    }
    if isRepriced { try reprice(last) }
    totalAtCurrentPrices = try totalAtCurrentPrices(of: last)
  }

  /// The dates that a stay has when one of its parts gets others.
  func wholeDates(
    of reservation: Reservation, with dates: StayDates
  ) throws(CampgroundError) -> StayDates {
    let stay = StayChain(of: reservation)
    do {
      return try StayDates(
        arrival: stay.first === reservation ? dates.arrival : stay.arrival,
        departure: stay.last === reservation ? dates.departure : stay.departure)
    } catch {
      throw .invalidDates(error)
    }
  }

  /// Checks that a part which is made valid again goes on where the others
  /// end, and they where it does.
  ///
  /// - Throws: `SplitRule.givenUp` where the stay was changed to go on without it.
  func requireConnected(_ part: Reservation) throws(CampgroundError) {
    let parts = StayChain(of: part).parts
    let apart = part.billedTogether.first { other in
      [.reserved, .checkedIn, .checkedOut].contains(other.state)
        && !parts.contains { $0 === other }
    }
    if let apart { throw .split(.givenUp(part.code, of: apart.code)) }
  }

  /// Checks that a part is not put onto the campsite that the stay is on
  /// just before or just behind.
  func requireApart(_ part: Reservation, on site: CampSite) throws(CampgroundError) {
    try requireApart(
      part, on: site, from: [StayChain.part(before: part), StayChain.part(after: part)])
  }

  private func requireApart(
    _ part: Reservation, on site: CampSite, from others: [Reservation?]
  ) throws(CampgroundError) {
    for other in others {
      guard let other, let state = other.state, !state.isFinal, other.campSite === site else {
        continue
      }
      throw .split(.besideItself(part.code, site: site.name, other: other.code))
    }
  }

  // MARK: Changing over

  /// Lets a guest go on from the part before: it ends today in the same save.
  ///
  /// - Throws: `SplitRule.partBefore` where the guest is still to arrive there, `.changesLater`.
  func leavePart(before part: Reservation) throws {
    guard let previous = StayChain.part(before: part) else { return }
    switch previous.state {
    case .checkedIn:
      let today = today(part)
      guard part.arrival <= today else {
        throw CampgroundError.split(
          .changesLater(part.code, on: part.arrival, today: today))
      }
      try checkOut(previous)
    case .reserved:
      throw CampgroundError.split(
        .partBefore(part.code, before: StayChain(of: part).first.code))
    default: break
    }
  }

  /// Checks that the guest of a stay is not on the campsite of the part before.
  ///
  /// - Throws: `SplitRule.guestIsOn`.
  func requireNobodyHere(before part: Reservation) throws(CampgroundError) {
    guard let previous = StayChain.part(before: part), previous.state == .checkedIn else { return }
    throw .split(
      .guestIsOn(part.code, before: previous.code, site: previous.siteName ?? ""))
  }

  /// The parts of a stay that are called off with one of them: those that are reserved.
  ///
  /// - Throws: `CampgroundError.illegalTransition` where the reservation is not one of them and not
  ///   over, or there is none.
  func partsToCallOff(
    of reservation: Reservation, becoming status: ReservationStatus
  ) throws(CampgroundError) -> [Reservation] {
    let parts = StayChain(of: reservation).parts.filter { $0.state == .reserved }
    guard reservation.state == .checkedOut, !parts.isEmpty else {
      try require(reservation, in: [.reserved], toBecome: status)
      return parts
    }
    return parts
  }

  /// Cancels the parts behind one that the guest leaves early; what they cost is settled with it.
  ///
  /// - Returns: these parts.
  func giveUpParts(behind part: Reservation) throws -> [Reservation] {
    let stay = StayChain(of: part)
    let rest = stay.parts.drop { $0 !== part }.dropFirst()
    for other in rest {
      try bring(other, to: .canceled)
      other.canceledAt = now
      other.reason = "left early"
    }
    return Array(rest)
  }
}
