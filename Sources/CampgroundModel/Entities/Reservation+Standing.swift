import Foundation

/// How a reservation stands.
extension Reservation {
  /// The greatest number of nights of one reservation.
  package static let mostNights = 1_000

  /// The greatest number of people of one reservation.
  package static let mostPeople = 10_000

  /// Whether it is a hold that was over at an instant, though nothing has ended it yet.
  public func isLapsed(at now: Date) -> Bool {
    state == .hold && holdExpiresAt.map { $0 <= now } ?? false
  }

  /// Whether what was agreed is still due: the stay did not come to nothing.
  package var isOwedFor: Bool { state?.isOwedFor ?? false }

  /// Whether it is to be paid for and was booked, so that it owes what a group shares.
  package var isBooked: Bool { isOwedFor && state?.isToBeBooked != true }

  /// Whether the stay is over and all of its bill is in the ledger.
  package var isSettled: Bool {
    switch state {
    // What was over when it was imported never was in this ledger.
    case .checkedOut: event(.checkedOut) != nil
    case .canceled, .noShow: true
    case .draft, .hold, .requested, .reserved, .checkedIn, .expired, .declined, nil: false
    }
  }

  /// What is told of a stay of which no price was agreed.
  public static let noPrice = "no price"

  /// Whether a price is missing: none was agreed, and the stay did not come to nothing.
  public var lacksPrice: Bool { totalMinor == nil && isOwedFor }
}
