import Foundation
import ObjectGraph

/// Offers what becomes free to those who wait for it.
extension StayBook {
  /// Offers the nights that changes made free, and notes the offers on the changes.
  ///
  /// It costs one fetch where nobody waits, and none where no night became free.
  func offeringFreedNights(of changes: [StayChange]) throws -> [StayChange] {
    let changes = try changes.map { change in
      var change = change
      guard !change.freedNights.isEmpty,
        let campground = try campground(ofReservation: change.code)
      else { return change }
      change.offers = try offer(change.freedNights, at: campground)
      return change
    }
    return try offeringLapsedNights(of: changes)
  }

  /// Ends stays and offers the nights that become free; it costs one fetch where nobody waits.
  func end(
    _ stays: [Reservation], at campground: Campground, _ body: (Reservation) throws -> Void
  ) throws -> [WaitlistOffer] {
    guard !stays.isEmpty else { return [] }
    let today = CalendarDate(now, in: campground.timeZone)
    let isAnybodyWaiting = try !waiting(
      for: today...CalendarDate(dayNumber: .max), at: campground
    ).isEmpty
    let freed =
      isAnybodyWaiting
      ? stays.flatMap { SiteNight.nights(of: $0) } : []
    for stay in stays { try body(stay) }
    let offers = freed.isEmpty ? [] : try offer(freed, at: campground)
    return try offers + offerLapsedNights()
  }

  /// Offers nights that became free: to who waits longest of those for whom a campsite that has one
  /// of the nights is free for the whole of the wished dates, then to the next.
  func offer(_ freed: [SiteNight], at campground: Campground) throws -> [WaitlistOffer] {
    let today = CalendarDate(now, in: campground.timeZone)
    let days = freed.map(\.date)
    guard let first = days.min(), let last = days.max(), last >= today else { return [] }
    let waiting = try waiting(for: first...last, at: campground)
    guard !waiting.isEmpty else { return [] }
    let sites = try sites(named: Set(freed.map(\.site)), at: campground)
    return try waiting.compactMap { entry in
      guard let dates = entry.dates else { return nil }
      let names = Set(freed.lazy.filter { dates.contains(night: $0.date) }.map(\.site))
      return try offerFirst(of: sites.filter { names.contains($0.name) }, to: entry, dates)
    }
  }

  /// Offers whatever is free now to all who wait, the longest waiting first.
  func offerWhatIsFree(at campground: Campground) throws -> [WaitlistOffer] {
    let today = CalendarDate(now, in: campground.timeZone)
    let waiting = try waiting(
      for: today...CalendarDate(dayNumber: .max), at: campground)
    guard !waiting.isEmpty else { return [] }
    let sites = try sites(named: nil, at: campground)
    return try waiting.compactMap { entry in
      guard let dates = entry.dates else { return nil }
      return try offerFirst(of: sites, to: entry, dates)
    }
  }

  /// Ends the waiting for dates on which nobody can arrive any more.
  ///
  /// - Returns: those who waited.
  @discardableResult
  func lapsePastEntries(at campground: Campground) throws -> [WaitlistEntry] {
    let request = WaitlistEntry.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campground == %@ AND status == %@ AND dateFrom < %@", campground,
      WaitlistStatus.waiting.rawValue, CalendarDate(now, in: campground.timeZone).midnightUTC)
    let past = try context.fetch(request)
    for entry in past { entry.status = .lapsed }
    return past
  }

  /// Notes on the waitlist what became of an offer; who did not take it waits again, from
  /// the end of the offer on.
  func noteOutcome(ofOffer reservation: Reservation, heldUntil end: Date?) {
    guard let entry = reservation.waitlistEntry, entry.status == .offered else { return }
    switch reservation.state {
    case .hold: break
    case .reserved, .checkedIn, .checkedOut: entry.status = .booked
    default:
      entry.waitAgain(from: min(now, end ?? now))
      passedOver.insert(entry.objectID)
    }
  }

  // MARK: Parts

  private func campground(ofReservation code: String) throws -> Campground? {
    guard let number = ReservationService.number(in: code) else { return nil }
    let request = Reservation.fetchRequest()
    request.predicate = try FetchPredicate(format: "number == %@", number)
    return try context.fetch(request).first?.campground
  }

  /// Those who wait for a night of these days and can still arrive, the longest waiting first.
  ///
  /// - Parameter passedOver: who is left out; by default whose offer came
  ///   to nothing in this change.
  func waiting(
    for days: ClosedRange<CalendarDate>, at campground: Campground,
    leavingOut passedOver: Set<ManagedObjectID>? = nil
  ) throws -> [WaitlistEntry] {
    let today = CalendarDate(now, in: campground.timeZone)
    let request = WaitlistEntry.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campground == %@ AND status == %@ AND dateFrom >= %@ AND dateFrom <= %@ "
        + "AND dateTo > %@", campground, WaitlistStatus.waiting.rawValue, today.midnightUTC,
      days.upperBound.midnightUTC, days.lowerBound.midnightUTC)
    request.sortDescriptors = WaitlistEntry.inLine
    let left = passedOver ?? self.passedOver
    return try context.fetch(request).filter { !left.contains($0.objectID) }
  }

  func sites(named names: Set<String>?, at campground: Campground) throws -> [CampSite] {
    let request = CampSite.fetchRequest()
    request.predicate =
      try names.map {
        try FetchPredicate(format: "campground == %@ AND name IN %@", campground, Array($0))
      } ?? FetchPredicate(format: "campground == %@", campground)
    return try context.fetch(request)
  }

  /// The campsites that somebody would wait for and that can be booked, the best first.
  func freeSites(
    for entry: WaitlistEntry, _ dates: StayDates, at campground: Campground
  ) throws -> [CampSite] {
    try Self.fitting(sites(named: nil, at: campground), entry).filter {
      try isBookable($0, dates, entry.party)
    }
  }

  /// The campsites that an entry waits for, the best first.
  private static func fitting(_ sites: [CampSite], _ entry: WaitlistEntry) -> [CampSite] {
    sites.filter { entry.isMet(by: $0) }.map { ($0, SiteFit($0, for: entry.needs)) }
      .sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Offers the best of some campsites that is free, if one is.
  private func offerFirst(
    of sites: [CampSite], to entry: WaitlistEntry, _ dates: StayDates
  ) throws -> WaitlistOffer? {
    let party = entry.party
    let site = try Self.fitting(sites, entry).first { try isBookable($0, dates, party) }
    guard let site else { return nil }
    let hold = try book(
      Booking(site, for: entry.camper, dates: dates, party: party), as: .hold)
    entry.offer = hold
    entry.status = .offered
    return WaitlistOffer(
      entry: entry.code, camper: entry.camper?.fullName ?? "", site: site.name, dates: dates,
      heldUntil: hold.holdExpiresAt.map { WallTime($0, in: site.campground?.timeZone ?? .gmt) })
  }

  /// Whether a campsite is free and let for dates that no rule is against, at
  /// a price that can be told.
  private func isBookable(
    _ site: CampSite, _ dates: StayDates, _ party: Party
  ) throws -> Bool {
    do {
      try NightLedger.requireFree(site, dates, now: now, in: context)
      _ = try brokenRules([SiteSpan(dates, on: site)], isOverridden: false)
      _ = try prices(of: site)?.quote(
        PricedStay(
          site: site, dates: dates, partySize: party.people, vehicleCount: party.vehicles,
          petCount: party.pets, discount: nil, keeping: []))
      return true
    } catch is CampgroundError {
      return false
    }
  }
}

extension WaitlistEntry {
  /// Who waits longest comes first.
  static let inLine = [
    FetchSortDescriptor(key: "createdAt", ascending: true),
    FetchSortDescriptor(key: "number", ascending: true),
  ]
}
