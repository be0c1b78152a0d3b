import Foundation
import ObjectGraph

/// Offers of free nights to the waitlist.
extension StayBook {
  /// Offers the nights that changes freed, and adds the offers to the changes.
  ///
  /// It costs one fetch where the waitlist is empty, and none where no nights were freed.
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

  /// Ends stays and offers the nights that they free; it costs one fetch where the waitlist is
  /// empty.
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

  /// Offers freed nights to the waitlist: to the longest wait first, among the wishes that some
  /// campsite with one of the nights can now fulfill for all of their dates, then to the next.
  func offer(_ freed: [SiteNight], at campground: Campground) throws -> [WaitlistOffer] {
    let today = CalendarDate(now, in: campground.timeZone)
    let days = freed.map(\.date)
    guard let first = days.min(), let last = days.max(), last >= today else { return [] }
    let wishes = try waiting(for: first...last, at: campground)
    guard !wishes.isEmpty else { return [] }
    let sites = try sites(named: Set(freed.map(\.site)), at: campground)
    return try offer(to: wishes) { dates in
      let names = Set(freed.lazy.filter { dates.contains(night: $0.date) }.map(\.site))
      return sites.filter { names.contains($0.name) }
    }
  }

  /// Offers everything that is free now to the waitlist, the longest wait first.
  func offerWhatIsFree(at campground: Campground) throws -> [WaitlistOffer] {
    let today = CalendarDate(now, in: campground.timeZone)
    let wishes = try waiting(for: today...CalendarDate(dayNumber: .max), at: campground)
    guard !wishes.isEmpty else { return [] }
    let sites = try sites(named: nil, at: campground)
    return try offer(to: wishes) { _ in sites }
  }

  /// Notes a missed offer, so that the change that ends it passes over the entry.
  func noteOutcome(ofOffer reservation: Reservation) {
    guard let offer = reservation.offer, offer.outcome(at: now) == .missed,
      let entry = offer.wish?.entry
    else { return }
    passedOver.insert(entry.objectID)
  }

  // MARK: Helpers

  private func campground(ofReservation code: String) throws -> Campground? {
    let stay: Reservation? = try scope.object(coded: code, in: context)
    return stay?.campground
  }

  /// The wishes for nights in a range of days, from entries in line that can still arrive: by the
  /// wait of the entry, then in the order of the wishes.
  ///
  /// - Parameter passedOver: entries to leave out; by default those whose offer failed in this
  ///   change.
  func waiting(
    for days: ClosedRange<CalendarDate>, at campground: Campground,
    leavingOut passedOver: Set<ManagedObjectID>? = nil
  ) throws -> [Wish] {
    let today = CalendarDate(now, in: campground.timeZone)
    guard days.upperBound >= today else { return [] }
    let left = passedOver ?? self.passedOver
    return try Wish.present(
      arriving: today...days.upperBound, at: campground, in: context
    ).filter { wish in
      guard let entry = wish.entry, wish.departure > days.lowerBound else { return false }
      return !left.contains(entry.objectID) && entry.status(at: now) == .waiting
    }.sorted { $0.place < $1.place }
  }

  func sites(named names: Set<String>?, at campground: Campground) throws -> [CampSite] {
    guard let names else {
      return try context.fetch(CampSite.self, where: "campground == %@", campground)
    }
    return try context.fetch(
      CampSite.self, where: "campground == %@ AND name IN %@", campground, Array(names))
  }

  /// The matching campsites that can be booked, the best first.
  func freeSites(
    for wish: Wish, _ dates: StayDates, at campground: Campground
  ) throws -> [CampSite] {
    try Self.fitting(sites(named: nil, at: campground), wish).filter {
      try isBookable(.site($0), dates, wish.party)
    }
  }

  /// The matching campsites, the best first.
  private static func fitting(_ sites: [CampSite], _ wish: Wish) -> [CampSite] {
    sites.filter { wish.isMet(by: $0) }.map { ($0, SiteFit($0, for: wish.needs)) }
      .sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Makes each entry an offer for its first wish that some of the campsites can fulfill, of the
  /// best of these.
  private func offer(
    to wishes: [Wish], of sites: (StayDates) -> [CampSite]
  ) throws -> [WaitlistOffer] {
    try wishes.compactMap { wish in
      // Another wish of the same entry may just have been fulfilled.
      guard wish.entry?.status(at: now) == .waiting, let dates = wish.dates else { return nil }
      return try offerFirst(of: sites(dates), for: wish, dates)
    }
  }

  /// Offers the best campsite that is free and has not been offered for these nights before; for a
  /// wish for a class, offers the class, if it has room.
  private func offerFirst(
    of sites: [CampSite], for wish: Wish, _ dates: StayDates
  ) throws -> WaitlistOffer? {
    guard let entry = wish.entry else { return nil }
    let party = wish.party
    let siteClass = wish.bookedClass.map(Booking.Place.siteClass)
    let places = Self.fitting(sites, wish).map { siteClass ?? .site($0) }
    let free = try (siteClass == nil ? places[...] : places.prefix(1)).first {
      try !entry.hasMissed($0, dates, at: now) && isBookable($0, dates, party)
    }
    guard let place = free else { return nil }
    let hold = try book(
      Booking(place, for: entry.camper, dates: dates, party: party), as: .hold,
      holdMinutes: Int(entry.campground?.offerHours ?? 24) * 60)
    let offer = Offer(context: context)
    offer.wish = wish
    offer.reservation = hold
    return WaitlistOffer(hold, for: wish)
  }

  /// Whether a campsite is free and in use, or a class has room, for dates that no stay rule
  /// refuses, at a price that can be calculated.
  func isBookable(
    _ place: Booking.Place, _ dates: StayDates, _ party: Party
  ) throws -> Bool {
    do {
      let booking = Booking(place, for: nil, dates: dates, party: party)
      let spans = try placing(booking, as: .hold).spans
      if let site = booking.site {
        try NightLedger.requireFree(site, dates, now: now, in: context)
      }
      _ = try brokenRules(spans, of: booking.siteClass, isOverridden: false)
      if let campground = booking.campground {
        let facts = StayFacts(
          proposing: spans, of: booking.siteClass, for: StayFacts.Party(party),
          under: revision(at: campground))
        _ = try Bill.priced(facts, by: card(at: campground))
      }
      return true
    } catch is CampgroundError {
      return false
    }
  }
}
