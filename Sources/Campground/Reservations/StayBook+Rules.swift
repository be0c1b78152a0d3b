import Foundation
import ObjectGraph

/// What the rules about stays say to what is booked and changed.
extension StayBook {
  /// Asks the rules about what is to be booked. Of what keeps no nights only the arrival is looked
  /// at; all is when it becomes a reservation.
  ///
  /// - Returns: the rules that it breaks and that are set aside.
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
        // Who hears of a rule first sets it aside, only to learn that nothing is free.
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
    guard broken.isEmpty else {
      throw CampgroundError.stayRuleBroken(on: booking.siteClass?.name ?? site.name, broken)
    }
    return []
  }

  /// Asks the rules about what a reservation is changed to, where it keeps nights, and notes those
  /// that are set aside; of what keeps none they are asked when it does.
  ///
  /// - Throws: `CampgroundError.stayRuleBroken` for rules that are broken and not overridden.
  func askRules(
    about reservation: Reservation, _ spans: [SiteSpan], isOverridden: Bool
  ) throws {
    guard reservation.state?.occupiesNights == true else { return }
    let broken = try brokenRules(
      spans, of: reservation.siteClass, changing: reservation, isOverridden: isOverridden)
    note(broken, of: reservation)
  }

  /// Asks the rules about a stay campsite by campsite; nights that a guest has had are left out.
  ///
  /// Each sees the whole stay: one about the arrival and the booking is asked for the first
  /// campsite, one about the departure for the last one, and gaps are those on each campsite.
  ///
  /// - Parameters:
  ///   - siteClass: the class that is booked, whose rules are asked then, but for those about gaps;
  ///     nil where the campsites are.
  ///   - reservation: the one that is changed, when there is one.
  ///   - bookedOn: the date from which rules about the day of booking count; by default today.
  /// - Returns: the rules that are broken and overridden.
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
      guard broken.isEmpty || isOverridden else {
        throw CampgroundError.stayRuleBroken(on: siteClass?.name ?? site.name, broken)
      }
      setAside += broken
    }
    return setAside
  }

  /// Keeps a record of rules that are broken on purpose.
  func note(_ broken: [StayRuleViolation], of reservation: Reservation) {
    guard !broken.isEmpty else { return }
    let next = reservation.rulesSetAside.last.map { $0.position + 1 } ?? 0
    for (position, violation) in zip(next..., broken) {
      let rule = OverriddenRule(context: context)
      rule.position = position
      rule.day = today(reservation).midnightUTC
      rule.rule = violation.name
      rule.text = "\(violation)"
      rule.reservation = reservation
    }
  }

  // MARK: Parts

  private func today(at site: CampSite) -> CalendarDate {
    CalendarDate(now, in: site.campground?.timeZone ?? .current)
  }

  /// Reads what is taken nearest to a stay on its campsite, as far as `distance` nights away. Holds
  /// that are over are no neighbours, nor are the nights of the stay itself.
  private func lookBeside(
    _ stay: inout ProposedStay, on site: CampSite, within distance: Int,
    leavingOut own: Reservation?
  ) throws {
    let dates = stay.part.dates
    let first = dates.arrival.advanced(by: -distance - 1)
    let last = dates.departure.advanced(by: distance)
    let request = ReservationNight.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campSite == %@ AND night BETWEEN {%@, %@} AND (heldUntil == nil OR heldUntil > %@)",
      site, first.dayNumber, last.dayNumber, now)
    let nights = try context.fetch(request).filter { own == nil || $0.reservation !== own }
      .map(\.date)
    stay.freeFrom = nights.filter { $0 < dates.arrival }.max()?.advanced(by: 1)
    stay.takenFrom = nights.filter { $0 >= dates.departure }.min()
  }
}
