import Foundation
import ObjectGraph

/// Groups: several stays on one bill.
///
///     let bookings = sites.map { Booking($0, for: leader, dates: dates) }
///     try service.bookGroup("Scout troop 7", bookings)
///     let due = try folios.balance(of: service.group("Scout troop 7")).due
///
/// Each of these calls makes one save: if a rule is broken for one stay, none of them changes.
extension ReservationService {
  // MARK: Finding

  /// The groups of the campground, by name.
  public func groups() throws -> [ReservationGroup] { try scope.rules(in: managedObjectContext) }

  /// The group with a name, regardless of case if that is unambiguous.
  ///
  /// - Throws: `CampgroundError.unknown`, which lists the known names.
  public func group(_ name: String) throws -> ReservationGroup {
    try scope.findRule(name) { .unknownGroup($0, known: $1) }
  }

  // MARK: Booking

  /// Reserves several stays on a new bill, all of them or none.
  ///
  /// - Parameters:
  ///   - bookings: the stays, with the same or different dates.
  ///   - payer: who pays; by default the guest of the first stay.
  /// - Throws: `CampgroundError.nameTaken`; `.invalidValue` for a name that is empty or has the
  ///   form of a code; `.refused` without bookings, and for a campsite booked twice for the same
  ///   nights; and as `book(_:as:minutes:)` for the first stay that cannot be booked.
  @discardableResult
  public func bookGroup(
    _ name: String, _ bookings: [Booking], payer: Camper? = nil
  ) throws -> [StayChange] {
    let name = try NameRule.unlikeCodes(name, of: "group")
    try Self.check(bookings)
    return try make { book in
      let stays = try bookings.map { try book.book($0, as: .reserved) }
      guard let campground = stays.first?.campground else { return stays }
      try Self.requireFree(name, at: campground, in: book.context)
      let folio = Folio(context: book.context)
      folio.openedAt = book.now
      folio.campground = campground
      folio.payer = try payer.map { try book.context.current($0) } ?? stays.first?.camper
      let group = ReservationGroup(context: book.context)
      group.name = name
      group.campground = campground
      group.folio = folio
      for stay in stays { try book.put(stay, in: group) }
      return stays
    }.map { $0.change }
  }

  /// Reserves more stays on a group's bill, all of them or none.
  ///
  /// - Throws: as `bookGroup(_:_:payer:)`, and `CampgroundError.unknown`.
  @discardableResult
  public func add(_ bookings: [Booking], toGroup name: String) throws -> [StayChange] {
    let known = try group(name)
    try Self.check(bookings)
    return try make { book in
      let group = try book.context.current(known)
      let stays = try bookings.map { try book.book($0, as: .reserved) }
      for stay in stays { try book.put(stay, in: group) }
      return stays
    }.map { $0.change }
  }

  private static func check(_ bookings: [Booking]) throws(CampgroundError) {
    try refuse(unless: !bookings.isEmpty, .refused, "a group needs at least one site")
    for (index, booking) in bookings.enumerated() {
      guard let site = booking.site else { continue }
      let isTwice = bookings[..<index].contains {
        $0.site?.objectID == site.objectID && $0.dates.overlaps(booking.dates)
      }
      try refuse(
        unless: !isTwice, about: [.site(site.name)],
        "site \(site.name) is listed twice for the same nights", fix: .advice("list it once"))
    }
  }

  private static func requireFree(
    _ name: String, at campground: Campground, in context: ManagedObjectContext
  ) throws {
    try refuse(
      unless: context.fetch(
        ReservationGroup.self, where: "campground == %@ AND name ==[c] %@", campground, name
      ).isEmpty, .nameTaken, about: [.named("group", name)],
      "there is already a group \"\(name)\"", fix: .addToGroup)
  }

  // MARK: Joining and leaving

  /// Adds an existing reservation to a group's bill.
  ///
  /// - Throws: `CampgroundError.refused` for a stay that has ended, is in a group already or is at
  ///   another campground, and when something was already charged or paid for it.
  @discardableResult
  public func join(_ code: String, group name: String) throws -> StayChange {
    let known = try group(name)
    return try change(code) { book, stay in
      try book.requireChangeable(stay)
      try book.join(stay, to: book.context.current(known))
    }
  }

  /// Takes a reservation off its group's bill, and gives it a bill of its own.
  ///
  /// The group is deleted with its last stay if nothing was charged or paid.
  ///
  /// - Throws: `CampgroundError.refused` for a stay in no group, and when something was charged or
  ///   paid for it.
  @discardableResult
  public func leaveGroup(_ code: String) throws -> StayChange {
    try change(code) { try $0.leaveGroup($1) }
  }

  /// Deletes a group whose stays were all canceled before anything was charged or paid; they stay,
  /// each by itself.
  ///
  /// - Throws: `CampgroundError.refused` when something was charged or paid for one of them.
  func dissolve(_ group: ReservationGroup) throws {
    try scope.change { scratch in
      let book = book(in: scratch)
      for stay in try scratch.current(group).stays { try book.leaveGroup(stay) }
    }
  }

  // MARK: Canceling

  /// Calls off all stays of a group that have not begun: reservations are canceled; holds, drafts
  /// and requests end. Guests in house stay. A single stay is canceled like any other.
  ///
  /// - Throws: `CampgroundError.unknown`; `.refused` when nothing is left to cancel.
  @discardableResult
  public func cancelGroup(_ name: String, reason: String? = nil) throws -> [StayChange] {
    try changeStays(
      ofGroup: name, { $0.filter(\.isToCome) }, orElse: "has nothing left to cancel",
      { try $0.callOff($1, reason: reason) })
  }
}

extension Reservation {
  /// Whether the stay has not begun and has not been canceled.
  var isToCome: Bool { state == .reserved || state?.isToBeBooked == true }
}

extension StayBook {
  /// Calls off a stay that has not begun: a reservation is canceled; anything before that ends.
  func callOff(_ reservation: Reservation, keeping kept: Decimal? = nil, reason: String?) throws {
    guard reservation.state?.isToBeBooked == true else {
      return try cancel(reservation, keeping: kept, reason: reason)
    }
    try refuse(
      unless: kept == nil, about: [.property("keep"), .stay(reservation.code)],
      "\(reservation.code) is \(reservation.standing); nothing is kept when it ends",
      fix: .advice("leave keep out"))
    try bring(reservation, to: .expired, because: reason)
  }
}
