import Foundation
import ObjectGraph

/// Expired holds whose nights somebody takes before anything has swept them.
///
/// From its expiry on, a hold's nights are free for everybody. A clerk with a guest at the desk may
/// take them ahead of the waitlist: the guest is there, and nobody was promised anything. But the
/// change names the waitlisted campers who wanted them, and the remaining nights of the hold are
/// offered in the same save, as whenever nights become free.
extension StayBook {
  /// The expired holds of a campground that nothing has swept yet, by number, with what is needed
  /// to end them.
  func lapsedHolds(at campground: Campground) throws -> [Reservation] {
    try context.fetch(
      Reservation.self, where: "campground == %@ AND status == %@ AND holdExpiresAt <= %@",
      campground, ReservationStatus.hold.rawValue, now, by: ["number"],
      prefetching: ["nights", "events"])
  }

  /// Takes the nights of a stay that the reservation does not occupy yet.
  ///
  /// - Throws: as `NightLedger.requireFree(_:_:leavingOut:now:in:)`.
  func occupy(_ dates: StayDates, by reservation: Reservation, on site: CampSite) throws {
    try NightLedger.occupy(
      dates, by: reservation, on: site, now: now, in: context, ending: { end($0) })
  }

  /// Ends an expired hold; its nights are offered once the change is made.
  func end(_ hold: Reservation) {
    if let campground = hold.campground {
      lapsedNights[campground, default: []].formUnion(SiteNight.nights(of: hold))
    }
    // An entry that let an offer expire is not offered the same nights again by this change.
    if let entry = hold.offer?.wish?.entry { passedOver.insert(entry.objectID) }
    NightLedger.expire(hold, in: context)
    note(.expired, of: hold)
  }

  /// Offers the remaining nights of expired holds that the changes ended, and nights left by moved
  /// stays. Adds the offers and the passed-over campers to the changes, and the moves to the first
  /// one.
  ///
  /// It costs nothing if no hold was ended and no stay moved.
  func offeringLapsedNights(of changes: [StayChange]) throws -> [StayChange] {
    guard !changes.isEmpty, !lapsedNights.isEmpty || !vacatedNights.isEmpty else {
      return changes
    }
    var changes = changes
    for (campground, nights) in lapsedNights {
      for index in changes.indices {
        changes[index].passedOver += try whoWaits(
          for: nights.intersection(changes[index].takenNights), at: campground)
      }
    }
    let offers = try offerLapsedNights()
    for index in changes.indices {
      // A camper who gets another offer was not passed over.
      changes[index].passedOver.removeAll { waiting in offers.contains { $0.entry == waiting.entry }
      }
    }
    changes[0].offers += offers
    changes[0].moves = moves
    return changes
  }

  /// Offers the remaining nights of expired holds that this change ended, and nights left by moved
  /// stays.
  func offerLapsedNights() throws -> [WaitlistOffer] {
    var offers: [WaitlistOffer] = []
    // An offer may take nights of the next expired hold, or move the next stay.
    while let (campground, nights) = lapsedNights.popFirst() ?? vacatedNights.popFirst() {
      offers += try offer(nights.sorted(), at: campground)
    }
    return offers
  }

  /// The waitlisted campers whose stay would have been possible if these nights had not been taken.
  private func whoWaits(
    for taken: Set<SiteNight>, at campground: Campground
  ) throws -> [WaitlistOffer] {
    let days = taken.map(\.date)
    guard let first = days.min(), let last = days.max() else { return [] }
    let wishes = try waiting(for: first...last, at: campground, leavingOut: [])
    guard !wishes.isEmpty else { return [] }
    let sites = try sites(named: Set(taken.map(\.site)), at: campground)
    var told: Set<WaitlistEntry> = []
    return try wishes.compactMap { wish in
      guard let entry = wish.entry, !told.contains(entry), let dates = wish.dates else {
        return nil
      }
      let missed = sites.filter { site in
        wish.isMet(by: site)
          && taken.contains { $0.site == site.name && dates.contains(night: $0.date) }
      }
      guard let site = try missed.first(where: { try wasFree($0, dates, but: taken) }) else {
        return nil
      }
      told.insert(entry)
      return WaitlistOffer(of: site.name, dates, to: entry, for: wish)
    }
  }

  /// Whether a campsite was free for a stay before some of its nights were taken.
  private func wasFree(
    _ site: CampSite, _ dates: StayDates, but taken: Set<SiteNight>
  ) throws -> Bool {
    guard site.isLet(dates) else { return false }
    return try context.fetch(
      ReservationNight.self,
      where: "campSite == %@ AND night BETWEEN {%@, %@} AND (heldUntil == nil OR heldUntil > %@)",
      site, dates.arrival.dayNumber, dates.departure.dayNumber - 1, now
    ).allSatisfy {
      taken.contains(SiteNight(site: site.name, date: $0.date))
    }
  }
}
