import Foundation
import ObjectGraph

/// Changes of status.
extension StayBook {
  /// Changes the status of a reservation, and takes or frees its nights accordingly.
  ///
  /// Stay rules are checked when it takes nights that it did not occupy before.
  ///
  /// - Parameter reason: the reason for the event; nil for none.
  /// - Throws: `CampgroundError.refused` for a step that the status does not allow, with both
  ///   statuses and what is allowed, and for an expired hold; `.stayRuleBroken`; `.siteTaken`;
  ///   `.gone` when its campsite was deleted.
  func bring(
    _ reservation: Reservation, to status: ReservationStatus, holdMinutes: Int? = nil,
    because reason: String? = nil
  ) throws {
    let allowed = reservation.state?.successors ?? []
    try refuse(
      unless: allowed.contains(status),
      with: .illegalTransition(
        code: reservation.code, from: reservation.status, to: status, allowed: allowed))
    if status != .expired { try requireLasting(reservation) }
    let former = reservation.state
    let assignment = try assignment(of: reservation, becoming: status)
    if status.occupiesNights, former?.occupiesNights != true {
      // A reinstated stay keeps its original booking date.
      let broken = try brokenRules(
        assignment.map { [SiteSpan(try reservation.checkedDates(), on: $0.site)] }
          ?? spans(of: reservation), of: reservation.siteClass, changing: reservation,
        bookedOn: reservation.reservationDay, isOverridden: overridesRules)
      note(broken, of: reservation)
    }
    reservation.state = status
    if let kind = status.eventKind { note(kind, of: reservation, because: reason) }
    reservation.holdExpiresAt =
      status == .hold ? try holdEnd(holdMinutes, at: reservation.campground) : nil
    noteOutcome(ofOffer: reservation)
    guard status.occupiesNights else {
      // Past nights that were held for a late arrival count as sold.
      let held = reservation.arrival.advanced(by: Int(reservation.heldNights))
      NightLedger.release(reservation, keeping: { $0.date < held }, in: context)
      if status == .expired || status == .declined { try reverseBill(of: reservation) }
      return
    }
    if former?.occupiesNights == true {
      for night in reservation.nights where !night.isDeleted {
        night.heldUntil = reservation.holdExpiresAt
      }
    } else {
      if let assignment {
        try make(assignment.moves)
        try put(reservation, on: assignment.site)
      }
      try occupy(spans(of: reservation), by: reservation)
    }
    guard status == .reserved, reservation.reservedUnder == nil else { return }
    var facts = try facts(of: reservation)
    try reserve(&facts, of: reservation)
    try write(facts, to: reservation, on: spans(of: reservation), agreesDeposit: true)
  }

  /// Extends a hold to a number of minutes from now.
  ///
  /// - Throws: `CampgroundError.refused` for anything but a hold, for an expired one, and if it
  ///   would not end later than before; `.outOfRange`.
  func prolong(_ reservation: Reservation, minutes: Int?) throws {
    try require(reservation, in: [.hold], toBecome: .hold)
    try requireLasting(reservation)
    let end = try holdEnd(minutes, at: reservation.campground)
    if let former = reservation.holdExpiresAt, end <= former {
      let time = WallTime(former, in: reservation.campground?.timeZone ?? .gmt)
      throw CampgroundError(
        about: [.property("minutes"), .stay(reservation.code)],
        "hold \(reservation.code) already lasts until \(time)",
        fix: .advice("enter more minutes, counted from now"))
    }
    reservation.holdExpiresAt = end
    for night in reservation.nights where !night.isDeleted { night.heldUntil = end }
  }

  /// Checks the status of a reservation, for steps that involve more than a transition.
  ///
  /// - Throws: `CampgroundError.refused`, which names both statuses and what is allowed.
  func require(
    _ reservation: Reservation, in states: Set<ReservationStatus>,
    toBecome status: ReservationStatus
  ) throws(CampgroundError) {
    guard let state = reservation.state, states.contains(state) else {
      throw .illegalTransition(
        code: reservation.code, from: reservation.status, to: status,
        allowed: (reservation.state?.successors ?? []).filter { $0 != status })
    }
  }

  /// Checks that a hold has not expired.
  ///
  /// - Throws: `CampgroundError.refused` for an expired hold.
  func requireLasting(_ reservation: Reservation) throws(CampgroundError) {
    guard reservation.isLapsed(at: now), let end = reservation.holdExpiresAt else { return }
    let time = WallTime(end, in: reservation.campground?.timeZone ?? .gmt)
    throw CampgroundError(
      about: [.stay(reservation.code)], "hold \(reservation.code) expired at \(time)",
      fix: .advice("book the stay again if the nights are still free"))
  }

  // MARK: Arrivals and departures

  /// Checks that no guest is on a campsite, whatever the dates say: a guest due to leave today or
  /// earlier is there until the check-out.
  ///
  /// - Parameter own: reservations whose guests do not count.
  /// - Throws: `CampgroundError.refused`.
  func requireNobody(on site: CampSite, but own: [Reservation]) throws {
    let other = try context.fetch(
      Reservation.self, where: "ANY segments.campSite == %@ AND status == %@", site,
      ReservationStatus.checkedIn.rawValue, by: ["number"]
    ).first { guest in
      !own.contains(guest) && guest.site(on: today(guest)).site === site
    }
    guard let other else { return }
    throw CampgroundError(
      about: [.site(site.name), .user(other.code)], "\(other.code) is still on site \(site.name)",
      fix: .checkOut(other.code))
  }

  /// Checks a guest in.
  ///
  /// - Parameter isEarly: whether the arrival may be moved to today.
  /// - Throws: `CampgroundError.beforeArrival`; `.refused` for a guest who comes too many days
  ///   early, from the departure date on, and while another guest is on the site; as
  ///   `bring(_:to:holdMinutes:because:)`, and as `change(_:to:making:)` where the arrival is
  ///   moved.
  func checkIn(_ reservation: Reservation, early isEarly: Bool) throws {
    try require(reservation, in: [.reserved], toBecome: .checkedIn)
    let today = today(reservation)
    try refuse(
      unless: today < reservation.departure,
      about: [.stay(reservation.code), .date(reservation.leavingDay)],
      "\(reservation.code) was due to depart on \(reservation.leavingDay); today is \(today)",
      fix: .noShowOrChangeDates(reservation.code))
    if today < reservation.arrival { try arrive(reservation, early: isEarly, on: today) }
    try requireNobody(on: siteNow(of: reservation), but: [reservation])
    try bring(reservation, to: .checkedIn)
  }

  /// Moves an arrival to today, for a guest who comes before it.
  ///
  /// The date comes before anything about the site: it is no reason to send away the guest who is
  /// there until then.
  private func arrive(
    _ reservation: Reservation, early isEarly: Bool, on today: CalendarDate
  ) throws {
    let days = today.distance(to: reservation.arrival)
    let most = ReservationService.mostDaysEarly
    let otherDates = CampgroundError.Fix.changeDates(reservation.code, from: today)
    try refuse(
      unless: isEarly,
      with: .beforeArrival(
        code: reservation.code, arrival: reservation.arrival, today: today,
        fix: days <= most ? .checkInEarly(reservation.code) : otherDates))
    try refuse(
      unless: days <= most, about: [.stay(reservation.code), .date(reservation.arrival)],
      "\(reservation.code) arrives on \(reservation.arrival), \(days) days from today; "
        + "guests can check in at most \(most) days early", fix: otherDates)
    try requireNobody(on: siteNow(of: reservation), but: [reservation])
    let dates = try StayDates(arrival: today, departure: reservation.departure)
    try changeDates(of: reservation, to: dates)
  }

  /// Checks a guest out; any nights left from today on become free and are settled by the
  /// cancellation policy. The rest of the bill is posted.
  ///
  /// A guest who leaves on the day of arrival has used that night, and one who leaves a site booked
  /// by the day has used that day.
  ///
  /// - Parameter leavingUnpriced: whether nights that no rate prices may stay unbilled although
  ///   others have a price.
  /// - Throws: `CampgroundError.refused` for nights without a price.
  func checkOut(_ reservation: Reservation, leavingUnpriced: Bool) throws {
    try require(reservation, in: [.checkedIn], toBecome: .checkedOut)
    let today = today(reservation)
    let end = max(
      reservation.isByDay ? today.advanced(by: 1) : today, reservation.arrival.advanced(by: 1))
    remarks.overstay = try overstay(of: reservation)
    remarks.unreadMeters += try UnreadMeter.meters(
      leftBy: reservation, on: today, in: context)
    let isEarly = end < reservation.departure
    if isEarly, !reservation.isByDay, today < end { remarks.usedNight = today }
    if isEarly { try leaveEarly(reservation, on: end) }
    if !leavingUnpriced, reservation.price.isPartial { throw nightsWithoutPrice(reservation) }
    (try? siteNow(of: reservation))?.readiness = .dirty
    // Once the guest has checked out, the dates no longer show that these sites were left.
    let left = try LeftSites(
      by: [reservation], on: today, at: reservation.campground, in: context)
    for site in left.sites { try context.current(site).readiness = .dirty }
    try bring(reservation, to: .checkedOut)
    if try !post(reservation, reason: isEarly ? "left early" : "checked out").isEmpty {
      note(.checkedOut, of: reservation).posting = pen.posting
    }
    try noteTotal(of: reservation)
  }

  private func nightsWithoutPrice(_ reservation: Reservation) -> CampgroundError {
    let count = Int(reservation.unpricedNights)
    let nights = (try? billByFacts(of: reservation))?.unpricedNights ?? []
    let unit = (reservation.isByDay ? "day" : "night") + (count == 1 ? "" : "s")
    return CampgroundError(
      about: [.stay(reservation.code)],
      "\(count) \(unit) of \(reservation.code) would not be billed: no rate prices "
        + nights.map { "\($0)" }.listedToTheLast(), fix: .priceNights(reservation.code))
  }

  private func leaveEarly(_ reservation: Reservation, on end: CalendarDate) throws {
    let kept = try spans(of: reservation).clipped(to: end)
    try letGo(reservation, keeping: kept)
    try give(reservation, kept, because: .leftEarly)
  }

  // MARK: Canceling

  /// Cancels a reservation and settles the bill by the agreed policy, which covers the nights still
  /// to come; past nights that were held are owed.
  ///
  /// - Parameter kept: what is kept of the nights to come instead, before tax; nil where the policy
  ///   decides.
  /// - Throws: `CampgroundError.refused` for more than the price of the nights to come, and as
  ///   `bring(_:to:holdMinutes:because:)`.
  func cancel(_ reservation: Reservation, keeping kept: Decimal? = nil, reason: String?) throws {
    try require(reservation, in: [.reserved], toBecome: .canceled)
    let keptMinor = try kept.map {
      try RuleCheck.minorUnits(
        of: $0, "cancellation", in: reservation.campground?.currency ?? .usd)
    }
    try callOff(reservation, becoming: .canceled, keeping: keptMinor, reason: reason)
  }

  /// Marks a stay as a no-show, and settles the bill by the agreed policy.
  ///
  /// - Throws: as `NoShowRule.requireDue(_:at:)`.
  func noShow(_ reservation: Reservation, reason: String?) throws {
    try require(reservation, in: [.reserved], toBecome: .noShow)
    try NoShowRule.requireDue(reservation, at: now)
    try callOff(reservation, becoming: .noShow, reason: reason)
  }

  /// Calls off an imported stay that was a mistake: nothing of it is owed or kept, whether or not the
  /// guest is in house.
  func takeBack(_ reservation: Reservation, reason: String?) throws {
    if reservation.state == .checkedIn { reservation.state = .reserved }
    try callOff(
      reservation, becoming: .canceled, keeping: 0, owingPassedNights: false, reason: reason)
  }

  private func callOff(
    _ reservation: Reservation, becoming status: ReservationStatus, keeping keptMinor: Int64? = nil,
    owingPassedNights owesPassed: Bool = true, reason: String?
  ) throws {
    let occasion: GivenUpLodging.Occasion = status == .noShow ? .noShow : .canceled
    let card = try card(of: reservation)
    let spans = reservation.siteSpans
    // In a scratch pad, the campsite may be deleted by the same pad.
    if scope.reach != .store {
      for case let site? in spans.map(\.site) { _ = try context.current(site) }
    }
    var facts = reservation.facts(by: card)
    let firstOpen = try firstOpenNight(of: reservation)
    let owed = owesPassed ? facts.nights.filter { $0.date < firstOpen } : []
    let moment = moment(of: reservation)
    let step = facts.step(at: moment, withoutNotice: occasion == .noShow)
    let former = facts
    reservation.heldNights = Int16(clamping: owed.count)
    try bring(reservation, to: status, because: reason)
    try facts.changed(to: owed, because: occasion, at: moment, by: card)
    let rest = try priced(facts, at: reservation).wordsForNotRefundable
    remarks.keptUnder = former.terms.words(for: step, of: reservation, occasion, keeping: rest)
    if let keptMinor {
      facts = former
      try facts.changed(
        to: owed, because: .canceledAsAgreed, keeping: keptMinor, at: moment, by: card)
      try requireEnough(of: facts, for: keptMinor, reservation)
      let agreed = facts.givenUp.last?.wordsOfAgreement(in: card.currency)
      remarks.keptUnder = [agreed, remarks.keptUnder.map { "instead of \($0)" }]
        .compactMap { $0 }.joined(separator: ", ")
    }
    try write(facts, to: reservation, on: spans)
    try post(reservation, reason: status == .noShow ? "no-show" : "canceled")
    try noteTotal(of: reservation)
  }

  /// Checks that an amount to be kept is no more than the lodging given up.
  private func requireEnough(
    of facts: StayFacts, for keptMinor: Int64, _ reservation: Reservation
  ) throws {
    let given = facts.givenUp.last?.amountMinor ?? 0
    guard keptMinor > given else { return }
    let currency = reservation.campground?.currency ?? .usd
    throw CampgroundError(
      about: [.property("keep"), .stay(reservation.code)],
      "\(Money(minorUnits: keptMinor, currency)) is more than the nights to come of "
        + "\(reservation.code) cost, \(Money(minorUnits: given, currency))",
      fix: .advice("keep less, and charge the rest by hand"))
  }

  /// Reinstates a canceled reservation or a no-show.
  ///
  /// Stay rules are checked as for a booking made on the original date. The nights keep their
  /// agreed terms, and what was kept of them is credited back.
  ///
  /// - Throws: as `bring(_:to:holdMinutes:because:)`.
  func reinstate(_ reservation: Reservation) throws {
    // A hold may also become Reserved, but that is not a reinstatement.
    try require(reservation, in: [.canceled, .noShow], toBecome: .reserved)
    if let name = reservation.formerClassName { throw CampgroundError.gone("class \(name)") }
    let card = try card(of: reservation)
    var facts = reservation.facts(by: card)
    try bring(reservation, to: .reserved)
    reservation.event(.canceled, .noShow)?.isTakenBack = true
    note(.reinstated, of: reservation)
    try facts.changed(
      to: facts.nights + facts.calledOffNights, because: .changed, at: moment(of: reservation),
      by: card)
    try write(facts, to: reservation, on: spans(of: reservation))
    try post(
      reservation, through: CalendarDate(dayNumber: .min), reason: "reinstated")
  }
}
