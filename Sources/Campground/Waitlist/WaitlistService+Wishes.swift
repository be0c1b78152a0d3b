import Foundation
import ObjectGraph

/// The wishes of an entry.
extension WaitlistService {
  /// Adds a wish to an entry, which keeps its place in line.
  ///
  /// - Parameter anyway: whether they are to wait though a campsite is free that could be booked.
  /// - Returns: the wish.
  /// - Throws: `WaitlistRule.unknown`, `.isOver`, and as `add(_:_:for:anyway:)`.
  public func addWish(
    _ wish: WaitlistWish, to code: String, anyway: Bool = false
  ) throws -> Wish {
    try ReservationService.check(wish.dates, for: wish.party)
    let known = try find(code)
    return try scope.write { scratch in
      let entry = try scratch.current(known)
      try requireInLine(entry)
      if let campground = entry.campground { try requireToCome(wish, at: campground) }
      if let camper = entry.camper {
        try requireNew(wish, of: camper, but: entry, in: scratch)
      }
      return try put(wish, on: entry, anyway: anyway, in: scratch)
    }
  }

  /// Gives up one of several wishes; what was offered for it is offered to the next.
  ///
  /// - Returns: the new offers.
  /// - Throws: `WaitlistRule.unknown`, `.isOver`, `.noWish`, `.onlyWish`.
  @discardableResult
  public func withdrawWish(_ number: Int, of code: String) throws -> [WaitlistOffer] {
    let known = try find(code)
    return try scope.change { scratch in
      let book = StayBook(scope, in: scratch)
      let entry = try scratch.current(known)
      try requireInLine(entry)
      let wishes = entry.presentWishes
      guard let wish = wishes.first(where: { Int($0.number) == number }) else {
        throw CampgroundError.waitlist(
          .noWish(entry.code, number: number, known: wishes.map { Int($0.number) }))
      }
      guard wishes.count > 1 else {
        throw CampgroundError.waitlist(.onlyWish(entry.code, number: number))
      }
      let held = entry.heldOffer(at: book.now).flatMap { $0.wish === wish ? $0 : nil }
      return try book.endOffer(held) { wish.withdrawnAt = book.now }
    }
  }

  // MARK: Parts

  /// Writes down a wish that nothing is against.
  @discardableResult
  func put(
    _ wish: WaitlistWish, on entry: WaitlistEntry, anyway: Bool, in scratch: ManagedObjectContext
  ) throws -> Wish {
    let new = Wish(context: scratch)
    try new.take(wish, in: scratch)
    if let same = entry.presentWishes.first(where: { $0.isSame(as: new) }) {
      throw CampgroundError.waitlist(.wishedAlready(entry.code, number: Int(same.number)))
    }
    new.number = (entry.wishes.map(\.number).max() ?? 0) + 1
    new.entry = entry
    guard let campground = entry.campground else { return new }
    let book = StayBook(scope, in: scratch)
    guard try book.sites(named: nil, at: campground).contains(where: { new.isMet(by: $0) }) else {
      throw CampgroundError.waitlist(.noSuchSite)
    }
    guard !anyway else { return new }
    if let siteClass = new.bookedClass {
      guard try !book.isBookable(.siteClass(siteClass), wish.dates, new.party) else {
        throw CampgroundError.waitlist(.classFree(siteClass.name, wish.dates))
      }
      return new
    }
    let free = try book.freeSites(for: new, wish.dates, at: campground)
    guard free.isEmpty else {
      throw CampgroundError.waitlist(.sitesFree(free.map(\.name), wish.dates))
    }
    return new
  }

  /// Checks that somebody can still arrive on the wished date.
  func requireToCome(_ wish: WaitlistWish, at campground: Campground) throws(CampgroundError) {
    let today = scope.today(at: campground)
    guard wish.dates.arrival >= today else {
      throw .waitlist(.datesPast(wish.dates, today: today))
    }
  }

  /// Checks that a camper waits for no night of a wish under another code.
  func requireNew(
    _ wish: WaitlistWish, of camper: Camper, but own: WaitlistEntry? = nil,
    in context: ManagedObjectContext
  ) throws {
    let request = Wish.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "entry.camper == %@ AND entry.withdrawnAt == nil AND withdrawnAt == nil "
        + "AND dateFrom < %@ AND dateTo > %@", camper, wish.dates.departure.midnightUTC,
      wish.dates.arrival.midnightUTC)
    let others = try context.fetch(request).compactMap(\.entry)
    guard let other = others.first(where: { $0 !== own && status(of: $0).isInLine }) else { return }
    throw CampgroundError.waitlist(.waitsAlready(camper.fullName, code: other.code))
  }
}

extension Wish {
  /// Whether another wish is for the same, whatever their numbers.
  fileprivate func isSame(as other: Wish) -> Bool {
    dateFrom == other.dateFrom && dateTo == other.dateTo && party == other.party
      && siteClass === other.siteClass && siteType == other.siteType && loop == other.loop
  }
}
