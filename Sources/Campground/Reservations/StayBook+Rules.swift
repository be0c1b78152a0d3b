import Foundation
import ObjectGraph

/// Checks of stay rules when a stay is booked or changed.
extension StayBook {
  /// Checks the stay rules for a booking. For one that occupies no nights, only the arrival is
  /// checked; everything else is checked when it becomes a reservation.
  ///
  /// - Returns: The rules that it breaks and overrides.
  /// - Throws: `CampgroundError.stayRuleBroken`, or `.siteTaken` where the nights are not free.
  func brokenRules(
    _ booking: Booking, on spans: [SiteSpan], as status: ReservationStatus
  ) throws -> [StayRuleViolation] {
    guard !status.occupiesNights else {
      do {
        return try brokenRules(
          spans, of: booking.siteClass, allowingPast: booking.allowsPast,
          isOverridden: booking.overridesRules)
      } catch let broken as CampgroundError {
        // Taken nights are reported first: otherwise a clerk would override the rule, only to learn
        // that nothing is free.
        for span in spans where booking.siteClass == nil {
          try NightLedger.requireFree(span.checkedSite(), span.dates, now: now, in: context)
        }
        throw broken
      }
    }
    guard !booking.allowsPast, !booking.overridesRules, let site = spans.first?.site else {
      return []
    }
    let stay = ProposedStay(
      StayPart(booking.dates, on: site, bookedBy: booking.siteClass), bookedOn: today(at: site))
    let broken = StayRuleBook().violations(of: stay)
    try refuse(
      unless: broken.isEmpty,
      with: .stayRuleBroken(on: booking.siteClass?.name ?? site.name, broken))
    return []
  }

  /// Checks the stay rules for a changed reservation that occupies nights, and records overridden
  /// ones. One that occupies none is checked when it does.
  ///
  /// - Throws: `CampgroundError.stayRuleBroken` for rules that are broken and not overridden.
  func askRules(
    about reservation: Reservation, _ spans: [SiteSpan]
  ) throws {
    guard reservation.state?.occupiesNights == true else { return }
    let broken = try brokenRules(
      spans, of: reservation.siteClass, changing: reservation, isOverridden: overridesRules)
    note(broken, of: reservation)
  }

  /// Checks the rules for a stay campsite by campsite, leaving out nights already stayed.
  ///
  /// Each rule sees the whole stay: rules about arrival and booking are checked for the first
  /// campsite, rules about departure for the last one, and gaps on each campsite.
  ///
  /// - Parameters:
  ///   - siteClass: the booked class, whose rules then apply except those about gaps; nil where
  ///     campsites were booked.
  ///   - reservation: the reservation being changed; nil for a new one.
  ///   - bookedOn: the day of booking; by default today.
  /// - Returns: The rules that are broken and overridden.
  /// - Throws: `CampgroundError.stayRuleBroken` for rules that are broken and not overridden.
  func brokenRules(
    _ spans: [SiteSpan], of siteClass: SiteClass?, changing reservation: Reservation? = nil,
    bookedOn: CalendarDate? = nil, allowingPast: Bool = false, isOverridden: Bool
  ) throws -> [StayRuleViolation] {
    guard let dates = spans.dates else { return [] }
    let firstOpen = try reservation.map { try firstOpenNight(of: $0) }
    let former = reservation.flatMap { FormerStay($0) }
    var setAside: [StayRuleViolation] = []
    for span in spans where firstOpen.map({ span.dates.departure > $0 }) ?? true {
      let site = try span.checkedSite()
      guard let campground = site.campground else { continue }
      let rules = try StayRuleBook(of: campground, in: context)
      var stay = ProposedStay(
        StayPart(span.dates, on: site, bookedBy: siteClass), within: dates,
        bookedOn: today(at: site))
      stay.bookedOn = bookedOn ?? stay.today
      stay.former = former
      stay.allowsPast = allowingPast
      if siteClass == nil, rules.longestForbiddenGap > 0 {
        try lookBeside(&stay, on: site, within: rules.longestForbiddenGap, leavingOut: reservation)
      }
      let broken = rules.violations(of: stay)
      try refuse(
        unless: broken.isEmpty || isOverridden,
        with: .stayRuleBroken(on: siteClass?.name ?? site.name, broken))
      setAside += broken
    }
    return setAside
  }

  /// Records the overridden rules.
  func note(_ broken: [StayRuleViolation], of reservation: Reservation) {
    guard !broken.isEmpty else { return }
    let next = reservation.rulesSetAside.last.map { $0.position + 1 } ?? 0
    for (position, violation) in zip(next..., broken) {
      let rule = OverriddenRule(context: context)
      rule.position = position
      rule.day = today(reservation)
      rule.rule = violation.name
      rule.text = "\(violation)"
      rule.reservation = reservation
    }
  }

  // MARK: Helpers

  private func today(at site: CampSite) -> CalendarDate {
    CalendarDate(now, in: site.campground?.timeZone ?? .current)
  }

  /// Finds the stays nearest to a stay on its campsite, up to `distance` nights away. Expired holds
  /// do not count, nor do the nights of the stay itself.
  private func lookBeside(
    _ stay: inout ProposedStay, on site: CampSite, within distance: Int,
    leavingOut own: Reservation?
  ) throws {
    let dates = stay.part.dates
    let first = dates.arrival.advanced(by: -distance - 1)
    let last = dates.departure.advanced(by: distance)
    let nights = try context.fetch(
      ReservationNight.self,
      where: "campSite == %@ AND night BETWEEN {%@, %@} AND (heldUntil == nil OR heldUntil > %@)",
      site, first.dayNumber, last.dayNumber, now
    ).filter { own == nil || $0.reservation !== own }
      .map(\.date)
    stay.freeFrom = nights.filter { $0 < dates.arrival }.max()?.advanced(by: 1)
    stay.takenFrom = nights.filter { $0 >= dates.departure }.min()
  }
}
