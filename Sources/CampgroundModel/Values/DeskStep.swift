/// What is done with a guest at the desk and can be undone where it was a mistake.
public enum DeskStep: String, Sendable, Hashable, CaseIterable {
  case checkIn = "check-in"
  case checkOut = "check-out"

  /// The state that it leads to.
  package var end: ReservationStatus { self == .checkIn ? .checkedIn : .checkedOut }

  /// What was done, `checked in`.
  package var participle: String { self == .checkIn ? "checked in" : "checked out" }

  /// The shell's word, `checkin`.
  package var command: String { self == .checkIn ? "checkin" : "checkout" }
}

extension DeskStep: CustomStringConvertible {
  /// What people call it.
  public var description: String { rawValue }
}
