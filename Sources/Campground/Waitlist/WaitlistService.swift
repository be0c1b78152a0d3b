import Foundation
import ObjectGraph

/// The waitlist: campers who wait for a campsite, and the offers made to them.
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
/// Every change that frees a night offers it, in the same save, to the longest-waiting entry with a
/// wish that a matching campsite can then fulfill. An offer is a hold with the length that the
/// campground sets for offers. A guest who misses it keeps the place in line and is offered the
/// next matching campsite, but not the same nights on the same one. After
/// `WaitlistEntry.mostMissedOffers` such offers, an entry rests until it is asked again. An entry
/// lapses when its dates of arrival are past.
///
/// An expired hold frees its nights for everybody at once. If a clerk books some of them for a
/// guest at the desk before anything has swept the hold, the guest gets them.
/// `StayChange.passedOver` names the waitlisted campers who wanted them, and the remaining nights
/// are offered in the same save.
public final class WaitlistService: Service {
  // MARK: Finding

  /// The entries of the campground with a status; by default those in line. The longest wait comes
  /// first.
  ///
  /// Listing entries no longer in line reads every entry ever made.
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

  /// The current status of an entry.
  public func status(of entry: WaitlistEntry) -> WaitlistStatus {
    entry.status(at: scope.clock.now)
  }

  /// The entry with a code, `W-3`, `w-3` or `W-new1`.
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

  /// The offers awaiting an answer.
  func openOffers(at campground: Campground) throws -> [Offer] {
    try managedObjectContext.fetch(
      Offer.self,
      where: "reservation.holdExpiresAt > %@ AND reservation.status == %@ "
        + "AND reservation.campground == %@", scope.clock.now, ReservationStatus.hold.rawValue,
      campground, prefetching: ["reservation", "wish.entry.camper"])
  }

  // MARK: Waiting

  /// Adds a camper to the end of the waitlist, with one or more wishes in order of preference.
  ///
  /// - Parameter anyway: whether to add the camper even if a matching campsite is free to book.
  /// - Throws: `CampgroundError.refused` for an arrival in the past, for nights that the camper
  ///   already waits for, for the same wish twice, for needs that no campsite meets, and where
  ///   there is room, naming the matching free campsites, the best first; `.invalidValue` for a
  ///   stay that is too long; `.outOfRange`, `.gone`.
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

  /// Takes a camper off the waitlist; an open offer goes to the next entry.
  ///
  /// - Returns: The new offers.
  /// - Throws: `CampgroundError.unknown`; `.refused` for an entry that no longer waits.
  @discardableResult
  public func withdraw(_ code: String) throws -> [WaitlistOffer] {
    try change(code) { book, entry in
      try requireInLine(entry)
      return try book.endOffer(entry.heldOffer(at: book.now)) { entry.withdrawnAt = book.now }
    }
  }

  /// Resumes offers to a resting entry: its count of missed offers restarts at zero, and missed
  /// nights may be offered once more.
  ///
  /// Nothing is offered immediately, except by `offer()`; the entry gets the next matching campsite
  /// that becomes free.
  ///
  /// - Throws: `CampgroundError.unknown`; `.refused` for an entry that no longer waits.
  @discardableResult
  public func ask(_ code: String) throws -> WaitlistEntry {
    try scope.edit(find(code)) { entry, _ in
      try requireInLine(entry)
      let now = scope.clock.now
      for offer in entry.missedOffers(at: now) { offer.askedAgainAt = now }
    }
  }

  /// Changes an entry in one save.
  func change<Result>(
    _ code: String, _ body: (StayBook, WaitlistEntry) throws -> Result
  ) throws -> Result {
    let known = try find(code)
    return try scope.change { scratch in
      try body(StayBook(scope, in: scratch), scratch.current(known))
    }
  }

  /// Checks that an entry is still in line.
  ///
  /// - Throws: `CampgroundError.refused`.
  func requireInLine(_ entry: WaitlistEntry) throws(CampgroundError) {
    let status = status(of: entry)
    try refuse(
      unless: status.isInLine, about: [.named("wait", entry.code)],
      "\(entry.code) is \(status.rawValue) and no longer waiting", fix: .waitAgain)
  }
}
