import Foundation
import ObjectGraph

/// From one state to another.
extension StayBook {
  /// Brings a reservation into another state, and keeps or frees its nights accordingly.
  ///
  /// The rules about stays are asked when it takes nights that it had not.
  ///
  /// - Parameter reason: why, for the event; nil where nobody says.
  /// - Throws: `CampgroundError.illegalTransition`, which names both states and what is allowed;
  ///   `.holdExpired`; `.stayRuleBroken`; `.siteTaken`; `.gone` when its campsite was deleted.
  func bring(
    _ reservation: Reservation, to status: ReservationStatus, holdMinutes: Int? = nil,
    overridingRules isOverridden: Bool = false, because reason: String? = nil
  ) throws {
    let allowed = reservation.state?.successors ?? []
    guard allowed.contains(status) else {
      throw CampgroundError.illegalTransition(
        code: reservation.code, from: reservation.status, to: status, allowed: allowed)
    }
    if status != .expired { try requireLasting(reservation) }
    let former = reservation.state
    let assignment = try assignment(of: reservation, becoming: status)
    if status.occupiesNights, former?.occupiesNights != true {
      // What is made valid again was booked when it was booked first.
      let broken = try brokenRules(
        assignment.map { [SiteSpan(try reservation.checkedDates(), on: $0.site)] }
          ?? spans(of: reservation), of: reservation.siteClass, changing: reservation,
        bookedOn: reservation.reservationDay, isOverridden: isOverridden)
      note(broken, of: reservation)
    }
    reservation.state = status
    if let kind = status.eventKind { note(kind, of: reservation, because: reason) }
    reservation.holdExpiresAt =
      status == .hold ? try holdEnd(holdMinutes, at: reservation.campground) : nil
    noteOutcome(ofOffer: reservation)
    guard status.occupiesNights else {
      // Nights that were held for a guest who was late and have passed were sold.
      let held = reservation.arrival.advanced(by: Int(reservation.heldNights))
      NightLedger.release(reservation, keeping: { $0.date < held }, in: context)
      if status == .expired || status == .declined { try takeBackBill(of: reservation) }
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

  /// Lets a hold end later: minutes from now on.
  ///
  /// - Throws: `CampgroundError.illegalTransition` for what is no hold, `.holdExpired`,
  ///   `.holdLasts` where it ends no later by that, `.outOfRange`.
  func prolong(_ reservation: Reservation, minutes: Int?) throws {
    try require(reservation, in: [.hold], toBecome: .hold)
    try requireLasting(reservation)
    let end = try holdEnd(minutes, at: reservation.campground)
    if let former = reservation.holdExpiresAt, end <= former {
      let time = WallTime(former, in: reservation.campground?.timeZone ?? .gmt)
      throw CampgroundError(
        .holdLasts, about: [.property("minutes"), .stay(reservation.code)],
        "hold \(reservation.code) already lasts until \(time)",
        fix: .advice("enter more minutes, counted from now"))
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
    let time = WallTime(end, in: reservation.campground?.timeZone ?? .gmt)
    throw CampgroundError(
      .holdExpired, about: [.stay(reservation.code)],
      "hold \(reservation.code) expired at \(time)",
      fix: .advice("book the stay again if the nights are still free"))
  }

  // MARK: Arriving and leaving

  /// Checks that no guest is on a campsite, whatever the dates say: who is to leave today, or
  /// should have before, is there until the check-out.
  ///
  /// - Parameter own: reservations whose guests are not in the way.
  /// - Throws: `CampgroundError.stillOnSite`.
  func requireNobody(on site: CampSite, but own: [Reservation]) throws {
    let request = Reservation.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "ANY segments.campSite == %@ AND status == %@", site,
      ReservationStatus.checkedIn.rawValue)
    request.sortDescriptors = [FetchSortDescriptor(key: "number", ascending: true)]
    let other = try context.fetch(request).first { guest in
      !own.contains(guest) && guest.site(on: today(guest)).site === site
    }
    guard let other else { return }
    throw CampgroundError(
      .stillOnSite, about: [.site(site.name), .user(other.code)],
      "\(other.code) is still on site \(site.name)", fix: .checkOut(other.code))
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
    let today = today(reservation)
    guard today < reservation.departure else {
      throw CampgroundError(
        .afterDeparture, about: [.stay(reservation.code), .date(reservation.leavingDay)],
        "\(reservation.code) was due to depart on \(reservation.leavingDay); today is \(today)",
        fix: .noShowOrChangeDates(reservation.code))
    }
    try requireNobody(on: siteNow(of: reservation), but: [reservation])
    if today < reservation.arrival {
      let days = today.distance(to: reservation.arrival)
      let most = ReservationService.mostDaysEarly
      let otherDates = CampgroundError.Fix.changeDates(reservation.code, from: today)
      guard isEarly else {
        throw CampgroundError.beforeArrival(
          code: reservation.code, arrival: reservation.arrival, today: today,
          fix: days <= most ? .checkInEarly(reservation.code) : otherDates)
      }
      guard days <= most else {
        throw CampgroundError(
          .tooEarly, about: [.stay(reservation.code), .date(reservation.arrival)],
          "\(reservation.code) arrives on \(reservation.arrival), \(days) days from today; "
            + "guests can check in at most \(most) days early", fix: otherDates)
      }
      let dates = try StayDates(arrival: today, departure: reservation.departure)
      try changeDates(of: reservation, to: dates, overridingRules: isOverridden)
      try requireNobody(on: siteNow(of: reservation), but: [reservation])
    }
    try bring(reservation, to: .checkedIn)
  }

  /// Checks a guest out; the nights from today on, when some are left, become free, and the bill is
  /// settled by the cancellation policy. What was agreed for the others is posted.
  ///
  /// Whoever leaves on the day of the arrival has had its night, and whoever leaves a site that is
  /// booked by the day has had that day.
  func checkOut(_ reservation: Reservation) throws {
    try require(reservation, in: [.checkedIn], toBecome: .checkedOut)
    let today = today(reservation)
    let end = max(
      reservation.isByDay ? today.advanced(by: 1) : today, reservation.arrival.advanced(by: 1))
    overstay = try overstay(of: reservation)
    unreadMeters += try UnreadMeter.meters(
      leftBy: reservation, on: today, in: context)
    let isEarly = end < reservation.departure
    if isEarly, !reservation.isByDay, today < end { usedNight = today }
    if isEarly { try leaveEarly(reservation, on: end) }
    (try? siteNow(of: reservation))?.readiness = .dirty
    // Whose dates told that they were left are over.
    let left = try LeftSites(
      by: [reservation], on: today, at: reservation.campground, in: context)
    for site in left.sites { try context.current(site).readiness = .dirty }
    try bring(reservation, to: .checkedOut)
    if try !post(reservation, reason: isEarly ? "left early" : "checked out").isEmpty {
      note(.checkedOut, of: reservation).posting = pen.posting
    }
    try noteTotal(of: reservation)
  }

  private func leaveEarly(_ reservation: Reservation, on end: CalendarDate) throws {
    let kept = try spans(of: reservation).clipped(to: end)
    try letGo(reservation, keeping: kept)
    try give(reservation, kept, because: .leftEarly)
  }

  // MARK: Calling off

  /// Calls a reservation off, and settles the bill by the policy that was agreed, which speaks of
  /// the nights to come: those that were held and have passed are owed.
  func cancel(_ reservation: Reservation, reason: String?) throws {
    try require(reservation, in: [.reserved], toBecome: .canceled)
    try callOff(reservation, becoming: .canceled, because: .canceled, reason: reason)
  }

  /// Notes that a guest did not come, and settles the bill by the policy that was agreed.
  ///
  /// - Throws: as `NoShowRule.requireDue(_:at:)`.
  func noShow(_ reservation: Reservation, reason: String?) throws {
    try require(reservation, in: [.reserved], toBecome: .noShow)
    try NoShowRule.requireDue(reservation, at: now)
    try callOff(reservation, becoming: .noShow, because: .noShow, reason: reason)
  }

  private func callOff(
    _ reservation: Reservation, becoming status: ReservationStatus,
    because occasion: GivenUpLodging.Occasion, reason: String?
  ) throws {
    let card = try card(of: reservation)
    let spans = reservation.siteSpans
    // In a pad the campsite may be one that goes with it.
    if scope.reach != .store {
      for case let site? in spans.map(\.site) { _ = try context.current(site) }
    }
    var facts = reservation.facts(by: card)
    let firstOpen = try firstOpenNight(of: reservation)
    let owed = facts.nights.filter { $0.date < firstOpen }
    let moment = moment(of: reservation)
    let step = facts.step(at: moment, withoutNotice: occasion == .noShow)
    let terms = facts.terms
    reservation.heldNights = Int16(clamping: owed.count)
    try bring(reservation, to: status, because: reason)
    try facts.changed(to: owed, because: occasion, at: moment, by: card)
    try write(facts, to: reservation, on: spans)
    let rest = try priced(facts, at: reservation)?.wordsForNotRefundable
    keptUnder = terms.words(for: step, of: reservation, occasion, keeping: rest)
    try post(reservation, reason: status == .noShow ? "no-show" : "canceled")
    try noteTotal(of: reservation)
  }

  /// Makes a canceled reservation, or one whose guest did not show, valid again.
  ///
  /// The rules about stays are asked as on a booking of the day on which it was booked first. The
  /// nights keep what was agreed for them, and what was kept of them is refunded.
  ///
  /// - Throws: as `bring(_:to:holdMinutes:)`.
  func reinstate(
    _ reservation: Reservation, overridingRules isOverridden: Bool = false
  ) throws {
    // A hold may become Reserved too, which is something else.
    try require(reservation, in: [.canceled, .noShow], toBecome: .reserved)
    if let name = reservation.formerClassName { throw CampgroundError.gone("class \(name)") }
    let card = try card(of: reservation)
    var facts = reservation.facts(by: card)
    try bring(reservation, to: .reserved, overridingRules: isOverridden)
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
