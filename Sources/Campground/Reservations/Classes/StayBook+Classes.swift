import Foundation
import ObjectGraph

/// Stays booked by class: which campsite they get, and which stays move for them.
extension StayBook {
  // MARK: Assigning

  /// The campsites for a booking, and the moves that make room for it. For a booking that occupies
  /// no nights, only the fit is checked.
  ///
  /// - Parameter booking: the booking; its class, if any, must be the context's own instance.
  /// - Throws: `CampgroundError.refused` for an invalid site change, and for a class without
  ///   campsites; `.noRoom`; `.unfit` where the party does not fit; `.gone`.
  func placing(
    _ booking: Booking, as status: ReservationStatus
  ) throws -> (spans: [SiteSpan], moves: [ClassAssignment.Move]) {
    switch booking.place {
    case .site(let site):
      let spans = try current(booking.spans(on: site))
      for span in spans { try booking.party.requireFit(span.checkedSite()) }
      return (spans, [])
    case .siteClass(let siteClass):
      try refuse(unless: booking.siteChanges.isEmpty, with: .withSiteChanges(siteClass.name))
      let board = try ClassBoard(of: siteClass, in: self)
      guard status.occupiesNights else {
        let site = try board.anySite(for: booking.party, booking.dates)
        return ([SiteSpan(booking.dates, on: site)], [])
      }
      let assignment = try board.assignment(for: booking.dates, booking.party)
      return ([SiteSpan(booking.dates, on: assignment.site)], assignment.moves)
    }
  }

  /// The campsite in its class for a stay with new dates, preferably its present one.
  ///
  /// - Parameter party: the party; by default that of the stay.
  /// - Throws: as `ClassBoard` does; `CampgroundError.gone` where a campsite was booked.
  func assignment(
    of stay: Reservation, for dates: StayDates, party: Party? = nil
  ) throws -> ClassAssignment {
    try board(of: stay).assignment(
      for: dates, party ?? stay.party, of: stay, from: stay.campSite)
  }

  /// The campsite for a stay booked by class that is about to occupy its nights; nil for any other.
  func assignment(
    of stay: Reservation, becoming status: ReservationStatus
  ) throws -> ClassAssignment? {
    guard stay.isByClass, status.occupiesNights, stay.state?.occupiesNights == false else {
      return nil
    }
    // A canceled stay had a campsite; a new one does not have one yet.
    let former = stay.state?.isCalledOff == true ? stay.campSite : nil
    return try board(of: stay).assignment(
      for: stay.checkedDates(), stay.party, of: stay, from: former)
  }

  private func board(of stay: Reservation) throws -> ClassBoard {
    let siteClass = try stay.siteClass ?? refused(with: .notByClass(stay.code))
    return try ClassBoard(of: siteClass, in: self)
  }

  // MARK: Moving

  /// Moves stays within their class; their price and terms stay unchanged.
  func make(_ moves: [ClassAssignment.Move]) throws {
    // All stays leave their sites before any of them moves in.
    for move in moves {
      if let campground = move.stay.campground {
        vacatedNights[campground, default: []].formUnion(SiteNight.nights(of: move.stay))
      }
      NightLedger.release(move.stay, in: context)
    }
    for move in moves {
      if !movedStays.contains(where: { $0.stay === move.stay }) {
        movedStays.append((move.stay, move.stay.siteName ?? ""))
      }
      note(.moved, of: move.stay)
      try put(move.stay, on: move.site)
      try occupy(spans(of: move.stay), by: move.stay)
    }
  }

  /// Puts a stay booked by class on a campsite of the class, without taking its nights there.
  func put(_ stay: Reservation, on site: CampSite) throws {
    try write(facts(of: stay), to: stay, on: [SiteSpan(stay.checkedDates(), on: site)])
  }

  /// Assigns open stays booked by class, which occupy no nights yet, to another campsite that fits,
  /// so that they do not prevent deleting or retiring this one.
  func assignElsewhere(from site: CampSite) throws {
    for stay in site.reservations
    where stay.isByClass && stay.promise == .open && stay.state?.isFinal == false {
      let dates = try stay.checkedDates()
      if let other = try? board(of: stay).anySite(for: stay.party, dates, but: site) {
        try put(stay, on: other)
      }
    }
  }

  // MARK: At the desk

  /// Promises a stay booked by class its present campsite.
  ///
  /// - Throws: `CampgroundError.refused` for a stay that was not booked by class, has no campsite
  ///   yet, has arrived, has ended or is locked or held already, and for an expired hold.
  func lock(_ stay: Reservation) throws {
    try requireFloating(stay)
    stay.isLocked = true
    note(.locked, of: stay)
  }

  /// Withdraws the promise of a campsite, so that the stay floats again.
  ///
  /// - Throws: `CampgroundError.refused` for a stay that is not locked; otherwise as `lock(_:)`.
  func unlock(_ stay: Reservation) throws {
    try requireByClass(stay)
    try refuse(unless: stay.isLocked, about: [.stay(stay.code)], "\(stay.code) is not locked")
    stay.isLocked = false
    stay.event(.locked)?.isTakenBack = true
    note(.unlocked, of: stay)
  }

  /// Moves a floating stay to another campsite in its class, or to the best one.
  ///
  /// - Throws: `CampgroundError.refused` for a stay that cannot be locked either, and for its
  ///   present campsite or one outside its class; `.noRoom`, `.unfit`.
  func assign(_ stay: Reservation, to site: CampSite?) throws {
    try requireFloating(stay)
    if let site {
      try refuse(
        unless: site.siteClass === stay.siteClass, about: [.site(site.name), .stay(stay.code)],
        "\(stay.code) was booked in class \(stay.className ?? ""), and site \(site.name) is not "
          + "in it", fix: .moveTo(stay.code, site: site.name))
      try refuse(unless: site !== stay.campSite, with: .sameSite(code: stay.code, site: site.name))
    }
    let dates = try stay.checkedDates()
    let assignment = try board(of: stay).assignment(for: dates, stay.party, of: stay, onto: site)
    try take(assignment, for: stay, dates)
  }

  /// Assigns a floating stay a campsite in its class that fits another party, preferably its
  /// present one.
  func refit(_ stay: Reservation, to party: Party) throws {
    let dates = try stay.checkedDates()
    try take(assignment(of: stay, for: dates, party: party), for: stay, dates)
  }

  private func take(
    _ assignment: ClassAssignment, for stay: Reservation, _ dates: StayDates
  ) throws {
    guard assignment.site !== stay.campSite || !assignment.moves.isEmpty else { return }
    let spans = [SiteSpan(dates, on: assignment.site)]
    try letGo(stay, keeping: spans)
    try make(assignment.moves)
    try put(stay, on: assignment.site)
    try occupy(spans, by: stay)
  }

  /// Marks the campsite of a stay as chosen, so that the stay is no longer booked by class.
  func choosePlace(of stay: Reservation) {
    if stay.siteClass != nil { stay.siteClass = nil }
    if stay.isLocked { stay.isLocked = false }
  }

  /// Whether a stay may be moved within its class. A site held for a late arrival may not change,
  /// because its past nights are there.
  func floats(_ stay: Reservation) throws -> Bool {
    try stay.isFloating && stay.heldNights == 0 && !isHeldForLateGuest(stay)
  }

  private func requireFloating(_ stay: Reservation) throws {
    try requireByClass(stay)
    try refuse(
      unless: stay.isLocked || floats(stay), about: [.stay(stay.code)],
      "site \(stay.siteName ?? "") is held for \(stay.code), whose first night has passed",
      fix: .moveRest(stay.code))
    try refuse(
      unless: !stay.isLocked, about: [.stay(stay.code)],
      "\(stay.code) is locked to site \(stay.siteName ?? "")", fix: .unlock(stay.code))
  }

  private func requireByClass(_ stay: Reservation) throws(CampgroundError) {
    try requireChangeable(stay)
    try refuse(unless: stay.siteClass != nil, with: .notByClass(stay.code))
    switch stay.state {
    case .hold, .reserved: return
    case .checkedIn:
      throw CampgroundError(
        about: [.stay(stay.code)],
        "the guest of \(stay.code) is already on site \(stay.siteName ?? "")",
        fix: .moveGuest(stay.code))
    default:
      throw CampgroundError.noSiteYet(stay, fix: .accept(stay.code))
    }
  }
}
