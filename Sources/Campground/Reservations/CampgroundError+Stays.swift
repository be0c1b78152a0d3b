/// Errors about the status, dates and campsites of a reservation.
extension CampgroundError {
  /// The status of the reservation does not allow the change.
  static func illegalTransition(
    code: String, from: String, to: ReservationStatus, allowed: [ReservationStatus]
  ) -> Self {
    let standing = ReservationStatus(rawValue: from)?.standing ?? from
    return Self(
      about: [.stay(code)],
      from == to.rawValue
        ? "\(code) is already \(standing)"
        : "\(code) is \(standing) and cannot be \(to.participle)"
          + (allowed.isEmpty
            ? "" : "; it can be " + allowed.map(\.participle).listedToTheLast(by: "or")),
      fix: from == ReservationStatus.checkedOut.rawValue
        ? .undoCheckOut(code)
        : allowed.isEmpty ? nil : .bring(code, from: from, to: allowed))
  }

  /// The stay has not been assigned a campsite yet.
  static func noSiteYet(_ stay: Reservation, fix: Fix) -> Self {
    Self(
      about: [.stay(stay.code)], "\(stay.code) is \(stay.standing) and has no site yet", fix: fix)
  }

  /// The step is not possible before the arrival date.
  static func beforeArrival(
    code: String, arrival: CalendarDate, today: CalendarDate, fix: Fix
  ) -> Self {
    Self(
      .beforeArrival, about: [.stay(code), .date(arrival)],
      "\(code) arrives on \(arrival); today is \(today)", fix: fix)
  }

  /// The nights stayed up to a date cannot change.
  static func nightsStayed(
    code: String, arrival: CalendarDate, through end: CalendarDate, fix: Fix? = nil
  ) -> Self {
    Self(
      about: [.dates, .stay(code)],
      arrival < end
        ? "the nights of \(code) from \(arrival) to \(end) are past and cannot change"
        : "the guest of \(code) arrived on \(arrival); that cannot change",
      fix: fix ?? .advice("only nights from \(end) can change"))
  }

  /// Other reservations have taken nights of the stay on the site.
  static func siteTaken(site: String, by stays: [TakenStay]) -> Self {
    Self(
      .siteTaken, about: [.site(site), .dates] + stays.map(Subject.taken),
      "site \(site) is taken " + stays.map(\.description).listed(),
      fix: stays.first(where: \.isFloating).map { .assign($0.code) } ?? .showAvailability)
  }

  static func sameSite(code: String, site: String) -> Self {
    Self(
      about: [.site(site), .stay(code)], "\(code) is already on site \(site)",
      fix: .advice("choose another site"))
  }

  /// A stay on that campsite, or in that class, would break these rules.
  static func stayRuleBroken(on name: String, _ broken: [StayRuleViolation]) -> Self {
    let isByClass = broken.contains(where: \.stay.isByClass)
    return Self(
      .stayRuleBroken,
      about: broken.map(Subject.rule) + [isByClass ? .named("class", name) : .site(name)],
      "\(isByClass ? "class" : "site") \(name): "
        + broken.map(\.description).joined(separator: "; "),
      fix: broken.contains { $0.kind == nil } ? .overrideRules : nil)
  }

  static func inNoSeries(_ code: String) -> Self {
    Self(about: [.stay(code)], "\(code) is not part of a series", fix: .cancelAlone(code))
  }
}
