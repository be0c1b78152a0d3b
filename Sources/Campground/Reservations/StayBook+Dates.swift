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
      let code = reservation.code
      let fix: CampgroundError.Fix =
        switch reservation.state {
        case .checkedOut: .takeBackCheckOutOrBook(code)
        case .canceled, .noShow: .reinstate(code)
        default: .advice("book another stay")
        }
      throw CampgroundError(
        .stayIsOver, about: [.stay(code)],
        "\(code) is \(reservation.standing) and can no longer change", fix: fix)
    }
    try requireLasting(reservation)
  }

  /// Gives a stay other dates; the guest changes the campsite as before as far as the dates allow.
  ///
  /// - Throws: as `change(_:to:overridingRules:repricing:)`.
  func changeDates(
    of reservation: Reservation, overridingRules isOverridden: Bool,
    repricing isRepriced: Bool, to make: (StayDates) throws -> StayDates
  ) throws {
    try requireChangeable(reservation)
    try changeDates(
      of: reservation, to: make(reservation.checkedDates()), overridingRules: isOverridden,
      repricing: isRepriced)
  }

  /// Gives a stay other dates; one that floats gets another campsite of its class where that makes
  /// room, and so do others.
  func changeDates(
    of reservation: Reservation, to dates: StayDates, overridingRules isOverridden: Bool,
    repricing isRepriced: Bool = false
  ) throws {
    guard try floats(reservation), reservation.state?.occupiesNights == true else {
      try change(
        reservation, to: spans(of: reservation).moved(to: dates), overridingRules: isOverridden,
        repricing: isRepriced)
      return
    }
    try ReservationService.check(dates, for: reservation.party)
    let assignment = try assignment(of: reservation, for: dates)
    try change(
      reservation, to: [SiteSpan(dates, on: assignment.site)], making: assignment.moves,
      overridingRules: isOverridden, repricing: isRepriced)
  }

  /// Puts a stay on other campsites or dates, or both.
  ///
  /// Nights of a guest who is here that are past stay as they were, also on the site that is left.
  ///
  /// - Parameter moves: of other stays, which make room.
  /// - Throws: `CampgroundError.stayIsOver`, `.stayTooLong`, `.nightsStayed`, `.stayRuleBroken`,
  ///   `.siteTaken`, and where the party does not fit the site; for another campsite `.elsewhere`
  ///   and `.noNightLeft`.
  func change(
    _ reservation: Reservation, to spans: [SiteSpan], making moves: [ClassAssignment.Move] = [],
    overridingRules isOverridden: Bool = false, repricing isRepriced: Bool = false
  ) throws {
    try requireChangeable(reservation)
    let former = try formerSpans(of: reservation)
    guard let dates = spans.dates else { return }
    try ReservationService.check(dates, for: reservation.party)
    for span in spans where !former.contains(where: { $0.site === span.site }) {
      let site = try span.checkedSite()
      try reservation.requireAtHome(site)
      try requireNightLeft(of: reservation)
      try reservation.party.requireFit(site)
    }
    try requireStayedNights(of: reservation, in: dates)
    let today = today(reservation)
    if reservation.state == .checkedIn, let now = spans.span(on: today)?.site,
      now !== former.span(on: today)?.site
    {
      try requireNobody(on: now, but: [reservation])
    }
    try askRules(about: reservation, spans, isOverridden: isOverridden)
    try letGo(reservation, keeping: spans)
    try make(moves)
    try settle(reservation, on: spans, repricing: isRepriced)
    totalAtCurrentPrices = try totalAtCurrentPrices(of: reservation)
  }

  /// Checks that new dates leave alone the nights that a guest has had.
  private func requireStayedNights(of reservation: Reservation, in dates: StayDates) throws {
    let firstOpen = try firstOpenNight(of: reservation)
    guard reservation.state == .checkedIn || firstOpen > reservation.arrival else { return }
    // By the day, today is had by who is here.
    let end =
      reservation.state == .checkedIn && reservation.isByDay
      ? min(today(reservation).advanced(by: 1), reservation.departure) : firstOpen
    guard dates.arrival == reservation.arrival, dates.departure >= end else {
      throw CampgroundError.nightsStayed(
        code: reservation.code, arrival: reservation.arrival, through: end)
    }
  }

  /// Checks that a night is left that could be spent on another campsite: those that are past were
  /// spent where they were, or by nobody.
  ///
  /// - Throws: `CampgroundError.noNightLeft`.
  func requireNightLeft(of reservation: Reservation) throws(CampgroundError) {
    guard today(reservation) < reservation.departure else {
      throw CampgroundError(
        .noNightLeft, about: [.stay(reservation.code)],
        "\(reservation.code) has no nights left; it was due to end on \(reservation.leavingDay)",
        fix: .extendOrCheckOut(reservation.code))
    }
  }

  /// The first night that may still be moved, given up or added: tonight for a guest who is here,
  /// or who is late while the site is held; or the one after the last of a guest who should have
  /// left.
  /// Nights that were held and charged stay so, whatever became of the guarantee.
  func firstOpenNight(of reservation: Reservation) throws -> CalendarDate {
    if try reservation.state == .checkedIn || isHeldForLateGuest(reservation) {
      return min(today(reservation), reservation.departure)
    }
    return reservation.state == .reserved && reservation.heldNights > 0
      ? reservation.arrival.advanced(by: Int(reservation.heldNights))
      : CalendarDate(dayNumber: .min)
  }

  /// Frees the nights that a reservation does not need for what it is changed to.
  func letGo(_ reservation: Reservation, keeping spans: [SiteSpan]) throws {
    let firstOpen = try firstOpenNight(of: reservation)
    NightLedger.release(
      reservation,
      keeping: { night in
        night.date < firstOpen || spans.has(night.date, on: night.campSite)
      }, in: context)
  }

  /// Puts a reservation where it is changed to, and takes the nights that it lacks.
  func settle(
    _ reservation: Reservation, on spans: [SiteSpan], repricing isRepriced: Bool = false
  ) throws {
    if reservation.state?.occupiesNights == true {
      try occupy(spans.clipped(from: firstOpenNight(of: reservation)), by: reservation)
    }
    let left = reservation.state == .checkedIn ? try siteNow(of: reservation) : nil
    try give(reservation, spans)
    if let left, try siteNow(of: reservation) !== left { left.readiness = .dirty }
    if isRepriced { try agreeAnew(on: reservation) }
  }
}
