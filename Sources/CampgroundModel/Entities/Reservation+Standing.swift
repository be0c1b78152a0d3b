import Foundation
import ObjectGraph

/// Where a reservation stands in its life.
extension Reservation {
  /// The maximum number of nights of one reservation.
  package static let mostNights = 1_000

  /// The maximum number of people of one reservation.
  package static let mostPeople = 10_000

  /// Whether it is a hold that has lapsed by an instant, even if nothing has swept it yet.
  public func isLapsed(at now: Date) -> Bool {
    state == .hold && holdExpiresAt.map { $0 <= now } ?? false
  }

  /// The state at an instant: a lapsed hold has expired, even if nothing has swept it yet.
  public func state(at now: Date) -> ReservationStatus? { isLapsed(at: now) ? .expired : state }

  /// Whether the booking was undone as a mistake, so that it counts as no cancellation, and only its
  /// code still finds it. Reads the events of a stay that was called off.
  public var isTakenBack: Bool {
    guard let state, [.canceled, .declined, .expired].contains(state) else { return false }
    return event(.canceled, .declined, .expired)?.firstEvent?.kind == .undone
  }

  /// Matches the bookings that were undone, or all others.
  package static func predicate(takenBack isTakenBack: Bool) throws -> FetchPredicate {
    let condition = """
      status IN {'Canceled', 'Declined', 'Expired'} AND SUBQUERY(events, $event, \
      $event.kind IN {'canceled', 'declined', 'expired'} AND $event.isTakenBack == NO \
      AND $event.firstEvent.kind == 'undone').@count > 0
      """
    return try FetchPredicate(format: isTakenBack ? condition : "NOT (\(condition))")
  }

  /// Whether the bill is still due: the stay is not canceled, a no-show, declined or expired.
  package var isOwedFor: Bool { state?.isOwedFor ?? false }

  /// Whether the bill is still due and the stay was booked, so that it carries its share of a
  /// group's charges.
  package var isBooked: Bool { isOwedFor && state?.isToBeBooked != true }

  /// Whether the stay has ended and its whole bill is in the ledger.
  package var isSettled: Bool {
    switch state {
    // A stay that had already ended when it was imported was never in this ledger.
    case .checkedOut: event(.checkedOut) != nil
    case .canceled, .noShow: true
    case .draft, .hold, .requested, .reserved, .checkedIn, .expired, .declined, nil: false
    }
  }
}
