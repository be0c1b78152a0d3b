import Foundation
import ObjectGraph

/// Changes of the status of a stay.
///
/// In addition to its own errors, each of these calls throws `CampgroundError.unknown` and `.gone`,
/// and `.refused` where the status does not allow the step, with both statuses and what is allowed.
extension ReservationService {
  // MARK: Drafts, holds and requests

  /// Holds the nights of a draft.
  ///
  /// - Throws: `CampgroundError.siteTaken`, `.stayRuleBroken` and `.outOfRange`.
  @discardableResult
  public func hold(
    _ code: String, minutes: Int? = nil, overridingRules: Bool = false
  ) throws -> StayChange {
    try change(code, overridingRules: overridingRules) {
      try $0.bring($1, to: .hold, holdMinutes: minutes)
    }
  }

  /// Extends a hold.
  ///
  /// - Parameter minutes: how long it lasts from now on, up to `mostHoldMinutes`; by default
  ///   `campground.holdMinutes`.
  /// - Throws: `CampgroundError.refused` for an expired hold, and if it would not end later than
  ///   before; `.outOfRange`.
  @discardableResult
  public func prolong(_ code: String, minutes: Int? = nil) throws -> StayChange {
    try change(code) { try $0.prolong($1, minutes: minutes) }
  }

  /// Turns a draft or a hold into a request; the nights of a hold become free.
  ///
  /// - Throws: `CampgroundError.refused` for an expired hold.
  @discardableResult
  public func request(_ code: String) throws -> StayChange {
    try change(code) { try $0.bring($1, to: .requested) }
  }

  /// Turns a draft or a hold into a reservation.
  ///
  /// - Throws: `CampgroundError.refused` for an expired hold, even if its nights are still free;
  ///   `.siteTaken`, `.stayRuleBroken`.
  @discardableResult
  public func reserve(_ code: String, overridingRules: Bool = false) throws -> StayChange {
    try change(code, overridingRules: overridingRules) {
      try $0.require($1, in: [.draft, .hold], toBecome: .reserved)
      try $0.bring($1, to: .reserved)
    }
  }

  /// Accepts a request, if every night is still free.
  ///
  /// - Throws: `CampgroundError.siteTaken`, `.stayRuleBroken`.
  @discardableResult
  public func accept(_ code: String, overridingRules: Bool = false) throws -> StayChange {
    try change(code, overridingRules: overridingRules) {
      try $0.require($1, in: [.requested], toBecome: .reserved)
      try $0.bring($1, to: .reserved)
    }
  }

  /// Declines a request.
  @discardableResult
  public func decline(_ code: String, reason: String? = nil) throws -> StayChange {
    try change(code) { try $0.bring($1, to: .declined, because: reason) }
  }

  /// Ends a draft, a hold or a request early.
  @discardableResult
  public func expire(_ code: String) throws -> StayChange {
    try change(code) { try $0.bring($1, to: .expired) }
  }

  /// Ends expired holds, and drafts and requests whose arrival date is past.
  ///
  /// Nothing depends on it, because the nights of an expired hold are free anyway. It tidies up,
  /// and offers the nights to the waitlist.
  ///
  /// - Returns: The changes, in the order of the reservation numbers.
  @discardableResult
  public func expireOverdue() throws -> [StayChange] {
    try changeAll(for: "desk") { book in
      guard let campground = try scope.campground(in: book.context) else { return [] }
      // Two queries, one for each set of statuses: a single one with OR could not use an index for
      // its second half.
      let past = try book.context.fetch(
        Reservation.self, where: "campground == %@ AND status IN {%@, %@} AND dateFrom < %@",
        campground, ReservationStatus.draft.rawValue, ReservationStatus.requested.rawValue,
        CalendarDate(book.now, in: campground.timeZone).midnightUTC,
        prefetching: ["nights", "events"])
      return try (book.lapsedHolds(at: campground) + past).sorted { $0.number < $1.number }
        .map { reservation in
          try book.changing(reservation) { try book.bring($0, to: .expired) }
        }
    }
  }

  // MARK: Arrivals and departures

  /// Checks a guest in, from the arrival date on.
  ///
  /// - Parameters:
  ///   - isEarly: whether a guest who comes before the arrival date gets the nights from today on,
  ///     if they are free; up to `mostDaysEarly`.
  ///   - overridingRules: whether the added nights may break stay rules.
  /// - Throws: `CampgroundError.beforeArrival`; `.refused` for a guest who comes too many days
  ///   early, from the departure date on, and while another guest has not left the campsite;
  ///   `.siteTaken` for nights that are not free, `.stayRuleBroken`; `.invalidValue` for a stay
  ///   that would be too long.
  @discardableResult
  public func checkIn(
    _ code: String, early isEarly: Bool = false, overridingRules: Bool = false
  ) throws -> StayChange {
    try change(code, for: "checkin", overridingRules: overridingRules) {
      try $0.checkIn($1, early: isEarly)
    }
  }

  /// Checks a guest out. Before the departure date, this ends the stay today and frees the nights
  /// from today on; a guest who leaves on the day of arrival has used that night. On a campsite
  /// booked by the day, today has been used, and the days from tomorrow on become free.
  ///
  /// The rest of the bill is posted; nights given up are settled by the cancellation policy.
  ///
  /// - Parameter leavingUnpriced: whether nights that no rate prices may stay unbilled although
  ///   others have a price. A stay without any priced night needs no such consent.
  /// - Throws: `CampgroundError.refused` for nights without a price.
  @discardableResult
  public func checkOut(_ code: String, leavingUnpriced: Bool = false) throws -> StayChange {
    try change(code, for: "checkout") { try $0.checkOut($1, leavingUnpriced: leavingUnpriced) }
  }

  // MARK: Canceling

  /// Calls off a stay that has not begun: a reservation is canceled; a hold, a draft or a request
  /// ends.
  ///
  /// - Parameter kept: as in `cancel(_:keeping:reason:)`.
  /// - Throws: `CampgroundError.refused` for an amount kept of anything but a reservation, and as
  ///   `cancel(_:keeping:reason:)`.
  @discardableResult
  public func callOff(
    _ code: String, keeping kept: Decimal? = nil, reason: String? = nil
  ) throws -> StayChange {
    try change(code, for: "cancel") { try $0.callOff($1, keeping: kept, reason: reason) }
  }

  /// Cancels a reservation, frees its nights, and settles the bill by the agreed policy.
  ///
  /// - Parameter kept: what is kept of the nights to come, before tax, instead of all that the
  ///   policy and nonrefundable fees would keep; nil where these decide. What an earlier change
  ///   kept stays.
  /// - Throws: `CampgroundError.refused` for more than the price of these nights; `.invalidValue`
  ///   for an amount that is negative, too precise or too large.
  @discardableResult
  public func cancel(
    _ code: String, keeping kept: Decimal? = nil, reason: String? = nil
  ) throws -> StayChange {
    try change(code, for: "cancel") { try $0.cancel($1, keeping: kept, reason: reason) }
  }

  /// Marks a stay as a no-show, from the check-in time of the arrival date on; frees the nights,
  /// and settles the bill as for 0 days of notice.
  ///
  /// - Throws: `CampgroundError.beforeArrival`; `.refused` on the date of arrival before the
  ///   check-in time.
  @discardableResult
  public func noShow(_ code: String, reason: String? = nil) throws -> StayChange {
    try change(code, for: "noshow") { try $0.noShow($1, reason: reason) }
  }

  /// Reinstates a canceled reservation or a no-show; cancellation charges are reversed.
  ///
  /// It takes its nights again, so stay rules are checked; rules about the day of booking are
  /// checked against the original booking date.
  ///
  /// - Throws: `CampgroundError.siteTaken` when one of its nights is no longer free;
  ///   `.stayRuleBroken`; `.gone` when its campsite or its class was deleted.
  @discardableResult
  public func reinstate(_ code: String, overridingRules: Bool = false) throws -> StayChange {
    try change(code, for: "reinstate", overridingRules: overridingRules) { try $0.reinstate($1) }
  }

  // MARK: Helpers

  /// Changes a reservation and saves the change, unless the service only previews.
  ///
  /// - Parameters:
  ///   - action: the action that ledger lines record.
  ///   - isRepriced: whether all nights to come are agreed again where dates or the site change.
  func change(
    _ code: String, for action: String = "reservation", overridingRules isOverridden: Bool = false,
    repricing isRepriced: Bool = false, _ body: (StayBook, Reservation) throws -> Void
  ) throws -> StayChange {
    let reservation = try find(code)
    var change = try changeAll(for: action, overridingRules: isOverridden) { book in
      book.isRepricing = isRepriced
      return [try book.changing(book.context.current(reservation)) { try body(book, $0) }]
    }[0]
    change.code = reservation.code
    return change
  }

  /// Changes several reservations in one save, unless the service only previews.
  func changeAll(
    for action: String = "reservation", overridingRules isOverridden: Bool = false,
    _ body: (StayBook) throws -> [StayChange]
  ) throws -> [StayChange] {
    try scope.change(
      { scratch in
        let book = self.book(in: scratch, for: action)
        book.overridesRules = isOverridden
        let changes = try book.offeringFreedNights(of: body(book))
        try requireShown(changes)
        return changes
      }, if: { !$0.isEmpty })
  }
}
