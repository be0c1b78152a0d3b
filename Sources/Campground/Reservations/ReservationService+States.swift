import Foundation
import ObjectGraph

/// A stay's way from one state to the next.
///
/// Each of these calls throws `CampgroundError.unknown`, `.illegalTransition`, which
/// names both states and what is allowed, and `.gone`, beside what it says itself.
extension ReservationService {
  // MARK: Before a reservation

  /// Holds the nights of a draft.
  ///
  /// - Throws: `CampgroundError.siteTaken`, `.stayRuleBroken` and `.outOfRange`.
  @discardableResult
  public func hold(
    _ code: String, minutes: Int? = nil, overridingRules: Bool = false
  ) throws -> StayChange {
    try change(code) {
      try $0.bring($1, to: .hold, holdMinutes: minutes, overridingRules: overridingRules)
    }
  }

  /// Lets a hold end later than it does.
  ///
  /// - Parameter minutes: from now on, up to `mostHoldMinutes`; by default
  ///   `campground.holdMinutes`.
  /// - Throws: `CampgroundError.holdExpired` for one that is over, `.holdLasts` where it ends no
  ///   later by that, `.outOfRange`.
  @discardableResult
  public func prolong(_ code: String, minutes: Int? = nil) throws -> StayChange {
    try change(code) { try $0.prolong($1, minutes: minutes) }
  }

  /// Makes a draft or a hold a request; a hold's nights become free.
  ///
  /// - Throws: `CampgroundError.holdExpired`.
  @discardableResult
  public func request(_ code: String) throws -> StayChange {
    try change(code) { try $0.bring($1, to: .requested) }
  }

  /// Reserves what was a draft or a hold.
  ///
  /// - Throws: `CampgroundError.holdExpired` for an expired hold, though its nights may still
  ///   be free; `.siteTaken`, `.stayRuleBroken`.
  @discardableResult
  public func reserve(_ code: String, overridingRules: Bool = false) throws -> StayChange {
    try change(code) { book, reservation in
      try book.require(reservation, in: [.draft, .hold], toBecome: .reserved)
      try book.bring(reservation, to: .reserved, overridingRules: overridingRules)
    }
  }

  /// Accepts a request, if every night is still free.
  ///
  /// - Throws: `CampgroundError.siteTaken`, `.stayRuleBroken`.
  @discardableResult
  public func accept(_ code: String, overridingRules: Bool = false) throws -> StayChange {
    try change(code) { book, reservation in
      try book.require(reservation, in: [.requested], toBecome: .reserved)
      try book.bring(reservation, to: .reserved, overridingRules: overridingRules)
    }
  }

  /// Declines a request.
  @discardableResult
  public func decline(_ code: String, reason: String? = nil) throws -> StayChange {
    try change(code) { try $0.bring($1, to: .declined, because: reason) }
  }

  /// Ends a draft, a hold or a request before its time.
  @discardableResult
  public func expire(_ code: String) throws -> StayChange {
    try change(code) { try $0.bring($1, to: .expired) }
  }

  /// Ends what is over: holds whose time is up, drafts and requests whose arrival date is past.
  ///
  /// Nothing depends on it, since a hold's nights are free from its end on; it tidies
  /// up, and offers the nights to those on the waitlist.
  ///
  /// - Returns: what became of each, in the order of their numbers.
  @discardableResult
  public func expireOverdue() throws -> [StayChange] {
    try scope.change(
      { scratch in
        let book = self.book(in: scratch)
        guard let campground = try scope.campground(in: scratch) else { return [] }
        let ended = try Self.overdue(at: campground, book).map { reservation in
          try book.changing(reservation) { try book.bring($0, to: .expired) }
        }
        return try book.offeringFreedNights(of: ended)
      }, if: { !$0.isEmpty })
  }

  private static func overdue(at campground: Campground, _ book: StayBook) throws -> [Reservation] {
    let today = CalendarDate(book.now, in: campground.timeZone)
    // Two questions, each by its states: of both in one, no index serves the half after the OR.
    return try [
      FetchPredicate(
        format: "campground == %@ AND status == %@ AND holdExpiresAt <= %@", campground,
        ReservationStatus.hold.rawValue, book.now),
      FetchPredicate(
        format: "campground == %@ AND status IN {%@, %@} AND dateFrom < %@", campground,
        ReservationStatus.draft.rawValue, ReservationStatus.requested.rawValue, today.midnightUTC),
    ].flatMap { predicate in
      let request = Reservation.fetchRequest()
      request.predicate = predicate
      request.relationshipKeyPathsForPrefetching = ["nights", "events"]
      return try book.context.fetch(request)
    }.sorted { $0.number < $1.number }
  }

  // MARK: Arriving and leaving

  /// Checks a guest in, from the arrival date on.
  ///
  /// - Parameters:
  ///   - isEarly: whether a guest who comes before the arrival date gets the nights from today on,
  ///     if they are free; up to `mostDaysEarly`.
  ///   - overridingRules: whether the nights that are added may break rules about stays.
  /// - Throws: `CampgroundError.beforeArrival`, `.tooEarly`; `.afterDeparture` from the date of
  ///   departure on; `.stillOnSite` while another guest has not left the campsite; `.siteTaken` for
  ///   nights that are not free, `.stayRuleBroken`, `.stayTooLong`.
  @discardableResult
  public func checkIn(
    _ code: String, early isEarly: Bool = false, overridingRules: Bool = false
  ) throws -> StayChange {
    try change(code, for: "checkin") {
      try $0.checkIn($1, early: isEarly, overridingRules: overridingRules)
    }
  }

  /// Checks a guest out. Before the departure date it ends the stay today, and the nights from
  /// today on become free; whoever leaves on the day of the arrival has had its night. On a
  /// campsite that is booked by the day today is had, and the days from tomorrow on become free.
  ///
  /// What is still to come of the bill is posted; for nights that are given up it is settled by the
  /// cancellation policy.
  @discardableResult
  public func checkOut(_ code: String) throws -> StayChange {
    try change(code, for: "checkout") { try $0.checkOut($1) }
  }

  // MARK: Calling off

  /// Calls off whatever is to come: a reservation is canceled, and a hold, a
  /// draft or a request ends.
  @discardableResult
  public func callOff(_ code: String, reason: String? = nil) throws -> StayChange {
    try change(code, for: "cancel") { try $0.callOff($1, reason: reason) }
  }

  /// Cancels a reservation, frees its nights, and settles the bill by the policy that was agreed.
  @discardableResult
  public func cancel(_ code: String, reason: String? = nil) throws -> StayChange {
    try change(code, for: "cancel") { try $0.cancel($1, reason: reason) }
  }

  /// Notes that a guest did not come, from the check-in time of the arrival date on, frees the
  /// nights, and settles the bill as for 0 days of notice.
  ///
  /// - Throws: `CampgroundError.beforeArrival`, `.beforeCheckIn`.
  @discardableResult
  public func noShow(_ code: String, reason: String? = nil) throws -> StayChange {
    try change(code, for: "noshow") { try $0.noShow($1, reason: reason) }
  }

  /// Makes a canceled reservation, or one whose guest did not show, valid again; what was charged
  /// for canceling is reversed.
  ///
  /// It takes its nights again, so the rules about stays are asked; those about the day of booking
  /// for the day on which it was booked first.
  ///
  /// - Throws: `CampgroundError.siteTaken` when one of its nights is not free any more;
  ///   `.stayRuleBroken`; `.gone` when its campsite or its class was deleted.
  @discardableResult
  public func reinstate(_ code: String, overridingRules: Bool = false) throws -> StayChange {
    try change(code, for: "reinstate") { try $0.reinstate($1, overridingRules: overridingRules) }
  }

  // MARK: Parts

  /// Makes a change of a reservation and saves it as far as the service does.
  ///
  /// - Parameter action: the word of the command, with which lines of the ledger are written.
  func change(
    _ code: String, for action: String = "reservation",
    _ body: (StayBook, Reservation) throws -> Void
  ) throws -> StayChange {
    let reservation = try find(code)
    var change = try scope.change { scratch in
      let book = self.book(in: scratch, for: action)
      let change = try book.changing(scratch.current(reservation)) { try body(book, $0) }
      let changes = try book.offeringFreedNights(of: [change])
      try requireShown(changes)
      return changes[0]
    }
    change.code = reservation.code
    return change
  }

  /// Makes changes of several reservations in one save, as far as the service saves.
  func changeAll(for action: String = "reservation", _ body: (StayBook) throws -> [StayChange])
    throws -> [StayChange]
  {
    try scope.change(
      { scratch in
        let book = self.book(in: scratch, for: action)
        let changes = try book.offeringFreedNights(of: body(book))
        try requireShown(changes)
        return changes
      }, if: { !$0.isEmpty })
  }
}
