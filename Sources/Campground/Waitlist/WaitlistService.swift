import Foundation
import ObjectGraph

/// The waitlist: who waits for a campsite, and what is offered to them.
///
///     var wish = WaitlistWish(dates: dates)
///     wish.type = .rv
///     let entry = try waitlist.add(wish, for: camper)
///     let change = try reservations.cancel("R-1")
///     print(change.offers)                        // [Rivera (W-1) · site 15 · …]
///     print(try waitlist.calls())                 // with the phone number and the price
///     try waitlist.called(entry.code)
///     try waitlist.accept(entry.code)
///
/// Whatever makes a night free offers it, in the same save, to who waits longest of those for one
/// of whose wishes a campsite that fits is then free. An offer is a hold, which lasts as long as
/// the campground's offers do; a guest who does not take it keeps the place in line and is offered
/// the next campsite that fits, but not the same nights on the same one. After
/// `WaitlistEntry.mostMissedOffers` such offers an entry rests until it is asked again. Who waits
/// for dates of arrival that are past waits no more.
///
/// A hold that runs out frees its nights for everybody at once. Who books some of them at the desk
/// before anything swept them gets them: the guest is there. `StayChange.passedOver` says who waits
/// for them, and the rest of them is offered in the same save.
public final class WaitlistService: Service {
  // MARK: Looking

  /// The entries of the campground in that state, else those that are in line; the longest waiting
  /// first.
  ///
  /// Those that wait no more cost reading all that ever waited.
  public func entries(_ status: WaitlistStatus? = nil) throws -> [WaitlistEntry] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let now = scope.clock.now
    let request = WaitlistEntry.fetchRequest()
    request.predicate = try FetchPredicate(format: "campground == %@", campground)
    if status?.isInLine ?? true {
      let wishes = try Wish.present(
        arriving: scope.today(at: campground)...CalendarDate(dayNumber: .max), at: campground,
        in: managedObjectContext)
      let candidates = try Set(
        (wishes + openOffers(at: campground).compactMap(\.wish)).compactMap(\.entry))
      request.predicate = try FetchPredicate(format: "SELF IN %@", Array(candidates))
    }
    request.sortDescriptors = WaitlistEntry.inLine
    request.relationshipKeyPathsForPrefetching = ["wishes.offers.reservation"]
    return try managedObjectContext.fetch(request).filter { entry in
      let own = entry.status(at: now)
      return status.map { $0 == own } ?? own.isInLine
    }
  }

  /// Where an entry stands now.
  public func status(of entry: WaitlistEntry) -> WaitlistStatus {
    entry.status(at: scope.clock.now)
  }

  /// The entry of a code, `W-3`, `w-3` or `W-new1`.
  ///
  /// - Throws: `CampgroundError.unknown`.
  public func find(_ code: String) throws -> WaitlistEntry {
    guard let entry: WaitlistEntry = try scope.object(coded: code, in: managedObjectContext) else {
      throw CampgroundError(
        .unknown, about: [.named("wait", code)], "no waitlist entry \(code)",
        fix: .list(.waits))
    }
    return entry
  }

  /// The offers that wait for an answer.
  func openOffers(at campground: Campground) throws -> [Offer] {
    let request = Offer.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "reservation.holdExpiresAt > %@ AND reservation.status == %@ "
        + "AND reservation.campground == %@", scope.clock.now, ReservationStatus.hold.rawValue,
      campground)
    request.relationshipKeyPathsForPrefetching = ["reservation", "wish.entry.camper"]
    return try managedObjectContext.fetch(request)
  }

  // MARK: Waiting

  /// Puts somebody on the waitlist, at its end, with one or more wishes; the first is asked for
  /// first.
  ///
  /// - Parameter anyway: whether somebody is to wait though a campsite is
  ///   free that could be booked.
  /// - Throws: `CampgroundError.datesPast`, `.waitsAlready`, `.wishedAlready`, `.noSuchSite`;
  ///   `.sitesFree`, which names the campsites that fit and are free, the best first;
  ///   `.stayTooLong`, `.outOfRange`, `.gone`.
  public func add(
    _ wish: WaitlistWish, _ more: WaitlistWish..., for camper: Camper, anyway: Bool = false
  ) throws -> WaitlistEntry {
    let wishes = [wish] + more
    for wish in wishes { try ReservationService.check(wish.dates, for: wish.party) }
    return try scope.write { scratch in
      let campground = try scope.campgroundOrNew(in: scratch)
      let camper = try scratch.current(camper)
      for wish in wishes {
        try requireToCome(wish, at: campground)
        try requireNew(wish, of: camper, in: scratch)
      }
      let entry = WaitlistEntry(context: scratch)
      if let number = scope.placeholderNumber(of: WaitlistEntry.self) { entry.number = number }
      entry.createdAt = scope.clock.now
      entry.campground = campground
      entry.camper = camper
      for wish in wishes { try put(wish, on: entry, anyway: anyway, in: scratch) }
      return entry
    }
  }

  /// Takes somebody off the waitlist; what was offered to them is offered to the next.
  ///
  /// - Returns: the new offers.
  /// - Throws: `CampgroundError.unknown`, `.waitsNoMore`.
  @discardableResult
  public func withdraw(_ code: String) throws -> [WaitlistOffer] {
    let known = try find(code)
    return try scope.change { scratch in
      let book = StayBook(scope, in: scratch)
      let entry = try scratch.current(known)
      try requireInLine(entry)
      return try book.endOffer(entry.heldOffer(at: book.now)) { entry.withdrawnAt = book.now }
    }
  }

  /// Lets an entry that rests be offered something again: its count begins at zero, and what it did
  /// not take may be offered once more.
  ///
  /// Nothing is offered at once: the next campsite that becomes free is, and what is free by
  /// `offer()`.
  ///
  /// - Throws: `CampgroundError.unknown`, `.waitsNoMore`.
  @discardableResult
  public func ask(_ code: String) throws -> WaitlistEntry {
    let known = try find(code)
    return try scope.write { scratch in
      let entry = try scratch.current(known)
      try requireInLine(entry)
      let now = scope.clock.now
      for offer in entry.missedOffers(at: now) { offer.askedAgainAt = now }
      return entry
    }
  }

  /// Checks that the waiting goes on.
  ///
  /// - Throws: `CampgroundError.waitsNoMore`.
  func requireInLine(_ entry: WaitlistEntry) throws(CampgroundError) {
    let status = status(of: entry)
    guard status.isInLine else {
      throw CampgroundError(
        .waitsNoMore, about: [.named("wait", entry.code)],
        "\(entry.code) is \(status.rawValue) and no longer waiting", fix: .waitAgain)
    }
  }
}
