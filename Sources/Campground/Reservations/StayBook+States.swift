import Foundation
import ObjectGraph

/// From one state to another.
extension StayBook {
  /// Brings a reservation into another state, and keeps or frees its nights accordingly.
  ///
  /// The rules about stays are asked when it takes nights that it had not.
  ///
  /// - Throws: `CampgroundError.illegalTransition`, which names both states and what is allowed;
  ///   `.holdExpired`; `.stayRuleBroken`; `.siteTaken`; `.gone` when its campsite was deleted.
  func bring(
    _ reservation: Reservation, to status: ReservationStatus, holdMinutes: Int? = nil,
    overridingRules isOverridden: Bool = false
  ) throws {
    let allowed = reservation.state?.successors ?? []
    guard allowed.contains(status) else {
      throw CampgroundError.illegalTransition(
        code: reservation.code, from: reservation.status, to: status, allowed: allowed)
    }
    if status != .expired { try requireLasting(reservation) }
    let former = reservation.state
    if status.occupiesNights, former?.occupiesNights != true {
      // What is made valid again was booked when it was booked first.
      reservation.overriddenRules = try brokenRules(
        spans(of: reservation), changing: reservation,
        bookedOn: reservation.bookedAt.map {
          CalendarDate($0, in: reservation.campground?.timeZone ?? .current)
        },
        isOverridden: isOverridden)
    }
    reservation.state = status
    if status == .reserved, reservation.bookedAt == nil { reservation.bookedAt = now }
    if status == .reserved, reservation.depositMinor != nil {
      reservation.depositDay = today(reservation)
    }
    reservation.holdExpiresAt =
      status == .hold ? try holdEnd(holdMinutes, at: reservation.campground) : nil
    noteOutcome(ofOffer: reservation)
    guard status.occupiesNights else {
      NightLedger.release(reservation, in: context)
      // The bill of a reservation that is called off is settled by its policy.
      if status == .expired || status == .declined {
        try Ledger.adjustAllowances(
          of: reservation, reason: status.rawValue.lowercased(), in: context, now: now)
      }
      return
    }
    if former?.occupiesNights == true {
      for night in reservation.nights where !night.isDeleted {
        night.heldUntil = reservation.holdExpiresAt
      }
    } else {
      try occupy(spans(of: reservation), by: reservation)
    }
  }

  /// Lets a hold end later: minutes from now on.
  ///
  /// - Throws: `CampgroundError.illegalTransition` for what is no hold, `.holdExpired`,
  ///   `.holdLasts` where it ends no later by that, `.outOfRange`.
  func prolong(_ reservation: Reservation, minutes: Int?) throws {
    try require(reservation, in: [.hold], toBecome: .hold)
    try requireLasting(reservation)
    let end = try holdEnd(minutes, at: reservation.campground)
    if let former = reservation.holdExpiresAt, end <= former {
      throw CampgroundError.holdLasts(
        code: reservation.code,
        until: WallTime(former, in: reservation.campground?.timeZone ?? .gmt))
    }
    reservation.holdExpiresAt = end
    for night in reservation.nights where !night.isDeleted { night.heldUntil = end }
  }

  /// Checks that a reservation is in one of some states, for what is more than a transition.
  ///
  /// - Throws: `CampgroundError.illegalTransition`.
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

  /// Checks that a hold is not over.
  ///
  /// - Throws: `CampgroundError.holdExpired`.
  func requireLasting(_ reservation: Reservation) throws(CampgroundError) {
    guard reservation.isLapsed(at: now), let end = reservation.holdExpiresAt else { return }
    throw .holdExpired(
      code: reservation.code,
      at: WallTime(end, in: reservation.campground?.timeZone ?? .gmt))
  }

  // MARK: Arriving and leaving

  /// Checks that no guest is on a campsite, whatever the dates say: who is to leave today, or
  /// should have before, is there until the check-out.
  ///
  /// - Parameter own: reservations whose guests are not in the way.
  /// - Throws: `CampgroundError.stillOnSite`.
  func requireNobody(on site: CampSite, but own: [Reservation]) throws {
    // Who takes a check-out back there changes the row of the site: read before the guests are, it
    // tells of everyone who comes after them.
    if !context.isWatched(site) { try context.detectConflicts(for: site) }
    let request = Reservation.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "ANY segments.campSite == %@ AND status == %@", site,
      ReservationStatus.checkedIn.rawValue)
    request.sortDescriptors = [FetchSortDescriptor(key: "number", ascending: true)]
    let other = try context.fetch(request).first { guest in
      !own.contains(guest) && guest.site(on: today(guest)).site === site
    }
    guard let other else { return }
    throw CampgroundError.stillOnSite(code: other.code, site: site.name)
  }

  /// Checks a guest in.
  ///
  /// - Parameter isEarly: whether the arrival may be moved to today.
  /// - Throws: `CampgroundError.beforeArrival`, `.tooEarly`, `.afterDeparture`; `.stillOnSite`
  ///   while another guest is; as `bring(_:to:holdMinutes:)`, and as
  ///   `change(_:to:overridingRules:repricing:)` where the arrival is moved.
  func checkIn(
    _ reservation: Reservation, early isEarly: Bool, overridingRules isOverridden: Bool = false
  ) throws {
    try require(reservation, in: [.reserved], toBecome: .checkedIn)
    var record = try record(of: reservation)
    let today = today(reservation)
    guard today < reservation.departure else {
      throw CampgroundError.afterDeparture(
        code: reservation.code, departure: reservation.leavingDay, today: today)
    }
    try requireNobody(on: siteNow(of: reservation), but: [reservation])
    if today < reservation.arrival {
      guard isEarly else {
        throw CampgroundError.beforeArrival(
          code: reservation.code, arrival: reservation.arrival, today: today)
      }
      let most = ReservationService.mostDaysEarly
      guard today.distance(to: reservation.arrival) <= most else {
        throw CampgroundError.tooEarly(
          code: reservation.code, arrival: reservation.arrival, today: today, most: most)
      }
      let dates = try StayDates(arrival: today, departure: reservation.departure)
      let rules = reservation.overriddenRules
      record.noteArrival(of: reservation)
      try change(
        reservation, to: spans(of: reservation).moved(to: dates), overridingRules: isOverridden)
      record.noteRulesSetAside(by: reservation, since: rules)
    }
    try bring(reservation, to: .checkedIn)
    Agreement.itemizeImported(reservation, in: context)
    reservation.checkedInAt = now
    reservation.beforeCheckIn = try record.text()
  }

  /// Checks a guest out; the nights from today on, when some are left, become free, and the bill is
  /// settled by the cancellation policy. What was agreed for the others is posted.
  ///
  /// Whoever leaves on the day of the arrival has had its night, and whoever leaves a site that is
  /// let by the day has had that day.
  func checkOut(_ reservation: Reservation) throws {
    try require(reservation, in: [.checkedIn], toBecome: .checkedOut)
    let today = today(reservation)
    let end = max(
      reservation.isByDay ? today.advanced(by: 1) : today, reservation.arrival.advanced(by: 1))
    try noteCheckOut(of: reservation, on: end)
    overstay = try overstay(of: reservation)
    unreadMeters += try UnreadMeter.meters(
      leftBy: reservation, on: today, in: context)
    if end < reservation.departure {
      try leaveEarly(reservation, on: end)
    } else {
      let charges = reservation.charges.filter { !$0.isDeleted && $0.entry == nil }
        .sorted { $0.position < $1.position }
      try Ledger.post(charges, on: businessDay(of: reservation), in: context, now: now)
    }
    try bring(reservation, to: .checkedOut)
    reservation.checkedOutAt = now
  }

  private func leaveEarly(_ reservation: Reservation, on end: CalendarDate) throws {
    let lines = Agreement.lines(of: reservation)
    let former = try spans(of: reservation)
    let kept = former.clipped(to: end)
    letGo(reservation, keeping: kept)
    put(reservation, on: kept)
    for span in former.clipped(from: end) {
      let segment = StaySegment(context: context)
      segment.reservation = reservation
      segment.isGivenUp = true
      segment.take(span)
    }
    let terms =
      reservation.cancellationPolicy.map { CancellationTerms($0) }
      ?? .withoutPolicy(reservation.campground?.currency ?? .usd)
    let outcome = try terms.outcome(leavingOn: end, lines: lines)
    keptUnder = outcome.words(
      under: reservation.cancellationPolicy, .leftEarly, byDay: reservation.isByDay)
    try Ledger.settle(
      reservation, keeping: outcome.keptLines, reason: "left early", in: context, now: now)
  }

  // MARK: Calling off

  /// Calls a reservation off, and settles the bill by the policy that was agreed.
  func cancel(_ reservation: Reservation, reason: String?) throws {
    try require(reservation, in: [.reserved], toBecome: .canceled)
    try callOff(reservation, becoming: .canceled, reason: reason)
    keptUnder = try Ledger.callOff(reservation, in: context, now: now)
      .words(under: reservation.cancellationPolicy, .canceled, byDay: reservation.isByDay)
  }

  /// Notes that a guest did not come, and settles the bill by the policy that was agreed.
  ///
  /// - Throws: as `NoShowRule.requireDue(_:at:)`.
  func noShow(_ reservation: Reservation, reason: String?) throws {
    try require(reservation, in: [.reserved], toBecome: .noShow)
    try NoShowRule.requireDue(reservation, at: now)
    try callOff(reservation, becoming: .noShow, reason: reason)
    keptUnder = try Ledger.callOff(reservation, isNoShow: true, in: context, now: now)
      .words(under: reservation.cancellationPolicy, .noShow, byDay: reservation.isByDay)
  }

  private func callOff(
    _ reservation: Reservation, becoming status: ReservationStatus, reason: String?
  ) throws {
    try bring(reservation, to: status)
    reservation.canceledAt = now
    reservation.reason = NameRule.optional(reason)
  }

  /// Makes a canceled reservation, or one whose guest did not show, valid again.
  ///
  /// The rules about stays are asked as on a booking of the day on which it was booked first. What
  /// was charged for calling off is taken back, and what was taken off the bill is valid again as far
  /// as the stay comes to it. Nights that stayed on the bill keep what was agreed
  /// for them, and so does what is charged once; the others have the prices and rules of now. A
  /// stay of which nothing stayed on the bill is agreed anew.
  ///
  /// - Throws: as `bring(_:to:holdMinutes:)`.
  func reinstate(
    _ reservation: Reservation, overridingRules isOverridden: Bool = false
  ) throws {
    // A hold may become Reserved too, which is something else.
    try require(reservation, in: [.canceled, .noShow], toBecome: .reserved)
    try bring(reservation, to: .reserved, overridingRules: isOverridden)
    reservation.canceledAt = nil
    reservation.reason = nil
    for charge in reservation.charges
    where !charge.isDeleted && charge.isAgreed && charge.kind == .penalty {
      if let line = charge.entry { try page(of: reservation).reverse(line, reason: "reinstated") }
    }
    try agree(on: reservation, keeping: agreed(on: reservation)?.withoutUnpricedNights)
  }
}
