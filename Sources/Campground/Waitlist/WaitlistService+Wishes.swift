import Foundation
import ObjectGraph

/// The wishes of an entry.
extension WaitlistService {
  /// Adds a wish to an entry, which keeps its place in line.
  ///
  /// - Parameter anyway: whether to add it even if a matching campsite is free to book.
  /// - Returns: The wish.
  /// - Throws: `CampgroundError.unknown`; `.refused` for an entry that no longer waits, and as
  ///   `add(_:_:for:anyway:)`.
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

  /// Withdraws one of several wishes; an offer for it goes to the next entry.
  ///
  /// - Returns: The new offers.
  /// - Throws: `CampgroundError.unknown`; `.refused` for an entry that no longer waits, for a wish
  ///   that it does not have, and for its only one.
  @discardableResult
  public func withdrawWish(_ number: Int, of code: String) throws -> [WaitlistOffer] {
    try change(code) { book, entry in
      try requireInLine(entry)
      let wishes = entry.presentWishes
      guard let wish = wishes.first(where: { Int($0.number) == number }) else {
        throw CampgroundError(
          about: [.number(number), .named("wait", entry.code)],
          "\(entry.code) has no wish \(number); it has \(wishes.count == 1 ? "wish" : "wishes") "
            + wishes.map { "\($0.number)" }.joined(separator: ", "), fix: .showWishes(entry.code))
      }
      try refuse(
        unless: wishes.count > 1, about: [.number(number), .named("wait", entry.code)],
        "wish \(number) is the only wish of \(entry.code)", fix: .withdraw(entry.code))
      let held = entry.heldOffer(at: book.now).flatMap { $0.wish === wish ? $0 : nil }
      return try book.endOffer(held) { wish.withdrawnAt = book.now }
    }
  }

  // MARK: Helpers

  /// Adds a wish after checking it.
  @discardableResult
  func put(
    _ wish: WaitlistWish, on entry: WaitlistEntry, anyway: Bool, in scratch: ManagedObjectContext
  ) throws -> Wish {
    let new = Wish(context: scratch)
    try new.take(wish, in: scratch)
    if let same = entry.presentWishes.first(where: { $0.isSame(as: new) }) {
      throw CampgroundError(
        about: [.property("arrival"), .named("wait", entry.code)],
        "\(entry.code) already has that wish, as wish \(same.number)", fix: .showWishes(entry.code))
    }
    new.number = (entry.wishes.map(\.number).max() ?? 0) + 1
    new.entry = entry
    guard let campground = entry.campground else { return new }
    let book = StayBook(scope, in: scratch)
    try refuse(
      unless: book.sites(named: nil, at: campground).contains(where: { new.isMet(by: $0) }),
      .refused, "no campsite meets these needs", fix: .advice("leave out some of the needs"))
    guard !anyway else { return new }
    let (name, phone) = (entry.camper?.fullName ?? "", entry.camper?.phoneNumber)
    if let siteClass = new.bookedClass {
      guard try !book.isBookable(.siteClass(siteClass), wish.dates, new.party) else {
        let place = CampgroundError.Subject.named("class", siteClass.name)
        throw CampgroundError(
          about: [place], "class \(siteClass.name) has room for \(wish.dates)",
          fix: .bookOrWait(place, camper: name, phone: phone, wish.dates))
      }
      return new
    }
    let free = try book.freeSites(for: new, wish.dates, at: campground)
    guard free.isEmpty else {
      let names = free.map(\.name)
      throw CampgroundError(
        about: names.map(CampgroundError.Subject.known),
        (names.count == 1 ? "site \(names[0]) is" : "sites \(names.listed(most: 5)) are")
          + " free for \(wish.dates)",
        fix: .bookOrWait(.site(names[0]), camper: name, phone: phone, wish.dates))
    }
    return new
  }

  /// Checks that the desired arrival is not in the past.
  func requireToCome(_ wish: WaitlistWish, at campground: Campground) throws(CampgroundError) {
    let today = scope.today(at: campground)
    try refuse(
      unless: wish.dates.arrival >= today, about: [.property("arrival")],
      "arrival \(wish.dates.arrival) is in the past; today is \(today)",
      fix: .advice("enter dates from \(today)"))
  }

  /// Checks that a camper is not already waiting for any night of a wish in another entry.
  func requireNew(
    _ wish: WaitlistWish, of camper: Camper, but own: WaitlistEntry? = nil,
    in context: ManagedObjectContext
  ) throws {
    let others = try context.fetch(
      Wish.self,
      where: "entry.camper == %@ AND entry.withdrawnAt == nil AND withdrawnAt == nil "
        + "AND dateFrom < %@ AND dateTo > %@", camper, wish.dates.departure.midnightUTC,
      wish.dates.arrival.midnightUTC
    ).compactMap(\.entry)
    guard let other = others.first(where: { $0 !== own && status(of: $0).isInLine }) else { return }
    throw CampgroundError(
      about: [.camper(camper.fullName), .named("wait", other.code), .property("arrival")],
      "\(camper.fullName) is already waiting for some of these nights, as \(other.code)",
      fix: .addWish(other.code))
  }
}

extension Wish {
  /// Whether another wish asks for the same, apart from its number.
  fileprivate func isSame(as other: Wish) -> Bool {
    arrival == other.arrival && departure == other.departure && party == other.party
      && siteClass === other.siteClass && siteType == other.siteType && loop == other.loop
  }
}
