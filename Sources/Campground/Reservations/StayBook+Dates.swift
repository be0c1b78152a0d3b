import Foundation
import ObjectGraph

/// Changes to the dates, the campsite or the party.
extension StayBook {
  /// Checks that a stay can still be changed.
  ///
  /// - Throws: `CampgroundError.refused` for a stay that has ended, and for an expired hold.
  func requireChangeable(_ reservation: Reservation) throws(CampgroundError) {
    guard let state = reservation.state, !state.isFinal else {
      let code = reservation.code
      let fix: CampgroundError.Fix =
        switch reservation.state {
        case .checkedOut: .undoCheckOutOrBook(code)
        case .canceled, .noShow: .reinstate(code)
        default: .advice("book another stay")
        }
      throw CampgroundError(
        about: [.stay(code)], "\(code) is \(reservation.standing) and can no longer change",
        fix: fix)
    }
    try requireLasting(reservation)
  }

  /// Changes the dates of a stay; the guest changes campsites as before, as far as the dates allow.
  /// A floating stay, and others, may get another campsite of the class if that makes room.
  ///
  /// - Throws: as `change(_:to:making:)`.
  func changeDates(of reservation: Reservation, to dates: StayDates) throws {
    guard try floats(reservation), reservation.state?.occupiesNights == true else {
      return try change(reservation, to: spans(of: reservation).moved(to: dates))
    }
    try ReservationService.check(dates, for: reservation.party)
    let assignment = try assignment(of: reservation, for: dates)
    try change(
      reservation, to: [SiteSpan(dates, on: assignment.site)], making: assignment.moves)
  }

  /// Changes the campsites or the dates of a stay, or both.
  ///
  /// Past nights of a guest in house stay as they were, including those on a former site.
  ///
  /// - Parameter moves: moves of other stays to make room.
  /// - Throws: `CampgroundError.refused` for a stay that has ended, for past nights, and for a move
  ///   to another campground or without a night left; `.invalidValue` for a stay that is too long;
  ///   `.stayRuleBroken`, `.siteTaken`; `.unfit` where the party does not fit the site.
  func change(
    _ reservation: Reservation, to spans: [SiteSpan], making moves: [ClassAssignment.Move] = []
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
    try askRules(about: reservation, spans)
    try letGo(reservation, keeping: spans)
    try make(moves)
    try settle(reservation, on: spans)
    remarks.totalAtCurrentPrices = try totalAtCurrentPrices(of: reservation)
  }

  /// Checks that new dates keep the nights that the guest has stayed.
  private func requireStayedNights(of reservation: Reservation, in dates: StayDates) throws {
    let firstOpen = try firstOpenNight(of: reservation)
    guard reservation.state == .checkedIn || firstOpen > reservation.arrival else { return }
    // On a campsite booked by the day, a guest in house has already used today.
    let end =
      reservation.state == .checkedIn && reservation.isByDay
      ? min(today(reservation).advanced(by: 1), reservation.departure) : firstOpen
    try refuse(
      unless: dates.arrival == reservation.arrival && dates.departure >= end,
      with: .nightsStayed(code: reservation.code, arrival: reservation.arrival, through: end))
  }

  /// Checks that a night remains that could be spent on another campsite.
  ///
  /// - Throws: `CampgroundError.refused`.
  func requireNightLeft(of reservation: Reservation) throws(CampgroundError) {
    try refuse(
      unless: today(reservation) < reservation.departure, about: [.stay(reservation.code)],
      "\(reservation.code) has no nights left; it was due to end on \(reservation.leavingDay)",
      fix: .extendOrCheckOut(reservation.code))
  }

  /// The first night that can still be moved, given up or added: tonight for a guest in house, and
  /// for a late arrival whose site is held, but no later than the departure date. Otherwise every
  /// night can change, except nights that were held and charged: these stay even if the stay is no
  /// longer guaranteed.
  func firstOpenNight(of reservation: Reservation) throws -> CalendarDate {
    if try reservation.state == .checkedIn || isHeldForLateGuest(reservation) {
      return min(today(reservation), reservation.departure)
    }
    return reservation.state == .reserved && reservation.heldNights > 0
      ? reservation.arrival.advanced(by: Int(reservation.heldNights))
      : CalendarDate(dayNumber: .min)
  }

  /// Frees the nights that a reservation does not need after a change.
  func letGo(_ reservation: Reservation, keeping spans: [SiteSpan]) throws {
    let firstOpen = try firstOpenNight(of: reservation)
    NightLedger.release(
      reservation,
      keeping: { night in
        night.date < firstOpen || spans.has(night.date, on: night.campSite)
      }, in: context)
  }

  /// Carries out a change of a reservation, and takes the nights that it lacks.
  func settle(_ reservation: Reservation, on spans: [SiteSpan]) throws {
    if reservation.state?.occupiesNights == true {
      try occupy(spans.clipped(from: firstOpenNight(of: reservation)), by: reservation)
    }
    let left = reservation.state == .checkedIn ? try siteNow(of: reservation) : nil
    try give(reservation, spans)
    if let left, try siteNow(of: reservation) !== left { left.readiness = .dirty }
    if isRepricing { try agreeAnew(on: reservation) }
  }
}
