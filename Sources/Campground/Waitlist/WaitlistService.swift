import Foundation
import ObjectGraph

/// The waitlist: who waits for a campsite, and what is offered to them.
///
///     var wish = WaitlistWish(camper, dates: dates)
///     wish.type = .rv
///     let entry = try waitlist.add(wish)
///     let change = try reservations.cancel("R-1")
///     print(change.offers)                        // [Rivera (W-1) · site 15 · …]
///     try waitlist.accept(entry.code)
///
/// Whatever makes a night free offers it, in the same save, to who waits longest of those whose
/// whole stay is then free on a campsite that fits. An offer is a hold, which lasts as long as the
/// campground's holds do; who does not take it goes to the end of the line, and the next one gets
/// the offer. Who waits for a date of arrival that is past waits no more.
///
/// A hold that runs out frees its nights for everybody at once. Who books some of them at the desk
/// before anything swept them gets them: the guest is there. `StayChange.passedOver` says who waits
/// for them, and the rest of them is offered in the same save.
public final class WaitlistService: Service {
  // MARK: Looking

  /// The entries of the campground in that state, else those that wait or have an offer;
  /// the longest waiting first.
  public func entries(_ status: WaitlistStatus? = nil) throws -> [WaitlistEntry] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let statuses = status.map { [$0] } ?? [.waiting, .offered]
    let request = WaitlistEntry.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campground == %@ AND status IN %@", campground, statuses.map(\.rawValue))
    request.sortDescriptors = WaitlistEntry.inLine
    return try managedObjectContext.fetch(request)
  }

  /// The entry of a code, `W-3`, `w-3` or `W-new1`.
  ///
  /// - Throws: `WaitlistRule.unknown`.
  public func find(_ code: String) throws -> WaitlistEntry {
    guard let number = ProvisionalNumbers.number(in: code, of: WaitlistEntry.self), number != 0
    else {
      throw CampgroundError.waitlist(.unknown(code))
    }
    let request = WaitlistEntry.fetchRequest()
    request.predicate = try FetchPredicate(format: "number == %@", number)
    guard let entry = try managedObjectContext.fetch(request).first else {
      throw CampgroundError.waitlist(.unknown(code))
    }
    return entry
  }

  // MARK: Waiting

  /// Puts somebody on the waitlist, at its end.
  ///
  /// - Parameter anyway: whether somebody is to wait though a campsite is
  ///   free that could be booked.
  /// - Throws: `WaitlistRule.datesPast`, `.waitsAlready`, `.noSuchSite`; `.sitesFree`, which
  ///   names the campsites that fit and are free, the best first;
  ///   `CampgroundError.stayTooLong`, `.outOfRange`, `.gone`.
  public func add(_ wish: WaitlistWish, anyway: Bool = false) throws -> WaitlistEntry {
    try ReservationService.check(wish.dates, partySize: wish.people)
    return try scope.write { scratch in
      let campground = try scope.campgroundOrNew(in: scratch)
      let now = scope.clock.now
      let today = CalendarDate(now, in: campground.timeZone)
      guard wish.dates.arrival >= today else {
        throw CampgroundError.waitlist(.datesPast(wish.dates, today: today))
      }
      let camper = try scratch.current(wish.camper)
      try Self.requireNew(wish.dates, of: camper, in: scratch)
      let entry = WaitlistEntry(context: scratch)
      if let number = scope.provisionalNumber(of: WaitlistEntry.self, in: scratch) {
        entry.number = number
      }
      entry.take(wish)
      entry.loop = try NameRule.line(wish.loop, of: "loop")
      entry.status = .waiting
      entry.createdAt = now
      entry.campground = campground
      entry.camper = camper
      try entry.party.check()
      try Self.requireAnySite(for: entry, in: scratch)
      if !anyway {
        let free = try StayBook(scope, in: scratch).freeSites(
          for: entry, wish.dates, at: campground)
        guard free.isEmpty else {
          throw CampgroundError.waitlist(.sitesFree(free.map(\.name), wish.dates))
        }
      }
      return entry
    }
  }

  /// Takes somebody off the waitlist; what was offered to them is offered to the next.
  ///
  /// - Returns: the new offers.
  /// - Throws: `WaitlistRule.unknown`, `.isOver`.
  @discardableResult
  public func withdraw(_ code: String) throws -> [WaitlistOffer] {
    let known = try find(code)
    return try scope.change { scratch in
      let book = StayBook(scope, in: scratch)
      let entry = try scratch.current(known)
      switch entry.status {
      case .waiting:
        entry.status = .withdrawn
        return []
      case .offered:
        return try book.endOffer(of: entry) { entry.status = .withdrawn }
      case .booked, .withdrawn, .lapsed:
        throw CampgroundError.waitlist(.isOver(entry.code, entry.status))
      }
    }
  }

  private static func requireNew(
    _ dates: StayDates, of camper: Camper, in context: ManagedObjectContext
  ) throws {
    let request = WaitlistEntry.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "camper == %@ AND status IN {%@, %@} AND dateFrom < %@ AND dateTo > %@", camper,
      WaitlistStatus.waiting.rawValue, WaitlistStatus.offered.rawValue,
      dates.departure.midnightUTC, dates.arrival.midnightUTC)
    guard let other = try context.fetch(request).first else { return }
    throw CampgroundError.waitlist(.waitsAlready(camper.fullName, code: other.code))
  }

  private static func requireAnySite(
    for entry: WaitlistEntry, in context: ManagedObjectContext
  ) throws {
    guard let campground = entry.campground else { return }
    let request = CampSite.fetchRequest()
    request.predicate = try FetchPredicate(format: "campground == %@", campground)
    guard try context.fetch(request).contains(where: { entry.isMet(by: $0) }) else {
      throw CampgroundError.waitlist(.noSuchSite)
    }
  }

  // MARK: Offers

  /// Reserves what is offered.
  ///
  /// - Throws: `WaitlistRule.unknown`, `.noOffer`;
  ///   `CampgroundError.holdExpired` when the offer is over.
  @discardableResult
  public func accept(_ code: String) throws -> StayChange {
    let known = try find(code)
    return try scope.change { scratch in
      let book = StayBook(scope, in: scratch)
      let entry = try scratch.current(known)
      guard entry.status == .offered, let offer = entry.offer else {
        throw CampgroundError.waitlist(.noOffer(entry.code, entry.status))
      }
      return try book.changing(offer) { try book.bring($0, to: .reserved) }
    }
  }

  /// Ends offers that are over and the waiting for dates that are past, and offers what is free now
  /// to those who wait, the longest waiting first.
  ///
  /// It is for campsites that became free by themselves, as when a hold ran out that nobody ended.
  /// Who let an offer run out is asked again by the next call at the earliest.
  @discardableResult
  public func offer() throws -> [WaitlistOffer] {
    var hasEnded = false
    return try scope.change(
      { scratch in
        let book = StayBook(scope, in: scratch)
        guard let campground = try scope.campground(in: scratch) else { return [] }
        let past = try book.lapsePastEntries(at: campground)
        let ended = try Self.overdueOffers(at: campground, book)
        for offer in ended { try book.bring(offer, to: .expired) }
        hasEnded = !past.isEmpty || !ended.isEmpty
        return try book.offerWhatIsFree(at: campground) + book.offerLapsedNights()
      }, if: { !$0.isEmpty || hasEnded })
  }

  private static func overdueOffers(
    at campground: Campground, _ book: StayBook
  ) throws -> [Reservation] {
    let request = Reservation.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campground == %@ AND status == %@ AND holdExpiresAt <= %@ AND waitlistEntry != nil",
      campground, ReservationStatus.hold.rawValue, book.now)
    request.sortDescriptors = [FetchSortDescriptor(key: "number", ascending: true)]
    return try book.context.fetch(request)
  }
}

extension StayBook {
  /// Ends an open offer and offers its nights to the next.
  func endOffer(of entry: WaitlistEntry, _ finish: () -> Void) throws -> [WaitlistOffer] {
    guard let offer = entry.offer, offer.state == .hold else {
      finish()
      return []
    }
    let change = try changing(offer) { try bring($0, to: .expired) }
    finish()
    return try offeringFreedNights(of: [change]).flatMap(\.offers)
  }
}
